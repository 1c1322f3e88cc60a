#include "stats/trend.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "stats/distributions.h"
#include "stats/sample.h"

namespace fathom::stats {
namespace {

// P(at most `falling` inversions in a random order of n): the recurrence over where the i-th value
// goes, which adds 0..i-1 inversions, each equally likely.
double inversions_at_most(std::size_t n, std::size_t falling) {
    std::vector<double> chance(falling + 1, 0);
    chance[0] = 1;
    for (std::size_t i = 2; i <= n; ++i) {
        std::vector<double> next(falling + 1);
        double window = 0;
        for (std::size_t k = 0; k <= falling; ++k) {
            window += chance[k];
            if (k >= i) window -= chance[k - i];
            next[k] = std::max(0.0, window) / static_cast<double>(i);
        }
        chance = std::move(next);
    }
    double sum = 0;
    for (const double c : chance) sum += c;
    return sum;
}

double normal_p(std::span<const double> x, double s) {
    const auto n = static_cast<double>(x.size());
    double variance18 = n * (n - 1) * (2 * n + 5);
    std::vector<double> sorted(x.begin(), x.end());
    std::sort(sorted.begin(), sorted.end());
    for (auto from = sorted.begin(); from != sorted.end();) {
        const auto to = std::upper_bound(from, sorted.end(), *from);
        const auto ties = static_cast<double>(to - from);
        variance18 -= ties * (ties - 1) * (2 * ties + 5);
        from = to;
    }
    if (!(variance18 > 0) || s == 0) return 1;
    return std::min(1.0, 2 * normal_tail((std::abs(s) - 1) / std::sqrt(variance18 / 18)));
}

}  // namespace

std::optional<Trend> trend(std::span<const double> x) {
    if (x.size() < 3) return std::nullopt;
    std::vector<double> slopes;
    slopes.reserve(x.size() * (x.size() - 1) / 2);
    std::size_t rising = 0;
    std::size_t falling = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        for (std::size_t j = i + 1; j < x.size(); ++j) {
            slopes.push_back((x[j] - x[i]) / static_cast<double>(j - i));
            if (x[j] > x[i]) ++rising;
            if (x[j] < x[i]) ++falling;
        }
    }
    Trend result;
    const bool ties = rising + falling < slopes.size();
    result.s = static_cast<double>(rising) - static_cast<double>(falling);
    result.slope = median_in_place(slopes);
    const double middle = median(x);
    if (middle != 0) result.change = result.slope * static_cast<double>(x.size() - 1) / middle;
    if (!ties && x.size() <= exact_kendall_limit) {
        result.p = std::min(1.0, 2 * inversions_at_most(x.size(), std::min(rising, falling)));
    } else {
        result.p = normal_p(x, result.s);
    }
    return result;
}

}  // namespace fathom::stats
