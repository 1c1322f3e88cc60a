// What a plan is going to do, as far as it can be told without doing it: time, bytes, files made.
// Looks at the files' sizes and opens none; used by `fathom explain`.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/direction.h"
#include "base/units.h"
#include "run/plan.h"

namespace fathom {

/// The workers of one stage, together.
struct StageEstimate {
    /// Start delay, ramp and run time of the worker that takes longest, as far as a limit is set.
    Nanos limit{};
    bool is_limited = true;   ///< every worker has a limit of time
    bool lasts_limit = true;  ///< and none ends before it (time_based)
    /// What the workers transfer when no time cuts them short; a worker that repeats until its
    /// time is over counts one pass.
    PerDirection<std::uint64_t> bytes{};
    bool repeats = false;  ///< some worker repeats until its time is over
};

struct Estimate {
    std::vector<StageEstimate> stages;
    std::uint64_t files_made = 0;
    std::uint64_t bytes_laid_out = 0;   ///< written before jobs start, so that they can be read
    std::vector<std::string> problems;  ///< why something could not be told
};

Estimate estimate(const Plan& plan);

}  // namespace fathom
