// Single values that stand out of a series: intervals in which next to nothing was done, and
// outliers. They are counted and shown, never dropped.
#pragma once

#include <cstddef>
#include <span>

namespace fathom::stats {

struct Stalls {
    std::size_t count = 0;    ///< values below the share of the median
    std::size_t longest = 0;  ///< of them in a row
    std::size_t first = 0;    ///< index of the first; 0 without any
    double limit = 0;         ///< what counts as one, in the series' unit
};

/// Counts the values under `share` of the median.
[[nodiscard]] Stalls stalls(std::span<const double> x, double share = 0.1);

struct Outliers {
    std::size_t low = 0;
    std::size_t high = 0;
    double median = 0;
    double deviation = 0;  ///< 1.4826 MAD, a normal's standard deviation; 0: nothing is counted
};

/// Counts the values farther than k deviations from the median, a deviation being 1.4826 times the
/// median absolute deviation (Hampel 1974); k = 3.5 after Iglewicz and Hoaglin, How to Detect and
/// Handle Outliers, 1993. Where more than half of the values are equal there is no scale to judge
/// by.
[[nodiscard]] Outliers outliers(std::span<const double> x, double k = 3.5);

}  // namespace fathom::stats
