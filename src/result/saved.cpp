#include "result/saved.h"

#include <fmt/format.h>

#include "result/saved_parts.h"

namespace fathom {

namespace {

using Json = saved::Json;

constexpr int format_version = 1;
constexpr const char* format_key = "fathom_result";

}  // namespace

namespace saved {

Json to_json(const std::vector<Surroundings::Fact>& facts) {
    Json object = Json::object();
    for (const auto& fact : facts) object[fact.name] = fact.value;
    return object;
}

void from_json(const Json& object, std::vector<Surroundings::Fact>& facts) {
    for (const auto& [name, value] : object.items()) {
        facts.push_back({name, value.get<std::string>()});
    }
}

}  // namespace saved

std::string saved_text(const RunResult& run) {
    Json document{{format_key, format_version}};
    document.update(saved::to_json(run));
    document["jobs"] = saved::to_json(run.jobs);
    // What is not UTF-8 (a file name) is replaced: the document stays readable.
    return document.dump(-1, ' ', false, Json::error_handler_t::replace) + '\n';
}

bool is_saved(std::string_view text) {
    return text.substr(0, 200).find(format_key) != std::string_view::npos;
}

RunResult read_saved(std::string_view text, const std::string& file, const OptionTable& table) {
    const Origin where{file, 0};
    if (!is_saved(text)) {
        throw Error("no saved result", where,
                    "--save FILE makes one; `fathom compare` reads fio's JSON as well");
    }
    try {
        const Json document = Json::parse(text);
        const int version = document.at(format_key).get<int>();
        if (version != format_version) {
            throw Error(fmt::format("a saved result of format {}; this version reads format {}",
                                    version, format_version),
                        where);
        }
        RunResult run;
        saved::from_json(document, run);
        for (const Json& job : document.at("jobs")) run.jobs.push_back(saved::read_job(job, table));
        return run;
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
