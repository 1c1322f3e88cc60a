#include "cli/compare_variants.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include <fmt/format.h>

#include "experiment/grid.h"
#include "result/run_facts.h"

namespace fathom {

namespace {

NamedSettings parse_variant(const std::string& text) {
    const auto colon = text.find(':');
    const auto refuse = [&](const std::string& why) {
        throw Error(fmt::format("--variant {}: {}", text.substr(0, 200), why), {},
                    "it is written as --variant NAME:OPTION=VALUE,OPTION=VALUE");
    };
    if (colon == std::string::npos || colon == 0 || colon > text.find('='))
        refuse("no name before a colon");
    NamedSettings named{text.substr(0, colon), {}};
    if (colon + 1 == text.size()) return named;  // what sets it apart is done by --before
    for (const std::string& setting : split_at_commas(text.substr(colon + 1))) {
        const auto equals = setting.find('=');
        if (equals == std::string::npos || equals == 0) {
            refuse(fmt::format("\"{}\" sets nothing; a comma in a value is written \\,", setting));
        }
        named.settings.emplace_back(setting.substr(0, equals), setting.substr(equals + 1));
    }
    return named;
}

/// "psync"; "psync 1" where several options vary.
std::string name_of(const Cell& cell) {
    std::vector<std::string> values;
    for (const auto& [option, value] : cell) values.push_back(value);
    return fmt::format("{}", fmt::join(values, " "));
}

std::vector<NamedSettings> named_variants(const CompareOptions& options) {
    std::vector<NamedSettings> named;
    if (!options.vary.empty() && !options.variants.empty()) {
        throw Error("--vary and --variant cannot stand together", {},
                    "say with --variant what each of them is");
    }
    if (!options.vary.empty()) {
        for (const Cell& cell : cells_of(options.vary)) named.push_back({name_of(cell), cell});
    }
    for (const std::string& text : options.variants) named.push_back(parse_variant(text));
    return named;
}

/// Jobs of a command line; `settings` win over what a file says.
Plan read_plan(const CompareOptions& options, const std::vector<std::string>& files,
               const Cell& settings, const OptionTable& table, VariantSet& set) {
    std::vector<std::string> words;
    for (const auto& [option, value] : settings)
        words.push_back(fmt::format("--override={}={}", option, value));
    words.insert(words.end(), options.rest.begin(), options.rest.end());
    words.insert(words.end(), files.begin(), files.end());
    Arguments arguments = parse_arguments(words, table);
    if (arguments.action != Arguments::Action::run) {
        throw Error("compare runs jobs: a flag that asks for something else has no place here");
    }
    BuildResult built = jobs_of(arguments, table);
    if (!built.not_yet.empty()) throw Error(built.not_yet);
    for (Problem& warning : built.warnings) {
        const auto same = std::find(set.warnings.begin(), set.warnings.end(), warning);
        if (same == set.warnings.end()) set.warnings.push_back(std::move(warning));
    }
    if (set.variants.empty()) set.arguments = std::move(arguments);
    return make_plan(std::move(built.jobs));
}

/// The same, and what is wrong with a setting is said of the setting, however it is handed on.
Plan plan_of(const CompareOptions& options, const std::vector<std::string>& files,
             const Cell& settings, const OptionTable& table, VariantSet& set) {
    constexpr std::string_view flag = "--override";
    try {
        return read_plan(options, files, settings, table, set);
    } catch (const Error& error) {
        std::vector<Problem> problems = error.problems();
        for (Problem& problem : problems) {
            if (problem.where.file == flag) problem.where = {to_text(settings), 0};
            if (!settings.empty() && problem.what.starts_with(flag))
                problem.what.erase(0, flag.size() + 1);
        }
        throw Error(std::move(problems));
    }
}

/// Options in which the variants' first jobs differ become what sets them apart.
void describe_by_settings(VariantSet& set) {
    constexpr std::size_t few = 4;
    std::vector<std::map<std::string, std::string>> settings;
    std::set<std::string> options;
    for (const Variant& variant : set.variants) {
        auto& mine = settings.emplace_back();
        for (const GivenOption& option : variant.plan.jobs.front().given) {
            // How the groups stand in their file is not what they do.
            if (option.name == "stonewall" || option.name == "new_group") continue;
            mine[option.name] = option.value;
            options.insert(option.name);
        }
    }
    Cell differing;
    for (const std::string& option : options) {
        const auto same = [&](const auto& mine) {
            const auto& first = settings.front();
            const auto a = mine.find(option);
            const auto b = first.find(option);
            if (a == mine.end() || b == first.end()) return a == mine.end() && b == first.end();
            return a->second == b->second;
        };
        if (!std::all_of(settings.begin(), settings.end(), same))
            differing.emplace_back(option, "");
    }
    if (differing.size() > few) return;
    for (std::size_t v = 0; v < settings.size(); ++v) {
        Cell mine;
        for (const auto& [option, unset] : differing) {
            const auto found = settings[v].find(option);
            mine.emplace_back(option, found == settings[v].end() ? "(default)" : found->second);
        }
        set.variants[v].label.differs = to_text(mine);
    }
}

void add_files(const CompareOptions& options, const OptionTable& table, VariantSet& set) {
    std::set<std::string> stems;
    const bool distinct =
        std::all_of(options.paths.begin(), options.paths.end(), [&](const std::string& path) {
            return stems.insert(std::filesystem::path(path).stem()).second;
        });
    for (const std::string& path : options.paths) {
        Plan plan = plan_of(options, {path}, {}, table, set);
        const std::string name = distinct ? std::filesystem::path(path).stem().string() : path;
        set.variants.push_back({{name, "", false}, std::move(plan)});
    }
    describe_by_settings(set);
}

/// Each reporting group of one file by itself.
void add_groups(const Plan& whole, VariantSet& set) {
    for (std::uint32_t group = 0; group < whole.groups(); ++group) {
        std::vector<Job> jobs;
        std::vector<std::string> names;
        for (const PlannedWorker& worker : whole.workers) {
            if (worker.group != group || worker.clone != 0) continue;
            jobs.push_back(whole.jobs[worker.job]);
            names.push_back(jobs.back().name);
        }
        set.variants.push_back({{part_name(names), "", false}, make_plan(std::move(jobs))});
    }
    if (set.variants.size() < 2) {
        throw Error("nothing to compare: the jobs are one group, and run together", {},
                    "separate what is to be compared by stonewall, or name variants by --vary "
                    "ioengine=psync,io_uring");
    }
    describe_by_settings(set);
}

/// Whether a command sets this variant apart.
bool has_command(const CompareOptions& options, const std::string& name) {
    const auto names_it = [&](const VariantCommand& one) {
        return one.command.starts_with(name + ":");
    };
    return std::any_of(options.before.begin(), options.before.end(), names_it) ||
           std::any_of(options.after.begin(), options.after.end(), names_it);
}

void check(const CompareOptions& options, const VariantSet& set) {
    if (set.variants.size() < 2) {
        throw Error("nothing to compare with: there is one variant only", {},
                    "--vary OPTION=V1,V2 or a second --variant or job file");
    }
    if (set.variants.size() > most_variants) {
        throw Error(fmt::format("{} variants; a comparison has {} at most", set.variants.size(),
                                most_variants),
                    {}, "`fathom sweep` is for many");
    }
    for (std::size_t i = 0; i < set.variants.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j) {
            const Variant& a = set.variants[j];
            const Variant& b = set.variants[i];
            if (a.label.name == b.label.name)
                throw Error(fmt::format("two variants are called \"{}\"", a.label.name));
            const bool by_command =
                has_command(options, a.label.name) || has_command(options, b.label.name);
            if (!by_command && jobs_text(a.plan) == jobs_text(b.plan)) {
                throw Error(fmt::format("the variants \"{}\" and \"{}\" are the same jobs",
                                        a.label.name, b.label.name),
                            {},
                            "--aa compares a variant with itself; --before=NAME:COMMAND sets "
                            "one apart");
            }
        }
    }
}

}  // namespace

VariantSet variants_of(const CompareOptions& options, const OptionTable& table) {
    VariantSet set;
    const std::vector<NamedSettings> named = named_variants(options);
    if (!named.empty()) {
        if (named.size() > most_variants) {
            throw Error(fmt::format("{} variants; a comparison has {} at most", named.size(),
                                    most_variants),
                        {}, "`fathom sweep` is for many");
        }
        for (const NamedSettings& one : named) {
            Plan plan = plan_of(options, options.paths, one.settings, table, set);
            set.variants.push_back({{one.name, to_text(one.settings), false}, std::move(plan)});
        }
        if (named.size() == 1 && options.aa) return set;
    } else if (options.paths.size() > 1) {
        add_files(options, table, set);
    } else {
        const Plan whole = plan_of(options, options.paths, {}, table, set);
        if (options.aa && whole.groups() == 1) {
            set.variants.push_back({{part_name({whole.jobs.front().name}), "", false}, whole});
            return set;
        }
        add_groups(whole, set);
    }
    check(options, set);
    return set;
}

VariantSet sweep_variants_of(const CompareOptions& options, const std::vector<Cell>& cells,
                             const OptionTable& table) {
    std::vector<NamedSettings> named = named_variants(options);
    if (named.size() == 1) {
        throw Error("one variant alone compares nothing", {}, "a second --variant, or none");
    }
    if (named.size() > most_variants) {
        throw Error(
            fmt::format("{} variants; a sweep has {} at most", named.size(), most_variants));
    }
    if (named.empty()) named.emplace_back();
    for (const NamedSettings& one : named) {
        for (const auto& setting : one.settings) {
            if (cells.empty()) break;
            const bool swept =
                std::any_of(cells.front().begin(), cells.front().end(),
                            [&setting](const auto& own) { return own.first == setting.first; });
            if (!swept) continue;
            throw Error(
                fmt::format("{} is both swept by --over and set by a variant", setting.first), {},
                "each option has one place");
        }
    }
    VariantSet set;
    for (const Cell& cell : cells) {
        VariantSet here;
        for (const NamedSettings& one : named) {
            Cell settings = cell;
            settings.insert(settings.end(), one.settings.begin(), one.settings.end());
            Plan plan = plan_of(options, options.paths, settings, table, set);
            here.variants.push_back({{one.name, to_text(one.settings), false}, std::move(plan)});
        }
        if (named.size() > 1) check(options, here);
        for (Variant& variant : here.variants) set.variants.push_back(std::move(variant));
    }
    return set;
}

VariantSet cell_variants_of(const CompareOptions& options,
                            const std::vector<std::vector<NamedSettings>>& cells,
                            const OptionTable& table) {
    VariantSet set;
    for (const auto& variants : cells) {
        for (const NamedSettings& one : variants) {
            Plan plan = plan_of(options, options.paths, one.settings, table, set);
            set.variants.push_back({{one.name, to_text(one.settings), false}, std::move(plan)});
        }
    }
    return set;
}

std::string jobs_text(const Plan& plan) {
    std::string text;
    for (const Job& job : plan.jobs) {
        text += fmt::format("[{}]\n", job.name);
        for (const GivenOption& option : job.given)
            text += fmt::format("{}={}\n", option.name, option.value);
    }
    return text;
}

}  // namespace fathom
