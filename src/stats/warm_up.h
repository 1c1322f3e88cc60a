// Where a series has warmed up: the point before which values should be left out.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace fathom::stats {

/// MSER-5 averages values in batches of this many.
inline constexpr std::size_t warm_up_batch = 5;

struct WarmUp {
    std::size_t values = 0;  ///< to leave out at the start: a multiple of `warm_up_batch`
    bool over = true;        ///< false when the best point is the last one tried: not warm yet
    double statistic = 0;    ///< the least MSER, in the unit of x squared
};

/// MSER-5 (White, An effective truncation heuristic for bias reduction in simulation output,
/// Simulation 69, 1997; batches of five after White, Cobb, Spratt 2000): of the m batch means, the
/// d that makes sum_{i>d} (y_i - mean_d)^2 / (m - d)^2 least, d <= m / 2 since a later minimum is
/// chance. Of equal minima the first. A last incomplete batch is left out. Empty with fewer than
/// four batches.
[[nodiscard]] std::optional<WarmUp> mser5(std::span<const double> x);

}  // namespace fathom::stats
