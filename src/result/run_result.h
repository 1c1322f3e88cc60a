// RunResult: everything one run produced, as plain data. Made by run/, merged for groups, printed
// by report/, later saved and compared. No threads, files or clocks.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "job/job.h"
#include "measure/recorder.h"

namespace fathom {

struct DirectionResult {
    DirectionRecord record;
    Nanos runtime{};  ///< time this direction was worked on; 0 when nothing was done
    bool operator==(const DirectionResult&) const = default;
};

struct CpuUsage {
    double user_percent = 0;
    double system_percent = 0;
    Nanos user_time{}, system_time{};  ///< summed over the workers
    std::uint64_t context_switches = 0;
    std::uint64_t major_faults = 0;
    std::uint64_t minor_faults = 0;
    bool operator==(const CpuUsage&) const = default;
};

/// Where I/Os went, as sums over a sample of them; empty unless asked for.
struct Addresses {
    std::uint64_t ios = 0;
    double position_sum = 0;  ///< of the offsets, each as a share of its file or device
    std::uint64_t steps = 0;  ///< from the end of an I/O to the next one's start in the same file
    double distance_sum = 0;  ///< bytes, over the steps
    bool operator==(const Addresses&) const = default;
};

/// One worker's result, or with group_reporting the merge of a group's workers of one name.
struct JobResult {
    std::string name;
    std::string description;
    std::uint32_t group_id = 0;
    std::uint32_t jobs = 1;             ///< workers merged in here
    std::uint32_t pid = 0;              ///< thread id of the (first) worker
    int error = 0;                      ///< errno, 0 for none
    std::string error_text;             ///< what failed, for people
    std::string error_function;         ///< in which step: "io_u error", "setup"
    std::int64_t end_time_seconds = 0;  ///< Unix time printed in the job header
    std::uint64_t elapsed_seconds = 0;
    Nanos total_runtime{};   ///< of the data phase
    Nanos summed_runtime{};  ///< total_runtime of every worker merged in here; 0: only this one
    PerDirection<DirectionResult> directions;
    Latency sync_latency;
    std::uint64_t sync_ios = 0;
    Latency cycles;  ///< of elevator=: from the end of a cycle of I/Os to the end of the next
    DepthCounts depths{}, submits{}, completions{};
    Addresses addresses;
    Nanos behind{};  ///< a rate's schedule at the end: since when the next I/O had been due
    std::uint32_t iodepth = 1;
    CpuUsage cpu;
    Job settings;                    ///< in force; what to print is in here too
    std::vector<Problem> footnotes;  ///< warnings about this result
    bool synchronous_engine = true;  ///< no submission latency to show
};

struct GroupDirection {
    std::uint64_t bytes = 0;
    std::uint64_t min_bandwidth = 0,
                  max_bandwidth = 0;  ///< bytes per second, slowest and fastest job
    std::uint64_t bandwidth = 0;      ///< bytes per second, all jobs
    Nanos min_runtime{}, max_runtime{};
    bool operator==(const GroupDirection&) const = default;
};

struct GroupResult {
    std::uint32_t id = 0;
    std::uint32_t kb_base = 1024;
    std::uint32_t unit_base = 0;
    PerDirection<GroupDirection> directions;
};

/// Differences of a disk's counters over the run. Values of md/dm members are aggregated too.
struct DiskUse {
    std::string name;
    std::uint64_t read_ios = 0, write_ios = 0;
    std::uint64_t read_merges = 0, write_merges = 0;
    std::uint64_t read_ticks = 0, write_ticks = 0;  ///< ms
    std::uint64_t read_sectors = 0, write_sectors = 0;
    std::uint64_t queue_ms = 0;
    double utilisation = 0;        ///< percent
    std::vector<DiskUse> members;  ///< disks below an md or dm device
};

/// What surrounded a run and may decide its result, by name; of each file or device too.
struct Surroundings {
    struct Fact {
        std::string name, value;
        bool operator==(const Fact&) const = default;
    };
    struct Place {
        std::string path;  ///< a job's file or device
        std::vector<Fact> facts;
        bool operator==(const Place&) const = default;
    };
    std::vector<Fact> machine;  ///< kernel, CPU, governor, free memory
    std::vector<Place> places;
    bool operator==(const Surroundings&) const = default;
};

/// How processors were held back during a run; what cannot be told is empty.
struct Throttling {
    std::optional<std::uint64_t> heat_events;
    std::optional<Nanos> group_time;  ///< by the control group's CPU limit
    bool operator==(const Throttling&) const = default;
};

struct CpuIdleness {
    int cpu = 0;
    double percent = 0;
};

/// What a run left of the processors' time (--idle-prof).
struct Idleness {
    double system = 0;                               ///< percent of all processors
    std::vector<CpuIdleness> cpus;                   ///< where they are asked for one by one
    double unit_mean_us = 0, unit_deviation_us = 0;  ///< of the unit of work it was measured with
};

struct RunResult {
    std::string version;                 ///< "fathom-0.1.0" or, as fio, "fio-3.42"
    std::int64_t unix_milliseconds = 0;  ///< when the report was made
    std::vector<GivenOption> global_options;
    std::vector<JobResult> jobs;  ///< one per worker, in order of start
    std::vector<GroupResult> groups;
    std::vector<DiskUse> disks;
    std::optional<Idleness> idleness;
    Throttling throttling;
    std::vector<Problem> warnings;
    Surroundings surroundings;  ///< empty unless asked for
    bool interrupted = false;
    std::uint64_t eta_seconds = 0;  ///< until the run is over, where it goes on and that is known
};

}  // namespace fathom
