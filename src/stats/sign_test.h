// The sign test: asks only how many differences are above zero, so it stands beside the signed-rank
// test, which also assumes symmetry. Where the two disagree the noise is asymmetric.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "stats/interval.h"

namespace fathom::stats {

struct SignTest {
    std::size_t n = 0;         ///< differences that are not zero
    std::size_t zeros = 0;     ///< dropped
    std::size_t positive = 0;  ///< of n
    double p = 1;              ///< two-sided, exact binomial; 1 without differences
};

/// Tests whether the median of `d` is zero (Hollander, Wolfe, Chicken, section 3.4).
[[nodiscard]] SignTest sign_test(std::span<const double> d);

/// The median's interval by order statistics, x_(k) .. x_(n+1-k), k the largest with
/// P(B <= k - 1) <= (1 - confidence) / 2 for n fair coins (ibid., section 3.6). Empty when n is too
/// small: under 6 for 95 %.
[[nodiscard]] std::optional<Interval> sign_interval(std::span<const double> x,
                                                    double confidence = 0.95);

}  // namespace fathom::stats
