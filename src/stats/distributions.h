// The distributions that tests and intervals read: normal, Student's t, binomial, chi-squared. The
// one place that knows Boost.Math; its headers stay in the .cpp.
#pragma once

#include <cstddef>

namespace fathom::stats {

/// P(Z <= z) of a standard normal, and P(Z > z) without cancellation for large z.
[[nodiscard]] double normal_cdf(double z);
[[nodiscard]] double normal_tail(double z);
/// z with P(Z > z) = tail, 0 < tail < 1; exact far out, where 1 - tail rounds to 1.
[[nodiscard]] double normal_tail_point(double tail);

/// t with P(T > t) = tail, 0 < tail < 1; `degrees` > 0 need not be whole.
[[nodiscard]] double student_tail_point(double degrees, double tail);
/// P(|T| >= |t|).
[[nodiscard]] double student_two_sided(double degrees, double t);

/// P(B <= k) for n fair coins.
[[nodiscard]] double fair_coins_cdf(std::size_t n, std::size_t k);

/// P(X >= x) of a chi-squared variable; `degrees` > 0, x >= 0.
[[nodiscard]] double chi_squared_tail(double degrees, double x);

}  // namespace fathom::stats
