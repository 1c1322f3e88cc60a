#include "cli/compare_command.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/compare_flags.h"
#include "cli/compare_variants.h"
#include "cli/experiment_parts.h"
#include "cli/full_table.h"
#include "cli/output.h"
#include "cli/plan_runner.h"
#include "cli/saved_sets.h"
#include "experiment/comparison_text.h"
#include "experiment/execution.h"
#include "experiment/runs.h"
#include "experiment/store.h"
#include "report/quantity.h"

namespace fathom {

namespace {

/// On a terminal a line over itself; else a line for each block.
class Progress : public ExperimentObserver {
  public:
    Progress(const std::vector<Variant>& variants, const Limits& limits)
        : variants_(variants), limits_(limits) {}

    void step(const Step& step, std::size_t most_rounds, Nanos to_go) override {
        if (!line_.on_terminal()) return;
        std::string line =
            fmt::format("round {} of {}{}, {}", step.round + 1, limits_.rounds ? "" : "at most ",
                        most_rounds, variants_[step.variant].label.name);
        if (limits_.budget)
            line = fmt::format("round {}, {}", step.round + 1, variants_[step.variant].label.name);
        if (to_go.count() > 0) {
            line += fmt::format(", {}{} to go", limits_.rounds ? "" : "at most ", span_text(to_go));
        }
        if (!state_.empty()) line += "; " + state_;
        line_.show(line);
    }
    void block(std::size_t rounds, const ComparisonResult& result) override {
        state_ = comparison_line(result);
        if (!line_.on_terminal()) std::fprintf(stderr, "%zu rounds: %s\n", rounds, state_.c_str());
    }
    void clear() { line_.clear(); }

  private:
    const std::vector<Variant>& variants_;
    const Limits& limits_;
    StatusLine line_;
    std::string state_;
};

std::string dry_run_text(const std::vector<Variant>& variants, const CompareOptions& options,
                         std::uint64_t seed) {
    const std::size_t k = variants.size();
    std::string text;
    std::vector<RunCost> costs;
    for (const Variant& variant : variants) {
        const VariantLabel& label = variant.label;
        costs.push_back(cost_of(variant.plan));
        text += fmt::format("{}{}: a run takes {}\n", label.name,
                            label.differs.empty() ? "" : " (" + label.differs + ")",
                            to_text(costs.back()));
    }
    const std::size_t most = most_blocks(k, options.limits) * k;
    const std::size_t least =
        options.limits.rounds ? most : std::min(blocks_for(k, fewest_rounds) * k, most);
    if (options.limits.budget) {
        text += fmt::format("rounds: as many as fit {}\n", span_text(*options.limits.budget));
    } else if (options.limits.rounds) {
        text += fmt::format("rounds: {}\n", most);
    } else {
        text += fmt::format("rounds: {} to {}, until the interval is {:g} % on each side\n", least,
                            most, 100 * options.limits.precision);
    }
    text += fmt::format("{} rounds take {}\n", least,
                        to_text(total_cost(costs, least, options.settle)));
    if (!options.limits.budget && most != least) {
        text += fmt::format("{} rounds take {}\n", most,
                            to_text(total_cost(costs, most, options.settle)));
    }
    text += fmt::format("order (seed {}):", seed);
    for (std::size_t block = 0; block < blocks_for(k, least); ++block) {
        for (const Step& step : block_of_steps(k, block, seed))
            text += fmt::format("{}{}", step.place == 0 ? "\n  " : ", ",
                                variants[step.variant].label.name);
    }
    return text + "\n";
}

void write_result(const ComparisonResult& result, const CompareOptions& options, Output& output) {
    switch (options.format) {
        case CompareFormat::text: {
            const std::size_t width = result_width(options, output);
            output.write(
                comparison_text(result, {std::min<std::size_t>(width, 120), locale_is_utf8()}));
            return;
        }
        case CompareFormat::markdown:
            output.write(comparison_markdown(result));
            return;
        case CompareFormat::csv:
            output.write(comparison_csv(result));
            return;
        case CompareFormat::json:
            output.write(comparison_json(result));
            return;
    }
}

/// Compares, with the margin that --aa measured where it was asked for.
ComparisonResult conclude(Experiment& experiment, const CompareOptions& options) {
    ComparisonResult result = compare(experiment, options.metrics);
    const double floor = noise_floor(result, options.metrics);
    if (floor <= 0) return result;
    if (experiment.question.margin_given) {
        experiment.notes.push_back(fmt::format(
            "noise floor: a variant against itself differs by up to {:.2f} %; the margin is as "
            "given",
            100 * floor));
    } else {
        experiment.question.margin = std::max(experiment.question.margin, floor);
        experiment.notes.push_back(fmt::format(
            "noise floor: a variant against itself differs by up to {:.2f} %, which sets the "
            "margin if above 1 %",
            100 * floor));
    }
    return compare(experiment, options.metrics);
}

int compare_saved(const CompareOptions& options, const OptionTable& table) {
    if (!options.vary.empty() || !options.variants.empty() || options.aa || !options.save.empty() ||
        options.limits.rounds || options.limits.budget || options.dry_run) {
        throw Error(
            "results that are saved already are only compared: flags about runs have no "
            "place here");
    }
    const Arguments arguments = parse_arguments(options.rest, table);
    Experiment experiment = experiment_of(options.paths, table);
    experiment.question = options.question;
    const ComparisonResult result = conclude(experiment, options);
    Output output(arguments.output_file);
    write_result(result, options, output);
    if (!output.finish()) return 1;
    return exit_status(result, options.fail_on);
}

ExperimentPlan plan_to_keep(const std::vector<Variant>& variants, std::uint64_t seed) {
    ExperimentPlan plan;
    plan.seed = seed;
    for (const Variant& variant : variants) {
        plan.variants.push_back(variant.label);
        plan.jobs.push_back(jobs_text(variant.plan));
    }
    return plan;
}

/// Why it ended early, and what became of the runs.
void tell_end(const Experiment& experiment, const CompareOptions& options,
              const Identity& identity) {
    for (const std::string& note : experiment.notes) {
        if (note.starts_with("ended at"))
            std::fprintf(stderr, "%s: %s\n", identity.program.c_str(), note.c_str());
    }
    if (options.save.empty()) return;
    std::fprintf(stderr, "%s: %zu runs are kept in %s; the same command goes on from there\n",
                 identity.program.c_str(), experiment.runs.size(), options.save.c_str());
}

int compare_jobs(CompareOptions options, const OptionTable& table, const Identity& identity) {
    VariantSet set = variants_of(options, table);
    for (const Problem& warning : set.warnings)
        std::fprintf(stderr, "%s: %s\n", identity.program.c_str(), to_text(warning).c_str());
    if (options.aa) {
        Variant again = set.variants.front();
        again.label = {again.label.name + " again", "the same once more", true};
        set.variants.insert(set.variants.begin() + 1, std::move(again));
    }
    std::vector<VariantLabel> labels;
    for (const Variant& variant : set.variants) labels.push_back(variant.label);
    assign_commands(options.before, labels);
    assign_commands(options.after, labels);

    std::optional<Store> store;
    if (!options.save.empty() && !options.dry_run) store.emplace(options.save);
    const std::uint64_t seed = options.seed             ? *options.seed
                               : store && store->plan() ? store->plan()->seed
                                                        : std::random_device{}();
    if (options.dry_run) {
        print_at_once(dry_run_text(set.variants, options, seed));
        return 0;
    }
    const RunOptions run_options = experiment_run_options(set.arguments, identity);
    PlanRunner runner(set.variants, options, run_options, identity.version,
                      store ? &*store : nullptr);
    Output output(set.arguments.output_file);
    Experiment experiment;
    experiment.variants = labels;
    experiment.question = options.question;
    experiment.seed = seed;
    experiment.notes = conditions(options);
    if (store) {
        store->start(plan_to_keep(set.variants, seed));
        add_runs(experiment, store->runs(table));
    }
    install_interrupt_handlers();
    Progress progress(set.variants, options.limits);
    runner.prepare();
    const bool whole = execute(experiment, options.limits, options.metrics, runner, progress);
    progress.clear();
    if (!whole) tell_end(experiment, options, identity);
    if (!every_variant_ran(experiment)) return experiment.interrupted ? 128 : 1;
    const ComparisonResult result = conclude(experiment, options);
    write_result(result, options, output);
    if (!output.finish()) return 1;
    if (experiment.interrupted) return 128;
    return whole ? exit_status(result, options.fail_on) : 1;
}

}  // namespace

int compare_command(std::span<const std::string> words, const Identity& identity) {
    CompareOptions options = parse_experiment(Experimenting::compare, words);
    if (options.help || (options.paths.empty() && options.rest.empty())) {
        print_at_once(compare_usage(identity.program));
        return options.help ? 0 : 1;
    }
    const OptionTable table = full_table();
    const bool saved = !options.paths.empty() &&
                       std::all_of(options.paths.begin(), options.paths.end(), is_result);
    if (saved) return compare_saved(options, table);
    const auto result = std::find_if(options.paths.begin(), options.paths.end(), is_result);
    if (result != options.paths.end()) {
        for (const std::string& path : options.paths) {
            if (::access(path.c_str(), F_OK) != 0 && !is_result(path))
                throw system_error(path, errno);
        }
        throw Error(
            fmt::format("{} holds results, and another word is a job file: either all or "
                        "none",
                        *result));
    }
    return compare_jobs(std::move(options), table, identity);
}

}  // namespace fathom
