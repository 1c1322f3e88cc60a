#include "experiment/execution.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/error.h"
#include "experiment/runs.h"
#include "stats/run_order.h"

namespace fathom {

namespace {

class Execution {
  public:
    Execution(Experiment& experiment, const Limits& limits, const MetricChoice& choice,
              StepRunner& runner, ExperimentObserver& observer)
        : experiment_(experiment),
          limits_(limits),
          choice_(choice),
          runner_(runner),
          observer_(observer) {}

    bool all() {
        const std::size_t variants = experiment_.variants.size();
        for (std::size_t block = 0;; ++block) {
            if (is_enough(variants, block, limits_, half_width_, spent_, per_block())) return true;
            for (const Step& step : block_of_steps(variants, block, *experiment_.seed)) {
                if (!one(step)) return false;
            }
            look(block + 1);
        }
    }

  private:
    [[nodiscard]] bool done(const Step& step) const {
        return std::any_of(experiment_.runs.begin(), experiment_.runs.end(),
                           [&](const TakenRun& run) { return run.order == step.order; });
    }

    /// False when the experiment ends here.
    bool one(const Step& step) {
        if (done(step)) return true;
        if (stopped()) return false;
        observer_.step(step, most_rounds(), to_go(step));
        const Nanos begin = runner_.now();
        try {
            RunFacts facts = runner_.run(step);
            if (facts.interrupted) {
                experiment_.interrupted = true;
                return false;
            }
            experiment_.runs.push_back(
                {step.variant, step.round, step.block, step.place, step.order, std::move(facts)});
        } catch (const Error& error) {
            experiment_.notes.push_back(
                fmt::format("ended at round {} by: {}", step.round + 1, error.what()));
            return false;
        }
        const Nanos took{runner_.now().count() - begin.count()};
        spent_ = Nanos{spent_.count() + took.count()};
        ++made_;
        const RunFacts& facts = experiment_.runs.back().facts;
        if (!run_counts(facts)) {
            experiment_.notes.push_back(fmt::format("ended at round {}: a run of {} failed",
                                                    step.round + 1,
                                                    experiment_.variants[step.variant].name));
            return false;
        }
        return !stopped();
    }

    /// Of the runs made now: those that were kept took time of an earlier call.
    [[nodiscard]] Nanos per_block() const {
        if (made_ == 0) return {};
        const std::size_t variants = experiment_.variants.size();
        const std::size_t runs = variants * stats::rounds_per_block(variants);
        return Nanos{spent_.count() / static_cast<std::int64_t>(made_) *
                     static_cast<std::int64_t>(runs)};
    }

    bool stopped() {
        if (!runner_.interrupted()) return false;
        experiment_.interrupted = true;
        return true;
    }

    void look(std::size_t blocks) {
        const ComparisonResult result = compare_figures(experiment_, choice_);
        half_width_ = widest_half_width(result);
        observer_.block(blocks * stats::rounds_per_block(experiment_.variants.size()), result);
    }

    [[nodiscard]] std::size_t most_rounds() const {
        const std::size_t variants = experiment_.variants.size();
        return most_blocks(variants, limits_) * stats::rounds_per_block(variants);
    }

    /// Of the runs made now, as many as there may still be.
    [[nodiscard]] Nanos to_go(const Step& step) const {
        if (made_ == 0) return {};
        const std::int64_t each = spent_.count() / static_cast<std::int64_t>(made_);
        if (limits_.budget) {
            return Nanos{std::max<std::int64_t>(0, limits_.budget->count() - spent_.count())};
        }
        const std::size_t all = most_rounds() * experiment_.variants.size();
        return Nanos{each * static_cast<std::int64_t>(all - std::min(all, step.order))};
    }

    Experiment& experiment_;
    const Limits& limits_;
    const MetricChoice& choice_;
    StepRunner& runner_;
    ExperimentObserver& observer_;
    double half_width_ = std::numeric_limits<double>::infinity();
    Nanos spent_{};
    std::size_t made_ = 0;
};

}  // namespace

void add_runs(Experiment& experiment, const std::map<std::size_t, RunFacts>& runs) {
    for (const auto& [order, facts] : runs) {
        const Step step = step_at(experiment.variants.size(), order, *experiment.seed);
        experiment.runs.push_back({step.variant, step.round, step.block, step.place, order, facts});
    }
}

bool execute(Experiment& experiment, const Limits& limits, const MetricChoice& choice,
             StepRunner& runner, ExperimentObserver& observer) {
    return Execution(experiment, limits, choice, runner, observer).all();
}

}  // namespace fathom
