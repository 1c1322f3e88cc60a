// The plan of an experiment: which variant runs when, and when enough has been run. Pure; the runs
// themselves are execution.h.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "base/units.h"

namespace fathom {

/// One run of the plan.
struct Step {
    std::size_t variant = 0;
    std::size_t round = 0;
    std::size_t block = 0;
    std::size_t place = 0;  ///< within the block
    std::size_t order = 0;  ///< over the whole experiment
    bool operator==(const Step&) const = default;
};

/// Pairs below which an experiment does not stop by itself.
inline constexpr std::size_t fewest_rounds = 8;
/// Pairs at which it stops when nothing else was asked for.
inline constexpr std::size_t usual_most_rounds = 40;

struct Limits {
    std::optional<std::size_t> rounds = {};  ///< so many, whatever the intervals are
    std::optional<Nanos> budget = {};        ///< of time for all runs
    double precision = 0.01;                 ///< the half-width that is enough, as a share
};

/// The steps of one block: a random ABBA or BAAB for two variants, a Latin square for more. A
/// function of seed and number.
std::vector<Step> block_of_steps(std::size_t variants, std::size_t block, std::uint64_t seed);

/// The step with this place in the order of execution.
Step step_at(std::size_t variants, std::size_t order, std::uint64_t seed);

/// Blocks that hold at least so many rounds.
std::size_t blocks_for(std::size_t variants, std::size_t rounds);

/// The most blocks an experiment of these limits has.
std::size_t most_blocks(std::size_t variants, const Limits& limits);

/// Whether to stop after `blocks` whole blocks, when the runs of this call have taken `spent` and a
/// further block takes about `per_block` (0: unknown). Looks at how wide the intervals are, never
/// at where they lie: who stops as soon as a difference is significant finds one where there is
/// none in a fifth of all cases.
bool is_enough(std::size_t variants, std::size_t blocks, const Limits& limits, double half_width,
               Nanos spent, Nanos per_block);

}  // namespace fathom
