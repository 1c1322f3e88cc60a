#include "cli/sweep_command.h"

#include <algorithm>
#include <cstdio>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <unistd.h>

#include "cli/compare_flags.h"
#include "cli/compare_variants.h"
#include "cli/experiment_parts.h"
#include "cli/full_table.h"
#include "cli/load_curve.h"
#include "cli/output.h"
#include "cli/plan_runner.h"
#include "experiment/store.h"
#include "experiment/sweep.h"
#include "experiment/sweep_result.h"
#include "experiment/sweep_text.h"
#include "stats/run_order.h"

namespace fathom {

namespace {

/// On a terminal a line over itself; else a line for every tenth of the way.
class Progress : public SweepObserver {
  public:
    explicit Progress(const SweepPlan& plan) : plan_(plan) {}

    void step(const SweepStep& step, std::size_t done, std::size_t all, Nanos to_go) override {
        std::string line =
            fmt::format("run {} of {}, {}", done + 1, all, to_text(plan_.cells[step.cell]));
        const std::string& variant = plan_.variants[step.step.variant].name;
        if (!variant.empty()) line += ", " + variant;
        if (to_go.count() > 0) line += fmt::format(", {} to go", span_text(to_go));
        line_.show(line);
        const std::size_t tenth = done * 10 / all;
        if (line_.on_terminal() || tenth == told_) return;
        told_ = tenth;
        std::fprintf(stderr, "%s\n", line.c_str());
    }
    void clear() { line_.clear(); }

  private:
    const SweepPlan& plan_;
    StatusLine line_;
    std::size_t told_ = 0;
};

std::string dry_run_text(const SweepPlan& plan, const std::vector<Variant>& variants,
                         const CompareOptions& options) {
    const std::size_t k = plan.variants.size();
    const std::size_t rounds = options.limits.rounds.value_or(usual_rounds(plan));
    const std::size_t blocks = blocks_for(k, rounds);
    std::string text = fmt::format("{} cells", plan.cells.size());
    if (k > 1) text += fmt::format(", {} variants", k);
    const std::size_t per_block = sweep_block(plan, 0).size();
    text += fmt::format(", {} runs{}\n", blocks * per_block,
                        options.limits.budget ? fmt::format(" or as many as fit {}",
                                                            span_text(*options.limits.budget))
                                              : "");
    std::vector<RunCost> costs;
    for (const Variant& variant : variants) costs.push_back(cost_of(variant.plan));
    text += fmt::format(
        "all take {}\n",
        to_text(total_cost(costs, blocks * stats::rounds_per_block(k), options.settle)));
    text += fmt::format("order of the first block (seed {}):\n", plan.seed);
    for (const SweepStep& step : sweep_block(plan, 0)) {
        const std::string& variant = plan.variants[step.step.variant].name;
        text += fmt::format("  {}{}{}\n", to_text(plan.cells[step.cell]),
                            variant.empty() ? "" : ", ", variant);
    }
    return text;
}

ExperimentPlan plan_to_keep(const SweepPlan& plan, const std::vector<Variant>& variants) {
    ExperimentPlan kept;
    kept.seed = plan.seed;
    for (std::size_t i = 0; i < variants.size(); ++i) {
        VariantLabel label = variants[i].label;
        const std::string cell = to_text(plan.cells[i / plan.variants.size()]);
        label.name = label.name.empty() ? cell : cell + " " + label.name;
        kept.variants.push_back(std::move(label));
        kept.jobs.push_back(jobs_text(variants[i].plan));
    }
    return kept;
}

void write_result(const SweepResult& result, const CompareOptions& options, Output& output) {
    switch (options.format) {
        case CompareFormat::text: {
            const std::size_t width = result_width(options, output);
            output.write(sweep_text(result, width));
            return;
        }
        case CompareFormat::markdown:
            output.write(sweep_markdown(result));
            return;
        case CompareFormat::csv:
            output.write(sweep_csv(result));
            return;
        case CompareFormat::json:
            output.write(sweep_json(result));
            return;
    }
}

bool has_runs(const Sweep& sweep) {
    return std::any_of(sweep.cells.begin(), sweep.cells.end(), [&](const Experiment& cell) {
        return cell.runs.size() >= sweep.plan.variants.size();
    });
}

int run_sweep(CompareOptions options, const OptionTable& table, const Identity& identity) {
    std::optional<Store> store;
    if (!options.save.empty() && !options.dry_run) store.emplace(options.save);
    SweepPlan plan;
    std::vector<std::string> notes;
    if (options.latency_curve) {
        check_load_curve(options, table);
        if (options.dry_run && options.over.empty()) {
            print_at_once(load_curve_dry_run(options, table));
            return 0;
        }
        install_interrupt_handlers();
        const auto loads =
            offered_loads(options, table, identity, store ? store->plan() : std::nullopt);
        if (!loads) return 128;
        options.over = {loads->axis};
        options.rest.emplace_back("--override=rate_process=poisson");
        // Rounds with the same arrivals would be one round.
        options.rest.emplace_back("--override=randrepeat=0");
        notes = loads->notes;
        plan.is_load_curve = true;
    }
    plan.axes = options.over;
    plan.cells = cells_of(options.over);
    VariantSet set = sweep_variants_of(options, plan.cells, table);
    for (const Problem& warning : set.warnings)
        std::fprintf(stderr, "%s: %s\n", identity.program.c_str(), to_text(warning).c_str());
    for (std::size_t i = 0; i < set.variants.size() / plan.cells.size(); ++i)
        plan.variants.push_back(set.variants[i].label);
    assign_commands(options.before, plan.variants);
    assign_commands(options.after, plan.variants);

    plan.seed = options.seed             ? *options.seed
                : store && store->plan() ? store->plan()->seed
                                         : std::random_device{}();
    if (options.dry_run) {
        print_at_once(dry_run_text(plan, set.variants, options));
        return 0;
    }
    const RunOptions run_options = experiment_run_options(set.arguments, identity);
    PlanRunner runner(set.variants, options, run_options, identity.version,
                      store ? &*store : nullptr);
    Output output(set.arguments.output_file);
    if (store) store->start(plan_to_keep(plan, set.variants));
    Sweep sweep = empty_sweep(std::move(plan), options.question);
    sweep.notes = conditions(options);
    sweep.notes.insert(sweep.notes.end(), notes.begin(), notes.end());
    if (store) add_runs(sweep, store->runs(table));
    install_interrupt_handlers();
    Progress progress(sweep.plan);
    runner.prepare();
    const bool whole = execute(sweep, options.limits, runner, progress);
    progress.clear();
    if (!whole) {
        for (const std::string& note : sweep.notes) {
            if (note.starts_with("ended at"))
                std::fprintf(stderr, "%s: %s\n", identity.program.c_str(), note.c_str());
        }
        if (store) {
            std::fprintf(stderr, "%s: what is done is kept in %s; the same command goes on there\n",
                         identity.program.c_str(), options.save.c_str());
        }
    }
    if (!has_runs(sweep)) return sweep.interrupted ? 128 : 1;
    const SweepResult result = analyse(sweep, options.metric);
    write_result(result, options, output);
    if (!output.finish()) return 1;
    if (sweep.interrupted) return 128;
    return whole ? exit_status(result, options.fail_on) : 1;
}

}  // namespace

int sweep_command(std::span<const std::string> words, const Identity& identity) {
    CompareOptions options = parse_experiment(Experimenting::sweep, words);
    if (options.help || words.empty()) {
        print_at_once(sweep_usage(identity.program));
        return options.help ? 0 : 1;
    }
    if (options.over.empty() && !options.latency_curve) {
        throw Error("a sweep needs --over OPTION=VALUES", {},
                    "--over iodepth=1..64*2, for one option or several; or --latency-curve");
    }
    const OptionTable table = full_table();
    return run_sweep(std::move(options), table, identity);
}

}  // namespace fathom
