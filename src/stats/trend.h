// Does a series rise or fall: Theil-Sen slope and Mann-Kendall test. A few outliers move neither.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace fathom::stats {

/// Up to this many values without ties, the null distribution is exact.
inline constexpr std::size_t exact_kendall_limit = 60;

struct Trend {
    double slope = 0;   ///< per step of the series, in its unit
    double change = 0;  ///< slope times n - 1, over the median; 0 when that is 0
    double s = 0;       ///< Kendall's S: rising pairs less falling ones
    double p = 1;       ///< two-sided
};

/// The median of the slopes of all pairs (Sen, Estimates of the regression coefficient based on
/// Kendall's tau, J. American Statistical Association 63, 1968), and the p value of S (Mann 1945;
/// Kendall, Rank Correlation Methods, 1975): exact without ties up to `exact_kendall_limit`, else
/// normal with the variance reduced for ties and continuity correction.
/// Assumes independent values: neighbours that correlate make p too small, so average a run's
/// seconds into rounds first. Empty with fewer than three values. O(n^2) time and memory.
[[nodiscard]] std::optional<Trend> trend(std::span<const double> x);

}  // namespace fathom::stats
