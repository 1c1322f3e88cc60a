#include "stats/sign_test.h"

#include <algorithm>
#include <vector>

#include "stats/distributions.h"

namespace fathom::stats {

SignTest sign_test(std::span<const double> d) {
    SignTest result;
    for (const double value : d) {
        if (value == 0) ++result.zeros;
        if (value > 0) ++result.positive;
    }
    result.n = d.size() - result.zeros;
    if (result.n == 0) return result;
    const std::size_t fewer = std::min(result.positive, result.n - result.positive);
    result.p = std::min(1.0, 2 * fair_coins_cdf(result.n, fewer));
    return result;
}

std::optional<Interval> sign_interval(std::span<const double> x, double confidence) {
    const double tail = tail_of(confidence);
    std::size_t k = 0;
    while (2 * k < x.size() && fair_coins_cdf(x.size(), k) <= tail) ++k;
    if (k == 0) return std::nullopt;
    std::vector<double> sorted(x.begin(), x.end());
    std::sort(sorted.begin(), sorted.end());
    return Interval{sorted[k - 1], sorted[sorted.size() - k],
                    1 - 2 * fair_coins_cdf(x.size(), k - 1)};
}

}  // namespace fathom::stats
