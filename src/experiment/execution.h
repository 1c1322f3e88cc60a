// Carrying out the plan of an experiment: step after step, block after block, until it is enough.
// Knows neither jobs nor a clock: both are the runner's, so the whole of it is tested in virtual
// time.
#pragma once

#include <map>
#include <string>
#include <vector>

#include "experiment/comparison.h"
#include "experiment/experiment.h"
#include "experiment/schedule.h"

namespace fathom {

/// Makes one run, with all that belongs around it. Injected.
class StepRunner {
  public:
    virtual ~StepRunner() = default;
    /// Throws Error where the experiment cannot go on.
    virtual RunFacts run(const Step& step) = 0;
    [[nodiscard]] virtual Nanos now() = 0;
    /// Whether the user wants it to end.
    [[nodiscard]] virtual bool interrupted() = 0;
};

/// Is told how it goes on.
class ExperimentObserver {
  public:
    virtual ~ExperimentObserver() = default;
    /// Before a run; `to_go`: an estimate of the time until the end, 0 when unknown.
    virtual void step(const Step& step, std::size_t most_rounds, Nanos to_go) = 0;
    /// After a whole block: the state of things, its figures alone, perhaps of few pairs.
    virtual void block(std::size_t rounds, const ComparisonResult& result) = 0;
};

/// Puts runs that were done earlier, by their place in the order, into an experiment whose labels
/// and seed are set.
void add_runs(Experiment& experiment, const std::map<std::size_t, RunFacts>& runs);

/// Runs what `experiment` (labels, question, seed; runs done earlier, which are not repeated) still
/// needs. An interrupt, a failed run or an Error ends it; what was done stays in `experiment`, and
/// the text of the Error becomes a note.
/// Returns false when it ended before it was enough.
bool execute(Experiment& experiment, const Limits& limits, const MetricChoice& choice,
             StepRunner& runner, ExperimentObserver& observer);

}  // namespace fathom
