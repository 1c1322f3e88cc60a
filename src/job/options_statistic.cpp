// Rows: what is measured and reported.
#include <algorithm>

#include "job/rows.h"

namespace fathom::rows {

namespace {

void store_percentiles(Job& job, const OptionRow& row, std::string_view text,
                       const ValueContext& context) {
    job.percentile_list = read_list(row, text, context);
    std::sort(job.percentile_list.begin(), job.percentile_list.end());
}

void store_reduced_clock(Job& job, const OptionRow& row, std::string_view text,
                         const ValueContext& context) {
    const bool on = read_value(row, text, context).number != 0;
    job.gtod_reduce = on;
    job.disable_lat = job.disable_clat = job.disable_slat = job.disable_bw = on;
    if (on) job.clat_percentiles = job.lat_percentiles = job.slat_percentiles = false;
}

}  // namespace

void add_statistic_rows(Rows& rows) {
    rows.push_back(flag("group_reporting", &Job::group_reporting, "stat",
                        "Report the jobs of a group together"));
    rows.push_back(boolean("stats", &Job::stats, "1", "stat", "The job is in the report"));
    rows.push_back(boolean("clat_percentiles", &Job::clat_percentiles, "1", "stat",
                           "Percentiles of the completion latency"));
    rows.push_back(boolean("lat_percentiles", &Job::lat_percentiles, "0", "stat",
                           "Percentiles of the total latency"));
    rows.push_back(boolean("slat_percentiles", &Job::slat_percentiles, "0", "stat",
                           "Percentiles of the submission latency"));
    rows.push_back(custom("percentile_list", store_percentiles,
                          "1:5:10:20:30:40:50:60:70:80:90:95:99:99.5:99.9:99.95:99.99", "stat",
                          "Which percentiles are reported, at most 20"));
    rows.back().kind = OptionKind::list;
    rows.back().list_length = 20;
    rows.back().min = 0;
    rows.back().max = 100;
    rows.push_back(
        boolean("disk_util", &Job::disk_util, "1", "stat", "Report what the disks did meanwhile"));
    rows.push_back(boolean("gtod_reduce", &Job::gtod_reduce, "0", "stat",
                           "Measure no latencies and no bandwidth samples, to save time readings")
                       .store(store_reduced_clock));
    rows.push_back(
        boolean("disable_lat", &Job::disable_lat, "0", "stat", "No figures of the total latency")
            .under("gtod_reduce"));
    rows.push_back(boolean("disable_clat", &Job::disable_clat, "0", "stat",
                           "No figures of the completion latency")
                       .under("gtod_reduce"));
    rows.push_back(boolean("disable_slat", &Job::disable_slat, "0", "stat",
                           "No figures of the submission latency")
                       .under("gtod_reduce"));
    rows.push_back(boolean("disable_bw_measurement", &Job::disable_bw, "0", "stat",
                           "No samples of the bandwidth")
                       .alias("disable_bw")
                       .under("gtod_reduce"));
    rows.push_back(
        number("bwavgtime", &Job::bwavgtime, "500", "log", "Milliseconds of one bandwidth sample")
            .at_least(1));
    rows.push_back(
        number("iopsavgtime", &Job::iopsavgtime, "500", "log", "Milliseconds of one IOPS sample")
            .at_least(1));
}

}  // namespace fathom::rows
