#include "result/merge.h"

#include <algorithm>
#include <map>
#include <string>
#include <utility>

#include <fmt/format.h>

#include "job/io_priority.h"
#include "result/rates.h"

namespace fathom {

namespace {

void sum_samples(Samples& into, const Samples& other) {
    into.count += other.count;
    into.min += other.min;
    into.max += other.max;
    into.mean += other.mean;
    into.m2 += other.m2;
}

/// The latencies of a row by priority; all of one priority where it did not keep them apart.
std::vector<PriorityLatency> by_priority(const JobResult& job, Direction d) {
    const DirectionRecord& record = job.directions[d].record;
    if (!record.priorities.empty() || record.ios == 0) return record.priorities;
    return {{io_priority(job.settings), job.settings.lat_percentiles ? record.lat : record.clat}};
}

/// Before the other figures are merged: they are what a row of one priority has.
void merge_priorities(JobResult& into, const JobResult& other, Direction d) {
    const bool apart = !into.directions[d].record.priorities.empty() ||
                       !other.directions[d].record.priorities.empty();
    if (!apart && io_priority(into.settings) == io_priority(other.settings)) return;
    std::vector<PriorityLatency> all = by_priority(into, d);
    for (const PriorityLatency& one : by_priority(other, d)) {
        const auto same = std::find_if(all.begin(), all.end(), [&](const PriorityLatency& mine) {
            return mine.priority == one.priority;
        });
        if (same == all.end()) {
            all.push_back(one);
        } else {
            same->latency.merge(one.latency);
        }
    }
    // A row without I/O takes the other's priority along, so one entry has to be kept as well.
    if (all.size() > 1 || (!all.empty() && all.front().priority != io_priority(into.settings)))
        into.directions[d].record.priorities = std::move(all);
}

void merge_direction(DirectionResult& into, const DirectionResult& other) {
    DirectionRecord& record = into.record;
    record.ios += other.record.ios;
    record.bytes += other.record.bytes;
    record.short_ios += other.record.short_ios;
    record.dropped_ios += other.record.dropped_ios;
    record.slat.merge(other.record.slat);
    record.clat.merge(other.record.clat);
    record.lat.merge(other.record.lat);
    record.intended.merge(other.record.intended);
    record.lateness.merge(other.record.lateness);
    sum_samples(record.bw, other.record.bw);
    sum_samples(record.iops, other.record.iops);
    record.series.merge(other.record.series);
    into.runtime = std::max(into.runtime, other.runtime);
}

void sum_counts(DepthCounts& into, const DepthCounts& other) {
    for (std::size_t i = 0; i < into.size(); ++i) into[i] += other[i];
}

Nanos all_runtime(const JobResult& job) {
    return job.summed_runtime.count() != 0 ? job.summed_runtime : job.total_runtime;
}

void merge_cpu(CpuUsage& into, const CpuUsage& other, Nanos of_all) {
    into.user_time += other.user_time;
    into.system_time += other.system_time;
    into.context_switches += other.context_switches;
    into.major_faults += other.major_faults;
    into.minor_faults += other.minor_faults;
    const double whole = of_all.as_double();
    into.user_percent = whole > 0 ? 100.0 * into.user_time.as_double() / whole : 0.0;
    into.system_percent = whole > 0 ? 100.0 * into.system_time.as_double() / whole : 0.0;
}

void add_direction(GroupDirection& total, const DirectionResult& row) {
    if (row.runtime.count() <= 0 || row.record.bytes == 0) return;
    const std::uint64_t rate = bytes_per_second(row.record.bytes, row.runtime);
    const bool first = total.bytes == 0;
    total.bytes += row.record.bytes;
    total.min_bandwidth = first ? rate : std::min(total.min_bandwidth, rate);
    total.max_bandwidth = std::max(total.max_bandwidth, rate);
    total.min_runtime = first ? row.runtime : std::min(total.min_runtime, row.runtime);
    total.max_runtime = std::max(total.max_runtime, row.runtime);
    total.bandwidth = bytes_per_second(total.bytes, total.max_runtime);
}

/// Says which jobs a merged row stands for, when it is more than clones of one.
void name_members(JobResult& row, const std::vector<std::string>& names) {
    if (names.size() < 2) return;
    row.footnotes.push_back({fmt::format("the row \"{}\" of group {} is the sum of the jobs {}",
                                         row.name, row.group_id, fmt::join(names, ", ")),
                             {},
                             "group_reporting"});
}

}  // namespace

void merge_into(JobResult& into, const JobResult& other) {
    into.summed_runtime = all_runtime(into) + all_runtime(other);
    into.jobs += other.jobs;
    if (into.error == 0) {
        into.error = other.error;
        into.error_text = other.error_text;
        into.error_function = other.error_function;
    }
    into.end_time_seconds = std::max(into.end_time_seconds, other.end_time_seconds);
    into.elapsed_seconds = std::max(into.elapsed_seconds, other.elapsed_seconds);
    into.total_runtime = std::max(into.total_runtime, other.total_runtime);
    for (const Direction d : all_directions) {
        merge_priorities(into, other, d);
        merge_direction(into.directions[d], other.directions[d]);
    }
    into.sync_latency.merge(other.sync_latency);
    into.sync_ios += other.sync_ios;
    into.cycles.merge(other.cycles);
    into.behind = std::max(into.behind, other.behind);
    into.addresses.ios += other.addresses.ios;
    into.addresses.position_sum += other.addresses.position_sum;
    into.addresses.steps += other.addresses.steps;
    into.addresses.distance_sum += other.addresses.distance_sum;
    sum_counts(into.depths, other.depths);
    sum_counts(into.submits, other.submits);
    sum_counts(into.completions, other.completions);
    merge_cpu(into.cpu, other.cpu, into.summed_runtime);
    for (const Problem& note : other.footnotes) {
        const auto known = std::find(into.footnotes.begin(), into.footnotes.end(), note);
        if (known == into.footnotes.end()) into.footnotes.push_back(note);
    }
    into.synchronous_engine = into.synchronous_engine && other.synchronous_engine;
}

std::vector<JobResult> report_rows(const RunResult& run) {
    std::vector<JobResult> rows;
    std::map<std::uint32_t, std::size_t> row_of_group;
    std::vector<std::vector<std::string>> names;
    for (const JobResult& worker : run.jobs) {
        if (!worker.settings.stats) continue;
        const auto [place, is_new] = worker.settings.group_reporting
                                         ? row_of_group.try_emplace(worker.group_id, rows.size())
                                         : std::pair(row_of_group.end(), true);
        if (is_new) {
            rows.push_back(worker);
            names.push_back({worker.name});
            continue;
        }
        merge_into(rows[place->second], worker);
        std::vector<std::string>& known = names[place->second];
        if (std::find(known.begin(), known.end(), worker.name) == known.end())
            known.push_back(worker.name);
    }
    for (std::size_t i = 0; i < rows.size(); ++i) name_members(rows[i], names[i]);
    return rows;
}

std::vector<GroupResult> group_totals(const std::vector<JobResult>& rows) {
    std::map<std::uint32_t, GroupResult> groups;
    for (const JobResult& row : rows) {
        const auto [place, is_new] = groups.try_emplace(row.group_id);
        GroupResult& group = place->second;
        if (is_new) {
            group.id = row.group_id;
            group.kb_base = row.settings.kb_base;
            group.unit_base = row.settings.unit_base;
        }
        for (const Direction d : all_directions)
            add_direction(group.directions[d], row.directions[d]);
    }
    std::vector<GroupResult> totals;
    for (const auto& [id, group] : groups) totals.push_back(group);
    return totals;
}

std::vector<GroupResult> group_totals(const RunResult& run) {
    return group_totals(report_rows(run));
}

}  // namespace fathom
