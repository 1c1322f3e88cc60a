#include "experiment/store.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "base/error.h"
#include "base/read_all.h"
#include "result/saved.h"

namespace fathom {

namespace {

namespace fs = std::filesystem;
using Json = nlohmann::ordered_json;

constexpr const char* temporary_suffix = ".tmp";
constexpr const char* format_key = "fathom_experiment";
constexpr int format_version = 1;

Json to_json(const ExperimentPlan& plan) {
    Json variants = Json::array();
    for (std::size_t i = 0; i < plan.variants.size(); ++i) {
        const VariantLabel& label = plan.variants[i];
        variants.push_back({{"name", label.name},
                            {"differs", label.differs},
                            {"repeats_first", label.repeats_first},
                            {"jobs", plan.jobs[i]}});
    }
    return {{format_key, format_version}, {"seed", plan.seed}, {"variants", variants}};
}

ExperimentPlan plan_of(const std::string& text, const std::string& path) {
    try {
        const Json document = Json::parse(text);
        if (document.at(format_key).get<int>() != format_version) {
            throw Error("an experiment of another format", {path, 0});
        }
        ExperimentPlan plan;
        plan.seed = document.at("seed").get<std::uint64_t>();
        for (const Json& variant : document.at("variants")) {
            plan.variants.push_back({variant.at("name").get<std::string>(),
                                     variant.at("differs").get<std::string>(),
                                     variant.at("repeats_first").get<bool>()});
            plan.jobs.push_back(variant.at("jobs").get<std::string>());
        }
        return plan;
    } catch (const Json::exception& failure) {
        throw Error(fmt::format("is no plan of an experiment: {}", failure.what()), {path, 0});
    }
}

/// What of two plans differs, for people.
std::string difference(const ExperimentPlan& there, const ExperimentPlan& asked) {
    if (there.variants.size() != asked.variants.size()) {
        return fmt::format("{} variants there, {} asked for", there.variants.size(),
                           asked.variants.size());
    }
    for (std::size_t i = 0; i < there.variants.size(); ++i) {
        if (there.variants[i].name != asked.variants[i].name) {
            return fmt::format("variant {} there is \"{}\", not \"{}\"", i + 1,
                               there.variants[i].name, asked.variants[i].name);
        }
        if (there.variants[i].differs != asked.variants[i].differs) {
            return fmt::format("variant \"{}\" there is {}, not {}", there.variants[i].name,
                               there.variants[i].differs, asked.variants[i].differs);
        }
        if (there.jobs[i] != asked.jobs[i]) {
            return fmt::format("the jobs of variant \"{}\" have changed", there.variants[i].name);
        }
    }
    return fmt::format("its seed is {}, not {}", there.seed, asked.seed);
}

/// What an end amid the first write leaves behind does not count.
bool is_empty(const std::string& directory) {
    const fs::directory_iterator entries(directory);
    return std::all_of(begin(entries), end(entries), [](const fs::directory_entry& entry) {
        return entry.path().filename() == std::string(Store::plan_file) + temporary_suffix;
    });
}

std::string file_name(const Step& step, const std::string& variant) {
    std::string safe = variant.substr(0, 60);
    std::replace_if(
        safe.begin(), safe.end(),
        [](char c) { return c == '/' || static_cast<unsigned char>(c) < ' '; }, '_');
    return fmt::format("{:05}-{}.json", step.order, safe);
}

}  // namespace

Store::Store(std::string directory) : directory_(std::move(directory)) {
    std::error_code failure;
    fs::create_directories(directory_, failure);
    if (failure) throw system_error("--save=" + directory_, failure.value());
    const std::string path = directory_ + "/" + Store::plan_file;
    if (fs::exists(path)) {
        plan_ = plan_of(read_whole(path), path);
    } else if (!is_empty(directory_)) {
        throw Error(fmt::format("--save={}: the directory holds something that is no experiment",
                                directory_),
                    {}, "a new directory, or one of an earlier comparison to go on with");
    }
}

bool Store::holds_one(const std::string& directory) {
    return fs::exists(directory + "/" + Store::plan_file);
}

void Store::start(const ExperimentPlan& plan) {
    if (!plan_) {
        write(Store::plan_file,
              to_json(plan).dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
        plan_ = plan;
        return;
    }
    if (*plan_ == plan) return;
    throw Error(fmt::format("--save={}: another experiment is there: {}", directory_,
                            difference(*plan_, plan)),
                {}, "another directory for this one");
}

void Store::add(const Step& step, const RunResult& run) {
    write(file_name(step, plan_->variants[step.variant].name), saved_text(run));
}

void Store::write(const std::string& name, const std::string& text) const {
    const std::string path = directory_ + "/" + name;
    const std::string temporary = path + temporary_suffix;
    std::FILE* const file = std::fopen(temporary.c_str(), "wb");
    if (file == nullptr) throw system_error(path, errno);
    errno = 0;
    const bool written = std::fwrite(text.data(), 1, text.size(), file) == text.size();
    const bool closed = std::fclose(file) == 0;
    if (!written || !closed) {
        const int error = errno != 0 ? errno : EIO;
        std::remove(temporary.c_str());
        throw system_error(path, error);
    }
    if (std::rename(temporary.c_str(), path.c_str()) != 0) throw system_error(path, errno);
}

std::map<std::size_t, RunFacts> Store::runs(const OptionTable& table) const {
    std::map<std::size_t, RunFacts> runs;
    for (const auto& entry : fs::directory_iterator(directory_)) {
        const fs::path& path = entry.path();
        if (path.extension() != ".json" || path.filename() == Store::plan_file) continue;
        char* end = nullptr;
        const std::string name = path.filename();
        const std::size_t order = std::strtoull(name.c_str(), &end, 10);
        if (end == name.c_str() || *end != '-') {
            throw Error("a file that is no run of this experiment", {path, 0});
        }
        runs.emplace(order, facts_of(read_saved(read_whole(path), path, table)));
    }
    return runs;
}

}  // namespace fathom
