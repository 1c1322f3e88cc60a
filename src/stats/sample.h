// What any sample is described by: mean, variance, median. Used by the rest of stats/.
#pragma once

#include <span>
#include <vector>

namespace fathom::stats {

/// The arithmetic mean; NaN of an empty sample.
[[nodiscard]] double mean(std::span<const double> x);

/// The variance with divisor n - 1, in the unit of x squared; 0 with fewer than two values.
[[nodiscard]] double variance(std::span<const double> x);

/// The middle value, or the mean of the two in the middle; NaN of an empty sample.
[[nodiscard]] double median(std::span<const double> x);

/// The same, of a vector that may be reordered: no copy.
[[nodiscard]] double median_in_place(std::vector<double>& x);

/// Median of |x - median(x)|, unscaled (1.4826 times it estimates a normal's standard deviation).
[[nodiscard]] double median_deviation(std::span<const double> x);

}  // namespace fathom::stats
