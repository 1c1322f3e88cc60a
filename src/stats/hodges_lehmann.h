// The Hodges-Lehmann estimate and its exact interval: how large a paired difference is. Every
// verdict of a comparison rests on it.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "stats/interval.h"

namespace fathom::stats {

struct HodgesLehmann {
    std::size_t n = 0;
    double estimate = 0;               ///< in the unit of the differences; NaN without any
    std::optional<Interval> interval;  ///< empty when n is too small: under 6 for 95 %, 5 for 90 %
};

/// The median of the Walsh averages (d_i + d_j) / 2, i <= j (Hodges and Lehmann, Estimates of
/// location based on rank tests, Ann. Math. Stat. 34, 1963), and the interval W_(k) .. W_(M+1-k) of
/// the sorted averages, M = n (n + 1) / 2, with k the largest for which P(T+ <= k - 1) <= (1 -
/// confidence) / 2 under the signed-rank null (Tukey 1949; Hollander, Wolfe, Chicken, section 3.3).
/// It assumes that the differences are independent and symmetric, not that they are normal. O(n^2)
/// time and memory.
[[nodiscard]] HodgesLehmann hodges_lehmann(std::span<const double> d, double confidence = 0.95);

}  // namespace fathom::stats
