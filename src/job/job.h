// A Job: one section of a job file as typed settings. Plain data: no threads, files or clocks.
// Made by job/build, read by every room above. Each field is bound to one row of the option table
// (job/option_table.cpp), which also holds its default; the defaults here are the same values.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/direction.h"
#include "base/error.h"
#include "base/units.h"

namespace fathom {

/// rw=: which directions, whether at random places, and the `:N` after it.
struct Access {
    bool read = true;
    bool write = false;
    bool trim = false;
    bool random = false;
    bool trim_then_write =
        false;  ///< trimwrite, randtrimwrite: each block is trimmed, then written
    /// rw=...:N. Sequential: bytes added to each next offset (negative runs backward).
    std::int64_t sequential_step = 0;
    /// rw=rand...:N: a new random offset every N I/Os (sequential between).
    std::uint64_t random_run = 1;

    [[nodiscard]] bool does(Direction d) const {
        return d == Direction::read ? read : d == Direction::write ? write : trim;
    }
    /// The word fio uses: "read", "randwrite", "rw", "trimwrite".
    [[nodiscard]] std::string name() const;
    bool operator==(const Access&) const = default;
};

/// A size that may be a share of the file: `size=`, `io_size=`, `offset=`, `offset_increment=`.
struct SizeOrPercent {
    std::uint64_t bytes = 0;
    std::uint32_t percent = 0;  ///< used when is_percent
    bool is_percent = false;
    bool operator==(const SizeOrPercent&) const = default;
};

/// Block sizes of one direction; min == max for a fixed size.
struct BlockSize {
    Bytes min{4096};
    Bytes max{4096};
    bool operator==(const BlockSize&) const = default;
};

enum class Sequencer : std::uint8_t { sequential, identical };
enum class Fallocate : std::uint8_t { none, native, posix, keep, truncate };
enum class FileService : std::uint8_t { roundrobin, sequential, random, zipf, pareto, normal };
enum class SubmitMode : std::uint8_t { inline_, offload };
enum class RandomGenerator : std::uint8_t { tausworthe, lfsr, tausworthe64 };
enum class SyncMode : std::uint8_t { none, sync, dsync };
enum class MemoryKind : std::uint8_t { malloc, shm, shmhuge, mmap, mmapshared, mmaphuge };
enum class CpuPolicy : std::uint8_t { shared, split };
enum class FadviseHint : std::uint8_t { off, on, random, sequential, noreuse };
/// In which order the tester itself puts the requests of a cycle.
enum class ElevatorOrder : std::uint8_t { none, drawn, oneway, alternating, nearest };
enum class RateProcess : std::uint8_t { linear, poisson };
enum class ThinktimeBlocks : std::uint8_t { complete, issue };
enum class ExitWhat : std::uint8_t { group, stonewall, all };

/// sync_file_range=flags:N.
struct SyncFileRange {
    unsigned flags = 0;  ///< SYNC_FILE_RANGE_* of <fcntl.h>
    std::uint32_t every = 0;
    bool operator==(const SyncFileRange&) const = default;
};

/// One setting as written, for echo (`job options` of the JSON, explain, --showcmd).
struct GivenOption {
    std::string name;   ///< the option's canonical name
    std::string value;  ///< as written after expansion
    Origin origin;
    bool from_global = false;
};

struct Job {
    // --- identity -------------------------------------------------------------------------
    std::string name;
    std::string description;
    Origin origin;                   ///< the section's header
    std::vector<GivenOption> given;  ///< every option that was set, globals first, in order

    // --- what to do -----------------------------------------------------------------------
    Access access;
    Sequencer rw_sequencer = Sequencer::sequential;
    std::uint32_t rwmixread = 50;  ///< percent of reads in a mixed job
    PerDirection<BlockSize> bs = PerDirection<BlockSize>::all({});
    PerDirection<Bytes> ba{};  ///< alignment of random offsets; 0: the minimum block size
    SizeOrPercent size;
    SizeOrPercent io_size;
    std::optional<Bytes> filesize_min, filesize_max;
    SizeOrPercent offset;
    std::uint64_t offset_align = 0;
    SizeOrPercent offset_increment;
    std::uint64_t number_ios = 0;
    std::uint32_t loops = 1;
    PerDirection<std::uint32_t> percentage_random = PerDirection<std::uint32_t>::all(100);
    ElevatorOrder elevator = ElevatorOrder::none;
    std::uint32_t elevator_cycle = 20;  ///< requests sorted together
    std::uint64_t hop = 0;              ///< bytes from each random request to the next; 0: anywhere
    bool norandommap = false;
    bool softrandommap = false;
    bool randrepeat = true;
    bool allrandrepeat = false;
    std::uint64_t randseed = 0x89;
    bool randseed_set = false;
    RandomGenerator random_generator = RandomGenerator::tausworthe;

    // --- files ------------------------------------------------------------------------------
    std::string filename;  ///< as written; ':' separates files, '\:' is a colon
    std::string directory;
    std::string filename_format = "$jobname.$jobnum.$filenum";
    bool unique_filename = true;
    std::uint32_t nrfiles = 1;
    std::uint32_t openfiles = 0;  ///< 0: all
    FileService file_service = FileService::roundrobin;
    std::uint32_t file_service_run = 1;  ///< I/Os before switching files (file_service_type=x:N)
    double file_service_parameter = 0;   ///< theta, h or deviation of zipf, pareto, normal
    Fallocate fallocate = Fallocate::native;
    FadviseHint fadvise_hint = FadviseHint::on;
    bool create_serialize = true;
    bool create_fsync = true;
    bool create_on_open = false;
    bool create_only = false;
    bool allow_file_create = true;
    bool allow_mounted_write = false;
    bool overwrite = false;
    bool file_append = false;
    bool unlink = false;
    bool unlink_each_loop = false;
    bool pre_read = false;
    bool invalidate = true;

    // --- how --------------------------------------------------------------------------------
    std::string ioengine = "psync";
    std::map<std::string, std::string> engine_options;  ///< canonical name -> value, validated
    bool direct = false;
    bool atomic = false;
    SyncMode sync = SyncMode::none;
    std::uint32_t fsync = 0;      ///< after this many writes
    std::uint32_t fdatasync = 0;  ///< after this many writes
    SyncFileRange sync_file_range;
    bool end_fsync = false;
    bool fsync_on_close = false;
    std::uint32_t iodepth = 1;
    std::uint32_t iodepth_batch = 1;  ///< submitted together
    std::uint32_t iodepth_batch_complete_min = 1;
    std::uint32_t iodepth_batch_complete_max = 0;  ///< 0: as min
    std::uint32_t iodepth_low = 0;                 ///< 0: as iodepth
    SubmitMode io_submit_mode = SubmitMode::inline_;

    // --- when -------------------------------------------------------------------------------
    Nanos runtime{};
    bool time_based = false;
    Nanos ramp_time{};
    Nanos startdelay{}, startdelay_max{};  ///< a range draws uniformly; max 0: fixed

    // --- pace -------------------------------------------------------------------------------
    PerDirection<std::uint64_t> rate{}, rate_min{};            ///< bytes per second; 0: no limit
    PerDirection<std::uint32_t> rate_iops{}, rate_iops_min{};  ///< I/Os per second; 0: no limit
    RateProcess rate_process = RateProcess::linear;
    std::uint32_t rate_cycle = 1000;  ///< milliseconds over which a least rate is checked
    bool rate_ignore_thinktime = true;
    Nanos thinktime{}, thinktime_spin{}, thinktime_iotime{};
    std::uint64_t thinkcycles = 0;
    std::uint32_t thinktime_blocks = 1;
    ThinktimeBlocks thinktime_blocks_type = ThinktimeBlocks::complete;

    // --- buffers ----------------------------------------------------------------------------
    bool zero_buffers = false;
    bool refill_buffers = false;
    bool scramble_buffers = true;
    MemoryKind memory = MemoryKind::malloc;
    std::string memory_file;  ///< mem=mmap:FILE and friends
    std::uint64_t iomem_align = 0;
    std::uint64_t hugepage_size = 2097152;
    Bytes lockmem{};

    // --- who --------------------------------------------------------------------------------
    std::uint32_t numjobs = 1;
    bool thread = false;
    bool stonewall = false;
    bool new_group = false;
    bool group_reporting = false;
    std::string wait_for;
    bool exitall = false;
    ExitWhat exit_what = ExitWhat::group;
    bool exitall_on_error = false;
    std::optional<int> nice;
    std::optional<std::uint32_t> prio, prioclass, priohint;
    std::vector<int> cpus_allowed;  ///< empty: all
    CpuPolicy cpus_allowed_policy = CpuPolicy::shared;
    std::string numa_cpu_nodes;
    std::string numa_mem_policy;
    std::optional<std::uint32_t> uid, gid;
    std::string exec_prerun, exec_postrun;

    // --- what to measure ----------------------------------------------------------------------
    bool disable_lat = false;
    bool disable_clat = false;
    bool disable_slat = false;
    bool disable_bw = false;
    bool gtod_reduce = false;
    ClockSource clocksource = ClockSource::cpu;
    bool clat_percentiles = true;
    bool lat_percentiles = false;
    bool slat_percentiles = false;
    std::vector<double> percentile_list = {1,  5,  10, 20, 30,   40,   50,    60,   70,
                                           80, 90, 95, 99, 99.5, 99.9, 99.95, 99.99};
    bool disk_util = true;
    bool stats = true;  ///< false: the job runs but is in no report
    std::uint32_t kb_base = 1024;
    std::uint32_t unit_base = 0;  ///< 0 or 8: bytes, 1: bits
    std::uint32_t bwavgtime = 500;
    std::uint32_t iopsavgtime = 500;

    [[nodiscard]] bool has_engine_option(const std::string& option) const {
        return engine_options.contains(option);
    }
};

}  // namespace fathom
