// Jobs, groups and disks; the settings of a job as they were given.
#include <array>
#include <utility>

#include "job/build.h"
#include "result/saved_parts.h"

namespace fathom::saved {

namespace {

constexpr std::array<const char*, direction_count> direction_names = {"read", "write", "trim"};

Json origin_json(const Origin& origin) {
    return {{"file", origin.file}, {"line", origin.line}};
}

Origin read_origin(const Json& object) {
    return {object.at("file").get<std::string>(), object.at("line").get<int>()};
}

Json cpu_json(const CpuUsage& cpu) {
    return {{"user_percent", cpu.user_percent},         {"system_percent", cpu.system_percent},
            {"user_ns", cpu.user_time.count()},         {"system_ns", cpu.system_time.count()},
            {"context_switches", cpu.context_switches}, {"major_faults", cpu.major_faults},
            {"minor_faults", cpu.minor_faults}};
}

CpuUsage read_cpu(const Json& object) {
    CpuUsage cpu;
    object.at("user_percent").get_to(cpu.user_percent);
    object.at("system_percent").get_to(cpu.system_percent);
    cpu.user_time = Nanos(object.at("user_ns").get<std::int64_t>());
    cpu.system_time = Nanos(object.at("system_ns").get<std::int64_t>());
    object.at("context_switches").get_to(cpu.context_switches);
    object.at("major_faults").get_to(cpu.major_faults);
    object.at("minor_faults").get_to(cpu.minor_faults);
    return cpu;
}

/// The job that these settings make, with the origins they had.
Job read_settings(const std::string& name, const Origin& origin,
                  const std::vector<GivenOption>& given, const OptionTable& table) {
    Spec spec;
    Section global{"global", true, {}, {}};
    Section own{name, false, {}, origin};
    for (const GivenOption& option : given) {
        RawOption raw{option.name, option.value, !option.value.empty(), option.origin};
        (option.from_global ? global : own).options.push_back(std::move(raw));
    }
    spec.sections = {std::move(global), std::move(own)};
    BuildResult built = build_jobs(spec, table);
    built.jobs.front().given = given;
    return std::move(built.jobs.front());
}

}  // namespace

Json options_json(const std::vector<GivenOption>& options) {
    Json array = Json::array();
    for (const GivenOption& option : options) {
        array.push_back({{"name", option.name},
                         {"value", option.value},
                         {"origin", origin_json(option.origin)},
                         {"global", option.from_global}});
    }
    return array;
}

std::vector<GivenOption> read_options(const Json& array) {
    std::vector<GivenOption> options;
    for (const Json& object : array) {
        options.push_back({object.at("name").get<std::string>(),
                           object.at("value").get<std::string>(), read_origin(object.at("origin")),
                           object.at("global").get<bool>()});
    }
    return options;
}

Json problems_json(const std::vector<Problem>& problems) {
    Json array = Json::array();
    for (const Problem& problem : problems) {
        array.push_back({{"what", problem.what},
                         {"where", origin_json(problem.where)},
                         {"hint", problem.hint}});
    }
    return array;
}

std::vector<Problem> read_problems(const Json& array) {
    std::vector<Problem> problems;
    for (const Json& object : array) {
        problems.push_back({object.at("what").get<std::string>(), read_origin(object.at("where")),
                            object.at("hint").get<std::string>()});
    }
    return problems;
}

Json job_json(const JobResult& job) {
    Json object{{"name", job.name},
                {"description", job.description},
                {"group_id", job.group_id},
                {"jobs", job.jobs},
                {"pid", job.pid},
                {"error", job.error},
                {"error_text", job.error_text},
                {"error_function", job.error_function},
                {"end_time_seconds", job.end_time_seconds},
                {"elapsed_seconds", job.elapsed_seconds},
                {"total_runtime_ns", job.total_runtime.count()},
                {"summed_runtime_ns", job.summed_runtime.count()}};
    for (const Direction d : all_directions) {
        object[direction_names[index_of(d)]] = direction_json(job.directions[d]);
    }
    object["sync_latency_ns"] = latency_json(job.sync_latency);
    object["sync_ios"] = job.sync_ios;
    object["depths"] = job.depths;
    object["submits"] = job.submits;
    object["completions"] = job.completions;
    object["iodepth"] = job.iodepth;
    object["synchronous_engine"] = job.synchronous_engine;
    object["cpu"] = cpu_json(job.cpu);
    object["origin"] = origin_json(job.settings.origin);
    object["job_name"] = job.settings.name;
    object["settings"] = options_json(job.settings.given);
    object["footnotes"] = problems_json(job.footnotes);
    return object;
}

JobResult read_job(const Json& object, const OptionTable& table) {
    JobResult job;
    object.at("name").get_to(job.name);
    object.at("description").get_to(job.description);
    object.at("group_id").get_to(job.group_id);
    object.at("jobs").get_to(job.jobs);
    object.at("pid").get_to(job.pid);
    object.at("error").get_to(job.error);
    object.at("error_text").get_to(job.error_text);
    object.at("error_function").get_to(job.error_function);
    object.at("end_time_seconds").get_to(job.end_time_seconds);
    object.at("elapsed_seconds").get_to(job.elapsed_seconds);
    job.total_runtime = Nanos(object.at("total_runtime_ns").get<std::int64_t>());
    job.summed_runtime = Nanos(object.at("summed_runtime_ns").get<std::int64_t>());
    for (const Direction d : all_directions) {
        job.directions[d] = read_direction(object.at(direction_names[index_of(d)]));
    }
    job.sync_latency = read_latency(object.at("sync_latency_ns"));
    object.at("sync_ios").get_to(job.sync_ios);
    object.at("depths").get_to(job.depths);
    object.at("submits").get_to(job.submits);
    object.at("completions").get_to(job.completions);
    object.at("iodepth").get_to(job.iodepth);
    object.at("synchronous_engine").get_to(job.synchronous_engine);
    job.cpu = read_cpu(object.at("cpu"));
    job.settings =
        read_settings(object.at("job_name").get<std::string>(), read_origin(object.at("origin")),
                      read_options(object.at("settings")), table);
    job.footnotes = read_problems(object.at("footnotes"));
    return job;
}

Json group_json(const GroupResult& group) {
    Json object{{"id", group.id}, {"kb_base", group.kb_base}, {"unit_base", group.unit_base}};
    for (const Direction d : all_directions) {
        const GroupDirection& one = group.directions[d];
        object[direction_names[index_of(d)]] = {{"bytes", one.bytes},
                                                {"min_bandwidth", one.min_bandwidth},
                                                {"max_bandwidth", one.max_bandwidth},
                                                {"bandwidth", one.bandwidth},
                                                {"min_runtime_ns", one.min_runtime.count()},
                                                {"max_runtime_ns", one.max_runtime.count()}};
    }
    return object;
}

GroupResult read_group(const Json& object) {
    GroupResult group;
    object.at("id").get_to(group.id);
    object.at("kb_base").get_to(group.kb_base);
    object.at("unit_base").get_to(group.unit_base);
    for (const Direction d : all_directions) {
        const Json& from = object.at(direction_names[index_of(d)]);
        GroupDirection& one = group.directions[d];
        from.at("bytes").get_to(one.bytes);
        from.at("min_bandwidth").get_to(one.min_bandwidth);
        from.at("max_bandwidth").get_to(one.max_bandwidth);
        from.at("bandwidth").get_to(one.bandwidth);
        one.min_runtime = Nanos(from.at("min_runtime_ns").get<std::int64_t>());
        one.max_runtime = Nanos(from.at("max_runtime_ns").get<std::int64_t>());
    }
    return group;
}

Json disk_json(const DiskUse& disk) {
    Json members = Json::array();
    for (const DiskUse& member : disk.members) members.push_back(disk_json(member));
    return {{"name", disk.name},
            {"read_ios", disk.read_ios},
            {"write_ios", disk.write_ios},
            {"read_merges", disk.read_merges},
            {"write_merges", disk.write_merges},
            {"read_ticks", disk.read_ticks},
            {"write_ticks", disk.write_ticks},
            {"read_sectors", disk.read_sectors},
            {"write_sectors", disk.write_sectors},
            {"queue_ms", disk.queue_ms},
            {"utilisation", disk.utilisation},
            {"members", std::move(members)}};
}

DiskUse read_disk(const Json& object) {
    DiskUse disk;
    object.at("name").get_to(disk.name);
    object.at("read_ios").get_to(disk.read_ios);
    object.at("write_ios").get_to(disk.write_ios);
    object.at("read_merges").get_to(disk.read_merges);
    object.at("write_merges").get_to(disk.write_merges);
    object.at("read_ticks").get_to(disk.read_ticks);
    object.at("write_ticks").get_to(disk.write_ticks);
    object.at("read_sectors").get_to(disk.read_sectors);
    object.at("write_sectors").get_to(disk.write_sectors);
    object.at("queue_ms").get_to(disk.queue_ms);
    object.at("utilisation").get_to(disk.utilisation);
    for (const Json& member : object.at("members")) disk.members.push_back(read_disk(member));
    return disk;
}

}  // namespace fathom::saved
