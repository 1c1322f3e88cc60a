#include "stats/multiple.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <stdexcept>

namespace fathom::stats {
namespace {

std::vector<std::size_t> ascending(std::span<const double> p) {
    std::vector<std::size_t> order(p.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::stable_sort(order.begin(), order.end(),
                     [&](std::size_t a, std::size_t b) { return p[a] < p[b]; });
    return order;
}

}  // namespace

std::vector<double> holm(std::span<const double> p) {
    std::vector<double> adjusted(p.size());
    double highest = 0;
    std::size_t left = p.size();
    for (const std::size_t i : ascending(p)) {
        highest = std::max(highest, std::min(1.0, static_cast<double>(left) * p[i]));
        adjusted[i] = highest;
        --left;
    }
    return adjusted;
}

std::vector<double> benjamini_hochberg(std::span<const double> p) {
    std::vector<double> adjusted(p.size());
    const std::vector<std::size_t> order = ascending(p);
    const auto m = static_cast<double>(p.size());
    double lowest = 1;
    for (std::size_t rank = order.size(); rank > 0; --rank) {
        const std::size_t i = order[rank - 1];
        lowest = std::min(lowest, p[i] * m / static_cast<double>(rank));
        adjusted[i] = lowest;
    }
    return adjusted;
}

std::size_t pairs_for_cells(std::size_t cells, double q) {
    if (!(q > 0 && q < 1)) throw std::invalid_argument("a false discovery rate lies in (0, 1)");
    const double least = 1 + std::log2(static_cast<double>(std::max<std::size_t>(cells, 1)) / q);
    return static_cast<std::size_t>(std::ceil(least - 1e-9));
}

}  // namespace fathom::stats
