#include "stats/oddities.h"

#include <algorithm>

#include "stats/sample.h"

namespace fathom::stats {

Stalls stalls(std::span<const double> x, double share) {
    Stalls result;
    if (x.empty()) return result;
    result.limit = share * median(x);
    std::size_t row = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        if (x[i] >= result.limit) {
            row = 0;
            continue;
        }
        if (result.count == 0) result.first = i;
        ++result.count;
        result.longest = std::max(result.longest, ++row);
    }
    return result;
}

Outliers outliers(std::span<const double> x, double k) {
    Outliers result;
    if (x.empty()) return result;
    result.median = median(x);
    result.deviation = 1.4826 * median_deviation(x);
    if (!(result.deviation > 0)) return result;
    for (const double value : x) {
        if (value < result.median - k * result.deviation) ++result.low;
        if (value > result.median + k * result.deviation) ++result.high;
    }
    return result;
}

}  // namespace fathom::stats
