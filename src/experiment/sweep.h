// A sweep: an experiment in every cell of a grid, cells in random order within each block, so that
// a drift of the machine falls on all of them. Plan, execution; what it says is sweep_result.h.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "experiment/execution.h"
#include "experiment/experiment.h"
#include "experiment/grid.h"

namespace fathom {

struct SweepPlan {
    std::vector<Axis> axes;
    std::vector<Cell> cells;             ///< of the axes
    std::vector<VariantLabel> variants;  ///< one without a name where nothing is compared
    std::uint64_t seed = 0;
    bool one_at_a_time = false;  ///< on purpose: a shallow queue is no fault
    bool is_load_curve = false;  ///< the axis is the load that is offered: latencies from due
};

/// One run of a sweep.
struct SweepStep {
    std::size_t cell = 0;
    Step step;              ///< within the cell
    std::size_t order = 0;  ///< over the whole sweep
    bool operator==(const SweepStep&) const = default;
};

/// The steps of a block: every cell once, in an order of its own, each with a block of its
/// variants. A function of seed and number.
std::vector<SweepStep> sweep_block(const SweepPlan& plan, std::size_t block);

struct Sweep {
    SweepPlan plan;
    ExperimentQuestion question;
    std::vector<Experiment> cells;  ///< an experiment each
    bool interrupted = false;
    std::vector<std::string> notes;
};

/// A sweep of this plan with no runs yet.
Sweep empty_sweep(SweepPlan plan, const ExperimentQuestion& question);

/// Puts runs that were done earlier, by their order, in their places.
void add_runs(Sweep& sweep, const std::map<std::size_t, RunFacts>& runs);

/// Rounds of each cell when none are asked for: with variants as many as a rank test needs among
/// so many cells, eight at least; without, five.
std::size_t usual_rounds(const SweepPlan& plan);

/// Is told how a sweep goes on.
class SweepObserver {
  public:
    virtual ~SweepObserver() = default;
    virtual void step(const SweepStep& step, std::size_t done, std::size_t all, Nanos to_go) = 0;
};

/// Runs what the sweep still needs, block by block. The runner gets steps whose variant counts over
/// all cells: cell * variants + variant. A budget ends it before a block that would overrun it.
/// An interrupt, a failed run or an Error ends it with what was done. Returns false when it ended
/// early.
bool execute(Sweep& sweep, const Limits& limits, StepRunner& runner, SweepObserver& observer);

}  // namespace fathom
