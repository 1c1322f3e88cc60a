#include "stats/steady_state.h"

#include <algorithm>
#include <cmath>

#include "stats/sample.h"

namespace fathom::stats {
namespace {

// Least-squares slope of x against 0, 1, 2, ...
double fitted_slope(std::span<const double> x) {
    const double middle = static_cast<double>(x.size() - 1) / 2;
    const double centre = mean(x);
    double products = 0;
    double squares = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
        const double at = static_cast<double>(i) - middle;
        products += at * (x[i] - centre);
        squares += at * at;
    }
    return products / squares;
}

}  // namespace

std::optional<SteadyState> steady_state(std::span<const double> rounds, const SteadyRule& rule) {
    if (rule.rounds < 2 || rounds.size() < rule.rounds) return std::nullopt;
    const auto window = rounds.last(rule.rounds);
    SteadyState result;
    result.mean = mean(window);
    if (result.mean == 0) return std::nullopt;
    const auto [low, high] = std::minmax_element(window.begin(), window.end());
    result.range = (*high - *low) / std::abs(result.mean);
    result.slope =
        fitted_slope(window) * static_cast<double>(rule.rounds - 1) / std::abs(result.mean);
    result.steady = result.range <= rule.range_share && std::abs(result.slope) <= rule.slope_share;
    return result;
}

}  // namespace fathom::stats
