#include "report/json.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "job/io_priority.h"
#include "report/disk_text.h"
#include "report/figures.h"
#include "report/json_text.h"
#include "result/merge.h"
#include "result/rates.h"

namespace fathom {

namespace {

using Json = nlohmann::ordered_json;

Json option_object(const std::vector<GivenOption>& options, bool global) {
    Json object = Json::object();
    for (const GivenOption& option : options) {
        // A flag without a value (stonewall, time_based) has no entry, as in fio's JSON.
        if (option.from_global == global && !option.value.empty())
            object[option.name] = option.value;
    }
    return object;
}

/// The options of the [global] sections: those the run names, else what its jobs got from them.
Json global_options(const RunResult& run) {
    Json object = option_object(run.global_options, true);
    for (const JobResult& job : run.jobs) object.update(option_object(job.settings.given, true));
    return object;
}

Json latency_object(const Latency& latency, const Job& job, bool wanted, bool with_bins) {
    const Moments& moments = latency.moments();
    Json object;
    object["min"] = moments.count == 0 ? 0 : moments.min;
    object["max"] = moments.max;
    object["mean"] = moments.mean();
    object["stddev"] = moments.stddev();
    object["N"] = moments.count;
    if (!wanted || moments.count == 0 || latency.histogram() == nullptr) return object;
    Json& shares = object["percentile"] = Json::object();
    for (const auto& [p, value] : percentiles(latency, job)) shares[fmt::format("{:f}", p)] = value;
    if (!with_bins) return object;
    Json& bins = object["bins"] = Json::object();
    for (std::size_t i = 0; i < Histogram::bucket_count; ++i) {
        const std::uint64_t n = latency.histogram()->counts()[i];
        if (n > 0) bins[std::to_string(Histogram::value_of(i))] = n;
    }
    return object;
}

Json priority_array(const DirectionRecord& record, const Job& settings, bool with_bins) {
    Json array = Json::array();
    const bool of_lat = settings.lat_percentiles;
    for (const PriorityLatency& one : shown_priorities(record)) {
        Json object;
        object["prioclass"] = io_priority_class(one.priority);
        object["prio"] = io_priority_level(one.priority);
        object[of_lat ? "lat_ns" : "clat_ns"] =
            latency_object(one.latency, settings, of_lat || settings.clat_percentiles, with_bins);
        array.push_back(std::move(object));
    }
    return array;
}

Json direction_object(const JobResult& job, Direction d, const GroupResult& group, bool with_bins) {
    const DirectionResult& direction = job.directions[d];
    const DirectionRecord& record = direction.record;
    const Job& settings = job.settings;
    const std::uint64_t rate = bytes_per_second(record.bytes, direction.runtime);
    Json object;
    object["io_bytes"] = record.bytes;
    object["io_kbytes"] = record.bytes / 1024;
    object["bw_bytes"] = rate;
    object["bw"] = rate / 1024;
    object["iops"] = ios_per_second(record.ios, direction.runtime);
    object["runtime"] = runtime_ms(direction.runtime);
    object["total_ios"] = record.ios;
    object["short_ios"] = record.short_ios;
    object["drop_ios"] = record.dropped_ios;
    const Latency none;
    object["slat_ns"] = latency_object(shows_slat(job, d) ? record.slat : none, settings,
                                       settings.slat_percentiles, with_bins);
    object["clat_ns"] = latency_object(record.clat, settings, settings.clat_percentiles, with_bins);
    object["lat_ns"] = latency_object(record.lat, settings, settings.lat_percentiles, with_bins);
    if (Json priorities = priority_array(record, settings, with_bins); !priorities.empty())
        object["prios"] = std::move(priorities);
    object["bw_min"] = static_cast<std::uint64_t>(record.bw.min);
    object["bw_max"] = static_cast<std::uint64_t>(record.bw.max);
    object["bw_agg"] = share_of_group(record.bw, group.directions[d].bandwidth);
    object["bw_mean"] = record.bw.mean;
    object["bw_dev"] = record.bw.stddev();
    object["bw_samples"] = record.bw.count;
    object["iops_min"] = static_cast<std::uint64_t>(record.iops.min);
    object["iops_max"] = static_cast<std::uint64_t>(record.iops.max);
    object["iops_mean"] = record.iops.mean;
    object["iops_stddev"] = record.iops.stddev();
    object["iops_samples"] = record.iops.count;
    return object;
}

template <std::size_t N, std::size_t M>
Json share_object(const std::array<std::string_view, N>& names,
                  const std::array<double, M>& shares) {
    static_assert(N == M);
    Json object;
    for (std::size_t i = 0; i < N; ++i) object[std::string(names[i])] = shares[i];
    return object;
}

void add_shares(Json& object, const JobResult& job) {
    constexpr std::array<std::string_view, 7> depths = {"1", "2", "4", "8", "16", "32", ">=64"};
    constexpr std::array<std::string_view, 7> batches = {"0", "4", "8", "16", "32", "64", ">=64"};
    constexpr std::array<std::string_view, 10> fine = {"2",   "4",   "10",  "20",  "50",
                                                       "100", "250", "500", "750", "1000"};
    constexpr std::array<std::string_view, 12> coarse = {
        "2", "4", "10", "20", "50", "100", "250", "500", "750", "1000", "2000", ">=2000"};
    object["iodepth_level"] = share_object(depths, depth_shares(job.depths, total_ios(job)));
    object["iodepth_submit"] = share_object(batches, depth_shares(job.submits));
    object["iodepth_complete"] = share_object(batches, depth_shares(job.completions));
    const LatencyShares shares = latency_shares(job);
    object["latency_ns"] = share_object(fine, shares.nanoseconds);
    object["latency_us"] = share_object(fine, shares.microseconds);
    object["latency_ms"] = share_object(coarse, shares.milliseconds);
}

/// What fio has no place for: exact times and the notes that belong to this row.
Json own_object(const JobResult& job) {
    Json object;
    object["jobs"] = job.jobs;
    object["cpu_ns"] = (job.cpu.user_time + job.cpu.system_time).count();
    for (const Direction d : all_directions)
        object[std::string(name_of(d)) + "_runtime_ns"] = job.directions[d].runtime.count();
    for (const Direction d : all_directions) {
        const DirectionRecord& record = job.directions[d].record;
        if (record.intended.moments().count == 0) continue;
        const std::string name(name_of(d));
        object[name + "_lateness_ns"] = latency_object(record.lateness, job.settings, true, false);
        object[name + "_from_due_ns"] = latency_object(record.intended, job.settings, true, false);
    }
    if (job.cycles.moments().count != 0)
        object["cycle_ns"] = latency_object(job.cycles, job.settings, true, false);
    if (!job.error_text.empty()) object["error_text"] = job.error_text;
    Json notes = Json::array();
    for (const Problem& note : job.footnotes) notes.push_back(to_text(note));
    object["footnotes"] = std::move(notes);
    return object;
}

Json job_object(const JobResult& job, const RunResult& run, const GroupResult& group,
                bool with_bins) {
    Json object;
    object["jobname"] = job.name;
    object["groupid"] = job.group_id;
    object["error"] = job.error;
    object["eta"] = run.eta_seconds;  // fio prints 2147483647 where there is nothing to estimate
    object["elapsed"] = job.elapsed_seconds;
    // A job with nothing of its own has no such key, as in fio's JSON.
    const auto& given = job.settings.given;
    const auto own = [](const GivenOption& option) { return !option.from_global; };
    if (std::any_of(given.begin(), given.end(), own))
        object["job options"] = option_object(given, false);
    for (const Direction d : all_directions)
        object[std::string(name_of(d))] = direction_object(job, d, group, with_bins);
    Json& sync = object["sync"];
    sync["total_ios"] = job.sync_ios;
    sync["lat_ns"] = latency_object(job.sync_latency, job.settings, true, with_bins);
    const Nanos all = job.summed_runtime.count() != 0 ? job.summed_runtime : job.total_runtime;
    object["job_runtime"] = runtime_ms(all);
    object["usr_cpu"] = job.cpu.user_percent;
    object["sys_cpu"] = job.cpu.system_percent;
    object["ctx"] = job.cpu.context_switches;
    object["majf"] = job.cpu.major_faults;
    object["minf"] = job.cpu.minor_faults;
    add_shares(object, job);
    object["latency_depth"] = job.iodepth;
    object["latency_target"] = 0;
    object["latency_percentile"] = 100.0;
    object["latency_window"] = 0;
    if (!job.description.empty()) object["desc"] = job.description;
    object["fathom"] = own_object(job);
    return object;
}

void add_disk_counters(Json& object, const DiskUse& disk, const std::string& prefix) {
    object[prefix + "read_ios"] = disk.read_ios;
    object[prefix + "write_ios"] = disk.write_ios;
    if (!prefix.empty()) {
        object[prefix + "read_merges"] = disk.read_merges;
        object[prefix + "write_merge"] = disk.write_merges;  // the key has no final s here
    } else {
        object["read_merges"] = disk.read_merges;
        object["write_merges"] = disk.write_merges;
    }
    object[prefix + "read_ticks"] = disk.read_ticks;
    object[prefix + "write_ticks"] = disk.write_ticks;
    object[prefix + "in_queue"] = disk.queue_ms;
    object[prefix + "util"] = disk.utilisation;
}

void add_disks(Json& array, const std::vector<DiskUse>& disks) {
    for (const DiskUse& disk : disks) {
        Json object;
        object["name"] = disk.name;
        add_disk_counters(object, disk, "");
        if (!disk.members.empty()) add_disk_counters(object, mean_of_members(disk), "aggr_");
        array.push_back(std::move(object));
        add_disks(array, disk.members);
    }
}

Json idleness_object(const Idleness& idleness) {
    Json object;
    object["system"] = idleness.system;
    for (const CpuIdleness& cpu : idleness.cpus)
        object["cpu-" + std::to_string(cpu.cpu)] = cpu.percent;
    object["unit_mean"] = idleness.unit_mean_us;
    object["unit_stddev"] = idleness.unit_deviation_us;
    return object;
}

}  // namespace

std::string json_report(const RunResult& run, bool with_bins) {
    const std::vector<JobResult> rows = report_rows(run);
    const std::vector<GroupResult> groups = group_totals(rows);
    Json document;
    document["fio version"] = run.version;
    document["timestamp"] = run.unix_milliseconds / 1000;
    document["timestamp_ms"] = run.unix_milliseconds;
    document["time"] = calendar_text(run.unix_milliseconds / 1000);
    if (const Json globals = global_options(run); !globals.empty())
        document["global options"] = globals;
    Json& jobs = document["jobs"] = Json::array();
    for (const JobResult& row : rows) {
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [&](const GroupResult& g) { return g.id == row.group_id; });
        jobs.push_back(job_object(row, run, *group, with_bins));
    }
    Json& disks = document["disk_util"] = Json::array();
    add_disks(disks, run.disks);
    if (run.idleness) document["cpu_idleness"] = idleness_object(*run.idleness);
    if (!run.warnings.empty() || run.interrupted) {
        Json& own = document["fathom"];
        own["interrupted"] = run.interrupted;
        Json& warnings = own["warnings"] = Json::array();
        for (const Problem& warning : run.warnings) warnings.push_back(to_text(warning));
    }
    return json_text(document);
}

}  // namespace fathom
