// A job of a saved result: its settings are saved as they were given and read through the option
// table, so that a saved value is checked like any other.
#include <utility>

#include "job/build.h"
#include "result/saved_parts.h"

namespace fathom::saved {

namespace {

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

Json to_json(const JobResult& job) {
    Json object = to_json<JobResult>(job);
    object["origin"] = to_json(job.settings.origin);
    object["job_name"] = job.settings.name;
    object["settings"] = to_json(job.settings.given);
    return object;
}

JobResult read_job(const Json& object, const OptionTable& table) {
    JobResult job;
    from_json(object, job);
    Origin origin;
    from_json(object.at("origin"), origin);
    std::vector<GivenOption> given;
    from_json(object.at("settings"), given);
    job.settings = read_settings(object.at("job_name").get<std::string>(), origin, given, table);
    return job;
}

}  // namespace fathom::saved
