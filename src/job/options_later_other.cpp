// Rows: options fio has and this version does not act on yet, about the rest.
// They are known so that a job that uses one is refused by name, unless it sets the default.
#include "job/block_split.h"
#include "job/cpu_list.h"
#include "job/distribution.h"
#include "job/error_list.h"
#include "job/later_row.h"
#include "job/steady_criterion.h"

namespace fathom::rows {

namespace {

void check_split(const OptionRow& row, std::string_view text, const ValueContext& context) {
    read_block_split(row, text, context);
}

void check_distribution(const OptionRow& row, std::string_view text, const ValueContext& context) {
    read_distribution(row, text, context);
}

void check_criterion(const OptionRow& row, std::string_view text, const ValueContext& context) {
    read_steady_criterion(row, text, context);
}

void check_errors(const OptionRow& row, std::string_view text, const ValueContext& context) {
    read_error_list(row, text, context);
}

/// Numbers of placement handles: "0,2-4".
void check_placements(const OptionRow& row, std::string_view text, const ValueContext& context) {
    constexpr int most = 65535;
    if (!parse_cpu_list(text, most)) {
        refuse(row, text, context, "no list of numbers from 0 to 65535, such as 0,2-3");
    }
}

constexpr LaterRow later_other_rows[] = {
    {"filetype", "", OptionKind::choice, OptionStanding::later, "none", "file", "",
     "none|file|block|char", "", none, none, 1, "Which kind of file to make"},
    {"lockfile", "", OptionKind::choice, OptionStanding::later, "none", "file", "filename",
     "none|exclusive|readwrite", "", none, none, 1, "Lock a file while it is worked on"},
    {"opendir", "", OptionKind::string, OptionStanding::later, "", "file", "", "", "", none, none,
     1, "Work on all files below this directory"},
    {"serialize_overlap", "", OptionKind::boolean, OptionStanding::later, "0", "io", "iodepth", "",
     "", none, none, 1, "Hold back an I/O while another to the same place is under way"},
    {"fill_device", "fill_fs", OptionKind::boolean, OptionStanding::later, "0", "file", "", "", "",
     none, none, 1, "Write until there is no space left"},
    {"num_range", "", OptionKind::integer, OptionStanding::later, "1", "io", "", "", "", none, 256,
     1, "Ranges in one trim request"},
    {"bssplit", "", OptionKind::custom, OptionStanding::later, "", "io", "rw", "", "", none, none,
     1, "Block sizes with the share of each: 4k/60:8k/40", check_split},
    {"bs_unaligned", "blocksize_unaligned", OptionKind::flag, OptionStanding::later, "", "io", "rw",
     "", "", none, none, 1, "Block sizes of a range need not be multiples of the smallest"},
    {"bs_is_seq_rand", "", OptionKind::boolean, OptionStanding::later, "0", "io", "bs", "", "",
     none, none, 1, "The two block sizes are for sequential and random I/O"},
    {"sprandom", "", OptionKind::boolean, OptionStanding::later, "0", "io", "rw", "", "", none,
     none, 1, "Precondition an SSD with one special random pass"},
    {"spr_num_regions", "", OptionKind::integer, OptionStanding::later, "100", "io", "sprandom", "",
     "", none, none, 1, "Regions of the preconditioning pass"},
    {"spr_op", "", OptionKind::list, OptionStanding::later, "0.15", "io", "sprandom", "", "", none,
     none, 1, "Overprovisioning of the SSD, as a share", nullptr, 1},
    {"spr_cs", "", OptionKind::integer, OptionStanding::later, "0", "io", "sprandom", "", "", none,
     none, 1, "Cache size of the SSD for preconditioning"},
    {"random_distribution", "", OptionKind::choice, OptionStanding::later, "random", "io", "",
     "random|zipf|pareto|normal|zoned|zoned_abs|sequence", "", none, none, 1,
     "How random offsets are distributed", check_distribution},
    {"random_sequence_stride", "", OptionKind::boolean, OptionStanding::later, "0", "io", "", "",
     "", none, none, 1, "Stride through the random sequence"},
    {"percentage_sequential", "", OptionKind::string, OptionStanding::gone, "", "io", "", "", "",
     none, none, 1, "Gone: see percentage_random"},
    {"verify_only", "", OptionKind::flag, OptionStanding::later, "", "general", "", "", "", none,
     none, 1, "Check data written before, write nothing"},
    {"ramp_size", "", OptionKind::size, OptionStanding::later, "", "general", "", "", "", 1, none,
     1, "Transfer this much before anything is counted"},
    {"ioscheduler", "", OptionKind::string, OptionStanding::later, "", "file", "", "", "", none,
     none, 1, "I/O scheduler the device is switched to"},
    {"read_beyond_wp", "", OptionKind::boolean, OptionStanding::later, "0", "io", "", "", "", none,
     none, 1, "Reads may go beyond the write pointer"},
    {"max_open_zones", "", OptionKind::integer, OptionStanding::later, "0", "io", "", "", "", none,
     4096, 1, "Zones open for writing at once"},
    {"job_max_open_zones", "", OptionKind::integer, OptionStanding::later, "0", "io", "", "", "",
     none, 4096, 1, "The same, for each worker"},
    {"ignore_zone_limits", "", OptionKind::boolean, OptionStanding::later, "0", "io", "", "", "",
     none, none, 1, "Do not heed the limits of the device"},
    {"fdp", "", OptionKind::boolean, OptionStanding::later, "0", "io", "", "", "", none, none, 1,
     "Place data by hints (NVMe FDP)"},
    {"dataplacement", "data_placement", OptionKind::choice, OptionStanding::later, "none", "io", "",
     "none|fdp|streams", "", none, none, 1, "How data is placed"},
    {"plid_select", "fdp_pli_select", OptionKind::choice, OptionStanding::later, "roundrobin", "io",
     "", "random|roundrobin|scheme", "", none, none, 1, "How a placement is chosen"},
    {"plids", "fdp_pli", OptionKind::custom, OptionStanding::later, "", "io", "", "", "", none,
     none, 1, "Placements to choose from", check_placements},
    {"dp_scheme", "", OptionKind::string, OptionStanding::later, "", "io", "", "", "", none, none,
     1, "File with the placement of each range"},
    {"rwmixcycle", "", OptionKind::string, OptionStanding::gone, "", "io", "", "", "", none, none,
     1, "Gone: reads and writes are mixed at random"},
    {"comm", "", OptionKind::string, OptionStanding::later, "", "general", "", "", "", none, none,
     1, "Name of the worker threads"},
    {"write_hint", "", OptionKind::choice, OptionStanding::later, "", "engine", "",
     "none|short|medium|long|extreme", "", none, none, 1, "How long written data lives"},
    {"gpu_dev_id", "", OptionKind::integer, OptionStanding::later, "0", "general", "", "", "", none,
     none, 1, "GPU whose memory holds the buffers"},
    {"end_syncfs", "", OptionKind::boolean, OptionStanding::later, "0", "file", "", "", "", none,
     none, 1, "syncfs(2) at the end of the job"},
    {"per_job_logs", "", OptionKind::boolean, OptionStanding::later, "1", "log", "", "", "", none,
     none, 1, "Each worker has log files of its own"},
    {"write_bw_log", "", OptionKind::string, OptionStanding::later, "", "log", "", "", "", none,
     none, 1, "Log of the bandwidth", nullptr, 0, true},
    {"write_lat_log", "", OptionKind::string, OptionStanding::later, "", "log", "", "", "", none,
     none, 1, "Log of the latencies", nullptr, 0, true},
    {"write_iops_log", "", OptionKind::string, OptionStanding::later, "", "log", "", "", "", none,
     none, 1, "Log of the IOPS", nullptr, 0, true},
    {"log_entries", "", OptionKind::integer, OptionStanding::later, "1024", "log", "", "", "", 1024,
     1048576, 1, "Lines a log has room for at first"},
    {"log_avg_msec", "", OptionKind::integer, OptionStanding::later, "0", "log", "", "", "", none,
     none, 1, "Average a log over this many milliseconds"},
    {"log_hist_msec", "", OptionKind::integer, OptionStanding::later, "0", "log", "", "", "", none,
     none, 1, "Milliseconds from histogram to histogram in a log"},
    {"log_hist_coarseness", "", OptionKind::integer, OptionStanding::later, "0", "log", "", "", "",
     0, 6, 1, "Buckets of a logged histogram are joined, 2^N"},
    {"write_hist_log", "", OptionKind::string, OptionStanding::later, "", "log", "", "", "", none,
     none, 1, "Log of latency histograms", nullptr, 0, true},
    {"log_window_value", "log_max_value", OptionKind::choice, OptionStanding::later, "avg", "log",
     "", "avg|max|both|0|1", "", none, none, 1, "What a line of an averaged log holds"},
    {"log_offset", "", OptionKind::boolean, OptionStanding::later, "0", "log", "", "", "", none,
     none, 1, "Offsets in the log"},
    {"log_prio", "", OptionKind::boolean, OptionStanding::later, "0", "log", "", "", "", none, none,
     1, "Priorities in the log"},
    {"log_issue_time", "", OptionKind::boolean, OptionStanding::later, "0", "log", "", "", "", none,
     none, 1, "Time of submission in the log"},
    {"log_compression", "", OptionKind::integer, OptionStanding::later, "", "log", "", "", "", 1024,
     536870912, 1, "Compress a log in pieces of this size"},
    {"log_compression_cpus", "", OptionKind::custom, OptionStanding::later, "", "log",
     "log_compression", "", "", none, none, 1, "CPUs that compress", check_cpus},
    {"log_store_compressed", "", OptionKind::boolean, OptionStanding::later, "", "log", "", "", "",
     none, none, 1, "Write the log compressed"},
    {"log_alternate_epoch", "log_unix_epoch", OptionKind::boolean, OptionStanding::later, "", "log",
     "", "", "", none, none, 1, "Log times count from a clock's epoch"},
    {"log_alternate_epoch_clock_id", "", OptionKind::integer, OptionStanding::later, "", "log", "",
     "", "", none, none, 1, "Which clock that is"},
    {"block_error_percentiles", "", OptionKind::boolean, OptionStanding::later, "0", "log", "", "",
     "", none, none, 1, "Percentiles of trim errors"},
    {"significant_figures", "", OptionKind::integer, OptionStanding::later, "4", "stat", "", "", "",
     1, 10, 1, "Digits in the normal report"},
    {"gtod_cpu", "", OptionKind::integer, OptionStanding::later, "", "general", "", "", "", none,
     none, 1, "CPU that reads the clock for all"},
    {"job_start_clock_id", "", OptionKind::integer, OptionStanding::later, "", "general", "", "",
     "", none, none, 1, "Clock of the start times in JSON"},
    {"unified_rw_reporting", "", OptionKind::choice, OptionStanding::later, "none", "general", "",
     "none|mixed|both|0|1|2", "", none, none, 1, "Report reads, writes and trims together"},
    {"continue_on_error", "", OptionKind::choice, OptionStanding::later, "none", "general", "",
     "none|read|write|io|verify|all|0|1", "", none, none, 1, "Which errors do not end a job"},
    {"ignore_error", "", OptionKind::custom, OptionStanding::later, "", "general", "rw", "", "",
     none, none, 1, "Error numbers that are no errors", check_errors},
    {"error_dump", "", OptionKind::boolean, OptionStanding::later, "0", "general", "", "", "", none,
     none, 1, "Print the errors that are ignored"},
    {"profile", "", OptionKind::choice, OptionStanding::later, "", "profile", "", "tiobench|act",
     "", none, none, 1, "A built-in test"},
    {"cgroup", "", OptionKind::string, OptionStanding::later, "", "general", "", "", "", none, none,
     1, "Control group of the workers"},
    {"cgroup_nodelete", "", OptionKind::boolean, OptionStanding::later, "0", "general", "cgroup",
     "", "", none, none, 1, "Keep the control group"},
    {"cgroup_weight", "", OptionKind::integer, OptionStanding::later, "", "general", "cgroup", "",
     "", 100, 1000, 1, "Weight of the control group"},
    {"flow_id", "", OptionKind::integer, OptionStanding::later, "0", "io", "", "", "", none, none,
     1, "Which flow the job is in"},
    {"flow", "", OptionKind::integer, OptionStanding::later, "0", "io", "flow_id", "", "", none,
     1000, 1, "Weight of the job in its flow"},
    {"flow_watermark", "", OptionKind::string, OptionStanding::ignored, "", "io", "", "", "", none,
     none, 1, "Ignored: flows need no mark"},
    {"flow_sleep", "", OptionKind::integer, OptionStanding::later, "0", "io", "flow_id", "", "",
     none, none, 1, "Microseconds to wait when the flow holds a job back"},
    {"steadystate", "ss", OptionKind::choice, OptionStanding::later, "iops_slope:0.01%", "general",
     "", "iops|iops_slope|bw|bw_slope|lat|lat_slope", "", none, none, 1,
     "When results count as steady: iops:1%", check_criterion},
    {"steadystate_duration", "ss_dur", OptionKind::time, OptionStanding::later, "0", "general",
     "steadystate", "", "s", none, none, 1, "Time they must be steady"},
    {"steadystate_ramp_time", "ss_ramp", OptionKind::time, OptionStanding::later, "0", "general",
     "steadystate", "", "s", none, none, 1, "Time before that is looked at"},
    {"steadystate_check_interval", "ss_interval", OptionKind::time, OptionStanding::later, "1",
     "general", "steadystate", "", "s", none, none, 1, "Time between looks"},
};

}  // namespace

void add_later_other_rows(Rows& rows) {
    for (const LaterRow& row : later_other_rows) rows.push_back(row.to_row());
}

}  // namespace fathom::rows
