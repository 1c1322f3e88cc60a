#include "cli/saved_sets.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <memory>

#include <fmt/format.h>
#include <sys/stat.h>

#include "base/error.h"
#include "base/read_all.h"
#include "cli/compare_variants.h"
#include "experiment/execution.h"
#include "experiment/store.h"
#include "result/run_facts.h"

namespace fathom {

namespace {

namespace fs = std::filesystem;

/// "NAME=PATH", where PATH is there and the whole is not.
std::pair<std::string, std::string> name_and_path(const std::string& text) {
    const auto equals = text.find('=');
    if (equals != std::string::npos && equals != 0 && !fs::exists(text) &&
        fs::exists(text.substr(equals + 1))) {
        return {text.substr(0, equals), text.substr(equals + 1)};
    }
    return {"", text};
}

/// Runs of several variants are no set of results that could stand for one.
void refuse_experiment(const std::string& path) {
    if (!Store::holds_one(path)) return;
    const Store store(path);
    std::vector<std::string> names;
    for (const VariantLabel& variant : store.plan()->variants) names.push_back(variant.name);
    if (names.size() < 2) return;
    throw Error(fmt::format("{} holds an experiment of {} variants: {}", path, names.size(),
                            fmt::join(names, ", ")),
                {},
                fmt::format("`fathom compare {}` alone compares them; a set is one directory or "
                            "file of results for each side",
                            path));
}

std::vector<fs::path> files_of(const std::string& path) {
    if (!fs::is_directory(path)) return {path};
    refuse_experiment(path);
    std::vector<fs::path> files;
    for (const auto& entry : fs::recursive_directory_iterator(path)) {
        if (entry.path().filename() == Store::plan_file) continue;
        if (entry.is_regular_file() && entry.path().extension() == ".json")
            files.push_back(entry.path());
    }
    if (files.empty()) {
        throw Error("no results: the directory holds no file whose name ends in .json", {path, 0});
    }
    std::sort(files.begin(), files.end());
    return files;
}

/// The runs of a set, in order of their time; of equals, of their files' names.
std::vector<RunFacts> runs_of(const std::string& path, const OptionTable& table) {
    std::vector<RunFacts> runs;
    for (const fs::path& file : files_of(path)) {
        for (RunFacts& facts : read_facts(read_whole(file), file, table))
            runs.push_back(std::move(facts));
    }
    std::stable_sort(runs.begin(), runs.end(), [](const RunFacts& a, const RunFacts& b) {
        return a.unix_milliseconds < b.unix_milliseconds;
    });
    return runs;
}

/// Whether no set ended before another began: then a drift falls on all of them.
bool are_interleaved(const std::vector<TakenRun>& runs, std::size_t variants) {
    std::size_t changes = 0;
    for (std::size_t i = 1; i < runs.size(); ++i) {
        if (runs[i].variant != runs[i - 1].variant) ++changes;
    }
    return changes >= variants * 2;
}

Experiment stored(const std::string& directory, const OptionTable& table) {
    const Store store(directory);
    Experiment experiment;
    experiment.variants = store.plan()->variants;
    experiment.seed = store.plan()->seed;
    add_runs(experiment, store.runs(table));
    return experiment;
}

}  // namespace

bool is_result(const std::string& path) {
    const std::string file_name = name_and_path(path).second;
    if (fs::is_directory(file_name)) return true;
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(file_name.c_str(), "rb"));
    struct stat status {};
    if (!file || ::fstat(::fileno(file.get()), &status) != 0 || !S_ISREG(status.st_mode))
        return false;
    // fio's messages may stand before its report.
    std::string begin(65536, '\0');
    begin.resize(std::fread(begin.data(), 1, begin.size(), file.get()));
    return begin.starts_with('{') || begin.find("\n{\n") != std::string::npos ||
           begin.find("\n{\"") != std::string::npos;
}

Experiment experiment_of(const std::vector<std::string>& paths, const OptionTable& table) {
    if (paths.size() == 1 && Store::holds_one(paths.front())) return stored(paths.front(), table);
    if (paths.size() < 2) {
        throw Error("nothing to compare with: there is one set of results only", {},
                    "fathom compare OLD NEW, each a directory or a file of results");
    }
    if (paths.size() > most_variants) {
        throw Error(
            fmt::format("{} sets; a comparison has {} at most", paths.size(), most_variants));
    }
    Experiment experiment;
    for (std::size_t v = 0; v < paths.size(); ++v) {
        const auto [name, path] = name_and_path(paths[v]);
        if (!fs::exists(path)) throw system_error(path, ENOENT);
        std::string label = name;
        if (label.empty()) {
            const fs::path clean = fs::path(path).lexically_normal();
            label = clean.has_filename() ? clean.stem().string()
                                         : clean.parent_path().filename().string();
        }
        for (const VariantLabel& other : experiment.variants) {
            if (other.name != label) continue;
            label = paths[v];
            break;
        }
        for (const VariantLabel& other : experiment.variants) {
            if (other.name == label)
                throw Error(fmt::format("{} stands there twice", paths[v]), {},
                            "NAME=PATH gives a set a name");
        }
        experiment.variants.push_back({label, "", false});
        std::size_t round = 0;
        for (RunFacts& facts : runs_of(path, table))
            experiment.runs.push_back({v, round++, 0, 0, 0, std::move(facts)});
    }
    std::stable_sort(experiment.runs.begin(), experiment.runs.end(),
                     [](const TakenRun& a, const TakenRun& b) {
                         return a.facts.unix_milliseconds < b.facts.unix_milliseconds;
                     });
    for (std::size_t i = 0; i < experiment.runs.size(); ++i) {
        experiment.runs[i].order = i;
        experiment.runs[i].block = experiment.runs[i].round;
    }
    experiment.interleaved = are_interleaved(experiment.runs, paths.size());
    return experiment;
}

}  // namespace fathom
