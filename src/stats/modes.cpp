#include "stats/modes.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "stats/sample.h"

namespace fathom::stats {
namespace {

// The length of the lower part for which the two parts differ least within themselves. Sums run
// over distances from the median: squares of the values themselves would cancel.
std::size_t best_split(std::span<const double> sorted, std::size_t least) {
    const double centre = median(sorted);
    double all = 0;
    for (const double value : sorted) all += value - centre;
    double below = 0;
    double most = -1;
    std::size_t best = least;
    for (std::size_t i = 1; i + least <= sorted.size(); ++i) {
        below += sorted[i - 1] - centre;
        if (i < least) continue;
        const auto lower = static_cast<double>(i);
        const auto upper = static_cast<double>(sorted.size() - i);
        // Least within is most between.
        const double between = below * below / lower + (all - below) * (all - below) / upper;
        if (between > most) {
            most = between;
            best = i;
        }
    }
    return best;
}

}  // namespace

std::optional<TwoModes> two_modes(std::span<const double> x) {
    if (x.size() < fewest_for_modes) return std::nullopt;
    std::vector<double> sorted(x.begin(), x.end());
    std::sort(sorted.begin(), sorted.end());
    const auto n = static_cast<double>(x.size());
    const auto share = static_cast<std::size_t>(std::ceil(0.15 * n));
    TwoModes result;
    result.n_low = best_split(sorted, std::max<std::size_t>(3, share));
    const auto lower = std::span<const double>(sorted).first(result.n_low);
    const auto upper = std::span<const double>(sorted).subspan(result.n_low);
    result.low = mean(lower);
    result.high = mean(upper);
    result.threshold = 3.46 + 5.9 / std::sqrt(n) + 7.6 / n + 52 / (n * std::sqrt(n));
    const double within = std::sqrt((variance(lower) + variance(upper)) / 2);
    const double distance = result.high - result.low;
    if (within > 0) {
        result.separation = distance / within;
    } else if (distance > 0) {
        result.separation = std::numeric_limits<double>::infinity();
    }
    result.found = result.separation > result.threshold;
    return result;
}

}  // namespace fathom::stats
