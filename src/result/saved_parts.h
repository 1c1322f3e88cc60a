// How the parts of a saved result become JSON and come back. A plain record names its fields once,
// in fields_of(), for both ways; what has a form of its own has a to_json and a from_json here.
// Used by saved.cpp and its two parts only.
#pragma once

#include <concepts>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

#include "job/option.h"
#include "result/run_result.h"

namespace fathom::saved {

using Json = nlohmann::ordered_json;

/// T itself or const T: a record to be filled or to be told.
template <class T, class Record>
concept Any = std::same_as<std::remove_const_t<T>, Record>;

// Forms of their own.
Json to_json(const Latency& latency);
void from_json(const Json& object, Latency& latency);
Json to_json(const Series& series);
void from_json(const Json& array, Series& series);
Json to_json(const std::vector<Surroundings::Fact>& facts);
void from_json(const Json& object, std::vector<Surroundings::Fact>& facts);
Json to_json(const JobResult& job);
JobResult read_job(const Json& object, const OptionTable& table);

inline Json to_json(Nanos span) {
    return span.count();
}
inline void from_json(const Json& number, Nanos& span) {
    span = Nanos(number.get<std::int64_t>());
}

/// What is not known is null.
template <class T>
Json to_json(const std::optional<T>& value);
template <class T>
void from_json(const Json& json, std::optional<T>& value);

/// Numbers, texts and arrays of numbers are JSON's own.
template <class T>
concept Plain =
    std::is_arithmetic_v<T> || std::same_as<T, std::string> || std::same_as<T, DepthCounts>;

template <Plain T>
Json to_json(const T& value) {
    return value;
}
template <Plain T>
void from_json(const Json& json, T& value) {
    json.get_to(value);
}

struct NoVisit {
    template <class T>
    void operator()(const char* /*key*/, T& /*field*/) const {}
};
template <class T>
concept Record = requires(T& record) {
    fields_of(record, NoVisit{});
};

template <Record T>
Json to_json(const T& record);
template <Record T>
void from_json(const Json& object, T& record);
template <class T>
Json to_json(const std::vector<T>& list);
template <class T>
void from_json(const Json& array, std::vector<T>& list);
/// One field a direction, beside the others.
void for_directions(auto& each, auto&& visit) {
    visit("read", each[Direction::read]);
    visit("write", each[Direction::write]);
    visit("trim", each[Direction::trim]);
}

void fields_of(Any<Samples> auto& samples, auto&& visit) {
    visit("count", samples.count);
    visit("min", samples.min);
    visit("max", samples.max);
    visit("mean", samples.mean);
    visit("m2", samples.m2);
}

void fields_of(Any<Origin> auto& origin, auto&& visit) {
    visit("file", origin.file);
    visit("line", origin.line);
}

void fields_of(Any<Problem> auto& problem, auto&& visit) {
    visit("what", problem.what);
    visit("where", problem.where);
    visit("hint", problem.hint);
}

void fields_of(Any<GivenOption> auto& option, auto&& visit) {
    visit("name", option.name);
    visit("value", option.value);
    visit("origin", option.origin);
    visit("global", option.from_global);
}

void fields_of(Any<PriorityLatency> auto& one, auto&& visit) {
    visit("priority", one.priority);
    visit("latency_ns", one.latency);
}

void fields_of(Any<DirectionResult> auto& direction, auto&& visit) {
    auto& record = direction.record;
    visit("runtime_ns", direction.runtime);
    visit("ios", record.ios);
    visit("bytes", record.bytes);
    visit("short_ios", record.short_ios);
    visit("dropped_ios", record.dropped_ios);
    visit("slat_ns", record.slat);
    visit("clat_ns", record.clat);
    visit("lat_ns", record.lat);
    visit("intended_ns", record.intended);
    visit("lateness_ns", record.lateness);
    visit("bw_kib", record.bw);
    visit("iops", record.iops);
    visit("window_ios", record.window_ios);
    visit("window_bytes", record.window_bytes);
    visit("priorities", record.priorities);
    visit("series", record.series);
}

void fields_of(Any<Addresses> auto& addresses, auto&& visit) {
    visit("ios", addresses.ios);
    visit("position_sum", addresses.position_sum);
    visit("steps", addresses.steps);
    visit("distance_sum_bytes", addresses.distance_sum);
}

void fields_of(Any<Throttling> auto& throttling, auto&& visit) {
    visit("heat_events", throttling.heat_events);
    visit("group_ns", throttling.group_time);
}

void fields_of(Any<CpuUsage> auto& cpu, auto&& visit) {
    visit("user_percent", cpu.user_percent);
    visit("system_percent", cpu.system_percent);
    visit("user_ns", cpu.user_time);
    visit("system_ns", cpu.system_time);
    visit("context_switches", cpu.context_switches);
    visit("major_faults", cpu.major_faults);
    visit("minor_faults", cpu.minor_faults);
}

void fields_of(Any<GroupDirection> auto& direction, auto&& visit) {
    visit("bytes", direction.bytes);
    visit("min_bandwidth", direction.min_bandwidth);
    visit("max_bandwidth", direction.max_bandwidth);
    visit("bandwidth", direction.bandwidth);
    visit("min_runtime_ns", direction.min_runtime);
    visit("max_runtime_ns", direction.max_runtime);
}

void fields_of(Any<GroupResult> auto& group, auto&& visit) {
    visit("id", group.id);
    visit("kb_base", group.kb_base);
    visit("unit_base", group.unit_base);
    for_directions(group.directions, visit);
}

void fields_of(Any<DiskUse> auto& disk, auto&& visit) {
    visit("name", disk.name);
    visit("read_ios", disk.read_ios);
    visit("write_ios", disk.write_ios);
    visit("read_merges", disk.read_merges);
    visit("write_merges", disk.write_merges);
    visit("read_ticks", disk.read_ticks);
    visit("write_ticks", disk.write_ticks);
    visit("read_sectors", disk.read_sectors);
    visit("write_sectors", disk.write_sectors);
    visit("queue_ms", disk.queue_ms);
    visit("utilisation", disk.utilisation);
    visit("members", disk.members);
}

void fields_of(Any<Surroundings::Place> auto& place, auto&& visit) {
    visit("path", place.path);
    visit("facts", place.facts);
}

void fields_of(Any<Surroundings> auto& surroundings, auto&& visit) {
    visit("machine", surroundings.machine);
    visit("places", surroundings.places);
}

/// All of a job but its settings, which are read through the option table.
void fields_of(Any<JobResult> auto& job, auto&& visit) {
    visit("name", job.name);
    visit("description", job.description);
    visit("group_id", job.group_id);
    visit("jobs", job.jobs);
    visit("pid", job.pid);
    visit("error", job.error);
    visit("error_text", job.error_text);
    visit("error_function", job.error_function);
    visit("end_time_seconds", job.end_time_seconds);
    visit("elapsed_seconds", job.elapsed_seconds);
    visit("total_runtime_ns", job.total_runtime);
    visit("summed_runtime_ns", job.summed_runtime);
    for_directions(job.directions, visit);
    visit("sync_latency_ns", job.sync_latency);
    visit("sync_ios", job.sync_ios);
    visit("cycles_ns", job.cycles);
    visit("depths", job.depths);
    visit("submits", job.submits);
    visit("completions", job.completions);
    visit("addresses", job.addresses);
    visit("behind_ns", job.behind);
    visit("iodepth", job.iodepth);
    visit("synchronous_engine", job.synchronous_engine);
    visit("cpu", job.cpu);
    visit("footnotes", job.footnotes);
}

/// All of a run but its jobs.
void fields_of(Any<RunResult> auto& run, auto&& visit) {
    visit("version", run.version);
    visit("unix_milliseconds", run.unix_milliseconds);
    visit("interrupted", run.interrupted);
    visit("surroundings", run.surroundings);
    visit("global_options", run.global_options);
    visit("groups", run.groups);
    visit("disks", run.disks);
    visit("throttling", run.throttling);
    visit("warnings", run.warnings);
}

template <Record T>
Json to_json(const T& record) {
    Json object = Json::object();
    fields_of(record,
              [&](const char* key, const auto& field) { object[key] = saved::to_json(field); });
    return object;
}

template <Record T>
void from_json(const Json& object, T& record) {
    fields_of(record,
              [&](const char* key, auto& field) { saved::from_json(object.at(key), field); });
}

template <class T>
Json to_json(const std::optional<T>& value) {
    return value ? Json(saved::to_json(*value)) : Json(nullptr);
}

template <class T>
void from_json(const Json& json, std::optional<T>& value) {
    value.reset();
    if (!json.is_null()) saved::from_json(json, value.emplace());
}

template <class T>
Json to_json(const std::vector<T>& list) {
    Json array = Json::array();
    for (const T& one : list) array.push_back(saved::to_json(one));
    return array;
}

template <class T>
void from_json(const Json& array, std::vector<T>& list) {
    for (const Json& one : array) saved::from_json(one, list.emplace_back());
}

}  // namespace fathom::saved
