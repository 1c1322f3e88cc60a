#include "experiment/sweep.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/error.h"
#include "base/random.h"
#include "experiment/runs.h"
#include "stats/multiple.h"
#include "stats/run_order.h"

namespace fathom {

namespace {

std::size_t steps_per_cell(const SweepPlan& plan) {
    const std::size_t k = plan.variants.size();
    return k * stats::rounds_per_block(k);
}

class SweepExecution {
  public:
    SweepExecution(Sweep& sweep, const Limits& limits, StepRunner& runner, SweepObserver& observer)
        : sweep_(sweep), limits_(limits), runner_(runner), observer_(observer) {
        const std::size_t rounds = limits.rounds.value_or(usual_rounds(sweep.plan));
        blocks_ = blocks_for(sweep.plan.variants.size(), rounds);
    }

    bool all() {
        for (std::size_t block = 0; block < blocks_; ++block) {
            if (budget_is_spent(block)) return true;
            for (const SweepStep& step : sweep_block(sweep_.plan, block)) {
                if (!one(step)) return false;
            }
        }
        return true;
    }

  private:
    [[nodiscard]] bool budget_is_spent(std::size_t block) {
        if (!limits_.budget || made_ == 0) return false;
        const auto per_block =
            spent_.count() * per_block_steps() / static_cast<std::int64_t>(made_);
        if (spent_.count() + per_block <= limits_.budget->count()) return false;
        sweep_.notes.push_back(
            fmt::format("the budget ended it after {} rounds of each cell",
                        block * stats::rounds_per_block(sweep_.plan.variants.size())));
        return true;
    }
    [[nodiscard]] std::int64_t per_block_steps() const {
        return static_cast<std::int64_t>(sweep_.plan.cells.size() * steps_per_cell(sweep_.plan));
    }

    bool one(const SweepStep& step) {
        Experiment& cell = sweep_.cells[step.cell];
        const bool done = std::any_of(cell.runs.begin(), cell.runs.end(), [&](const TakenRun& run) {
            return run.order == step.step.order;
        });
        if (done) return true;
        if (stopped()) return false;
        const std::size_t all = blocks_ * static_cast<std::size_t>(per_block_steps());
        observer_.step(step, step.order, all, to_go(all - step.order));
        Step flat = step.step;
        flat.variant += step.cell * sweep_.plan.variants.size();
        flat.order = step.order;
        const Nanos begin = runner_.now();
        try {
            RunFacts facts = runner_.run(flat);
            if (facts.interrupted) {
                sweep_.interrupted = true;
                return false;
            }
            const Step& own = step.step;
            cell.runs.push_back(
                {own.variant, own.round, own.block, own.place, own.order, std::move(facts)});
        } catch (const Error& error) {
            sweep_.notes.push_back(fmt::format(
                "ended at {}: {}", to_text(sweep_.plan.cells[step.cell]), error.what()));
            return false;
        }
        spent_ = Nanos{spent_.count() + runner_.now().count() - begin.count()};
        ++made_;
        if (!run_counts(cell.runs.back().facts)) {
            sweep_.notes.push_back(fmt::format("ended at {}: a run failed: {}",
                                               to_text(sweep_.plan.cells[step.cell]),
                                               why_none(cell, step.step.variant)));
            return false;
        }
        return !stopped();
    }

    bool stopped() {
        if (!runner_.interrupted()) return false;
        sweep_.interrupted = true;
        return true;
    }

    [[nodiscard]] Nanos to_go(std::size_t steps) const {
        if (made_ == 0) return {};
        const std::int64_t each = spent_.count() / static_cast<std::int64_t>(made_);
        const std::int64_t rest = each * static_cast<std::int64_t>(steps);
        if (!limits_.budget) return Nanos{rest};
        return Nanos{std::clamp<std::int64_t>(limits_.budget->count() - spent_.count(), 0, rest)};
    }

    Sweep& sweep_;
    const Limits& limits_;
    StepRunner& runner_;
    SweepObserver& observer_;
    std::size_t blocks_ = 0;
    Nanos spent_{};
    std::size_t made_ = 0;
};

}  // namespace

std::vector<SweepStep> sweep_block(const SweepPlan& plan, std::size_t block) {
    const std::size_t per_cell = steps_per_cell(plan);
    const auto orders = stats::shuffled_blocks(plan.cells.size(), block + 1, plan.seed);
    std::vector<SweepStep> steps;
    std::size_t order = block * plan.cells.size() * per_cell;
    for (const std::size_t cell : orders[block]) {
        // Each cell has an order of its own.
        std::uint64_t seed = plan.seed + cell + 1;
        for (const Step& step : block_of_steps(plan.variants.size(), block, splitmix64(seed)))
            steps.push_back({cell, step, order++});
    }
    return steps;
}

Sweep empty_sweep(SweepPlan plan, const ExperimentQuestion& question) {
    Sweep sweep;
    sweep.question = question;
    for (std::size_t i = 0; i < plan.cells.size(); ++i) {
        Experiment cell;
        cell.variants = plan.variants;
        cell.question = question;
        sweep.cells.push_back(std::move(cell));
    }
    sweep.plan = std::move(plan);
    return sweep;
}

void add_runs(Sweep& sweep, const std::map<std::size_t, RunFacts>& runs) {
    const std::size_t per_block = sweep.plan.cells.size() * steps_per_cell(sweep.plan);
    std::vector<SweepStep> steps;
    std::size_t block = 0;
    for (const auto& [order, facts] : runs) {
        if (steps.empty() || block != order / per_block) {
            block = order / per_block;
            steps = sweep_block(sweep.plan, block);
        }
        const SweepStep& found = steps[order % per_block];
        const Step& step = found.step;
        sweep.cells[found.cell].runs.push_back(
            {step.variant, step.round, step.block, step.place, step.order, facts});
    }
}

std::size_t usual_rounds(const SweepPlan& plan) {
    if (plan.variants.size() < 2) return 5;
    const std::size_t tests = plan.cells.size() * (plan.variants.size() - 1);
    return std::max(fewest_rounds, stats::pairs_for_cells(tests, 0.05));
}

bool execute(Sweep& sweep, const Limits& limits, StepRunner& runner, SweepObserver& observer) {
    return SweepExecution(sweep, limits, runner, observer).all();
}

}  // namespace fathom
