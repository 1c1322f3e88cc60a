#include "cli/cell_runs.h"

#include <algorithm>
#include <cstdio>
#include <random>
#include <utility>

#include <fmt/format.h>

#include "cli/experiment_parts.h"
#include "cli/plan_runner.h"
#include "stats/run_order.h"

namespace fathom {

namespace {

/// On a terminal a line over itself; else a line for every tenth of the way.
class CellProgress : public SweepObserver {
  public:
    explicit CellProgress(const SweepPlan& plan) : plan_(plan) {}

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

bool has_runs(const Sweep& sweep) {
    return std::any_of(sweep.cells.begin(), sweep.cells.end(), [&](const Experiment& cell) {
        return cell.runs.size() >= sweep.plan.variants.size();
    });
}

}  // namespace

std::uint64_t order_seed(const CompareOptions& options, const std::optional<Store>& store) {
    if (options.seed) return *options.seed;
    return store && store->plan() ? store->plan()->seed : std::random_device{}();
}

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

CellRuns run_cells(SweepPlan plan, const VariantSet& set, const CompareOptions& options,
                   std::optional<Store>& store, const std::vector<std::string>& notes,
                   const OptionTable& table, const Identity& identity) {
    const RunOptions run_options = experiment_run_options(set.arguments, identity);
    PlanRunner runner(set.variants, options, run_options, identity.version,
                      store ? &*store : nullptr);
    if (store) store->start(plan_to_keep(plan, set.variants));
    CellRuns runs;
    Sweep& sweep = runs.sweep = empty_sweep(std::move(plan), options.question);
    sweep.notes = conditions(options);
    sweep.notes.insert(sweep.notes.end(), notes.begin(), notes.end());
    if (store) add_runs(sweep, store->runs(table));
    install_interrupt_handlers();
    CellProgress progress(sweep.plan);
    runner.prepare();
    runs.whole = execute(sweep, options.limits, runner, progress);
    progress.clear();
    if (!runs.whole) {
        for (const std::string& note : sweep.notes) {
            if (note.starts_with("ended at"))
                std::fprintf(stderr, "%s: %s\n", identity.program.c_str(), note.c_str());
        }
        if (store) {
            std::fprintf(stderr, "%s: what is done is kept in %s; the same command goes on there\n",
                         identity.program.c_str(), options.save.c_str());
        }
    }
    runs.has_runs = has_runs(sweep);
    return runs;
}

}  // namespace fathom
