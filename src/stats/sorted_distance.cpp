#include "stats/sorted_distance.h"

namespace fathom::stats {

double one_way_distance(std::uint64_t n) {
    const auto cycle = static_cast<double>(n);
    // 2 (n!)^2 / (2 n + 1)!, factor by factor: no factorial is formed.
    double crossing = 2;
    for (std::uint64_t k = 1; k <= n && crossing > 0; ++k) {
        const auto factor = static_cast<double>(k);
        crossing *= factor * factor / ((2 * factor) * (2 * factor + 1));
    }
    return (2 * (cycle - 1) / (cycle + 1) + crossing) / cycle;
}

double alternating_distance(std::uint64_t n) {
    const auto cycle = static_cast<double>(n);
    return (2 * cycle - 1) / (cycle * (2 * cycle + 1));
}

}  // namespace fathom::stats
