#include "result/saved.h"

#include <fmt/format.h>

#include "result/saved_parts.h"

namespace fathom {

namespace {

constexpr int format_version = 1;
constexpr const char* format_key = "fathom_result";

Json facts_json(const std::vector<Surroundings::Fact>& facts) {
    Json object = Json::object();
    for (const auto& fact : facts) object[fact.name] = fact.value;
    return object;
}

std::vector<Surroundings::Fact> read_facts(const Json& object) {
    std::vector<Surroundings::Fact> facts;
    for (const auto& [name, value] : object.items())
        facts.push_back({name, value.get<std::string>()});
    return facts;
}

Json surroundings_json(const Surroundings& surroundings) {
    Json places = Json::array();
    for (const auto& place : surroundings.places) {
        places.push_back({{"path", place.path}, {"facts", facts_json(place.facts)}});
    }
    return {{"machine", facts_json(surroundings.machine)}, {"places", std::move(places)}};
}

Surroundings read_surroundings(const Json& object) {
    Surroundings surroundings;
    surroundings.machine = read_facts(object.at("machine"));
    for (const Json& place : object.at("places")) {
        surroundings.places.push_back(
            {place.at("path").get<std::string>(), read_facts(place.at("facts"))});
    }
    return surroundings;
}

RunResult read_run(const Json& document, const OptionTable& table) {
    RunResult run;
    document.at("version").get_to(run.version);
    document.at("unix_milliseconds").get_to(run.unix_milliseconds);
    document.at("interrupted").get_to(run.interrupted);
    run.surroundings = read_surroundings(document.at("surroundings"));
    run.global_options = saved::read_options(document.at("global_options"));
    for (const Json& job : document.at("jobs")) run.jobs.push_back(saved::read_job(job, table));
    for (const Json& group : document.at("groups")) run.groups.push_back(saved::read_group(group));
    for (const Json& disk : document.at("disks")) run.disks.push_back(saved::read_disk(disk));
    run.warnings = saved::read_problems(document.at("warnings"));
    return run;
}

}  // namespace

std::string saved_text(const RunResult& run) {
    Json document;
    document[format_key] = format_version;
    document["version"] = run.version;
    document["unix_milliseconds"] = run.unix_milliseconds;
    document["interrupted"] = run.interrupted;
    document["surroundings"] = surroundings_json(run.surroundings);
    document["global_options"] = saved::options_json(run.global_options);
    Json& jobs = document["jobs"] = Json::array();
    for (const JobResult& job : run.jobs) jobs.push_back(saved::job_json(job));
    Json& groups = document["groups"] = Json::array();
    for (const GroupResult& group : run.groups) groups.push_back(saved::group_json(group));
    Json& disks = document["disks"] = Json::array();
    for (const DiskUse& disk : run.disks) disks.push_back(saved::disk_json(disk));
    document["warnings"] = saved::problems_json(run.warnings);
    // What is not UTF-8 (a file name) is replaced: the document stays readable.
    return document.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

bool is_saved(std::string_view text) {
    return text.substr(0, 200).find(format_key) != std::string_view::npos;
}

RunResult read_saved(std::string_view text, const std::string& file, const OptionTable& table) {
    const Origin where{file, 0};
    try {
        const Json document = Json::parse(text);
        const int version = document.at(format_key).get<int>();
        if (version != format_version) {
            throw Error(fmt::format("a saved result of format {}; this version reads format {}",
                                    version, format_version),
                        where);
        }
        return read_run(document, table);
    } catch (const Json::exception& failure) {
        throw Error(fmt::format("no saved result: {}", failure.what()), where,
                    "--save FILE makes one");
    } catch (const Error& failure) {
        if (!failure.problems().front().where.file.empty() &&
            failure.problems().front().where == where) {
            throw;
        }
        throw Error("in a saved result: " + failure.problems().front().what, where,
                    failure.problems().front().hint);
    }
}

}  // namespace fathom
