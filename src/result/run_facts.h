// RunFacts: one run reduced to what comparisons look at, from our own RunResult or from a JSON
// report of fio. Plain data; what a source does not tell is empty, never zero.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/direction.h"
#include "base/units.h"
#include "job/option.h"
#include "result/run_result.h"

namespace fathom {

/// What one direction of a part of a run did.
struct DirectionFacts {
    std::uint64_t ios = 0;
    std::uint64_t bytes = 0;
    Nanos runtime{};       ///< time this direction was worked on
    double iops = 0;       ///< I/Os per second
    double bandwidth = 0;  ///< bytes per second
    /// What rate_iops and rate ask of all its workers together; empty where one has no limit.
    std::optional<double> asked_iops, asked_bandwidth;
    bool asked_at_random = false;        ///< rate_process=poisson
    bool pauses = false;                 ///< think time holds the rate back
    Nanos behind{};                      ///< the rate's schedule, at the end
    std::optional<double> mean_latency;  ///< ns; whole latency where there is one, else completion
    /// Percent (99.9) and ns, ascending; only those with enough I/Os beyond them.
    std::vector<std::pair<double, double>> percentiles;
    /// The same from when a rate had each I/O due, not from when it was issued; of jobs with rates.
    std::optional<double> mean_from_due;
    std::vector<std::pair<double, double>> percentiles_from_due;
    std::optional<double> mean_lateness;  ///< ns from when an I/O was due until it was issued
    std::vector<double> per_second;  ///< I/Os per second, interval by interval; empty if not kept
    bool operator==(const DirectionFacts&) const = default;
};

/// A named number about a part or a run, with its unit, for "what else differed".
struct Counter {
    std::string name;  ///< "bytes moved by the device"
    double value = 0;
    std::string unit;  ///< "B", "ns", "", "%"
};

/// What is compared as one: a reporting group of the run (all its workers together).
struct PartFacts {
    std::string name;  ///< of the group's jobs: "a", "a, b"; the first and their number if many
    PerDirection<DirectionFacts> directions;
    std::optional<double> cpu_per_io;  ///< ns of processor time per I/O, user and system
    std::vector<Counter> counters;
    Latency cycles;                       ///< of elevator=: a cycle of requests; may be empty
    std::optional<double> mean_distance;  ///< bytes from the end of an I/O to the next one's start
    std::vector<std::pair<std::string, std::string>> settings;  ///< option and value, in force
    int error = 0;                                              ///< errno of the first that failed
    std::string error_text;
};

struct RunFacts {
    std::string tester;                  ///< "fathom-0.1.0", "fio-3.33"
    std::int64_t unix_milliseconds = 0;  ///< when it ended
    std::vector<PartFacts> parts;        ///< one per group, in order
    std::vector<Counter> counters;       ///< of the machine over the run: disks, processors
    Surroundings surroundings;
    std::vector<Problem> warnings;
    bool interrupted = false;
};

/// Percentiles that facts hold, in percent.
inline constexpr double fact_percentiles[] = {50, 95, 99, 99.9, 99.99};

/// Whether so many I/Os tell a percentile: ten at least lie beyond it.
bool percentile_has_support(double percent, std::uint64_t ios);

/// What a group of these jobs is called.
std::string part_name(const std::vector<std::string>& jobs);

/// What the disks did in all, as counters.
void add_disk_counters(RunFacts& facts, const std::vector<DiskUse>& disks);

/// The facts of a run.
RunFacts facts_of(const RunResult& run);

/// The facts of every run in a text: documents of saved_text, JSON or JSON+ reports of fio, several
/// in one text too, other lines between them left aside. Throws Error naming `file`, the place and
/// what is wrong; a text without any document is an error.
std::vector<RunFacts> read_facts(std::string_view text, const std::string& file,
                                 const OptionTable& table);

}  // namespace fathom
