#include "stats/knee.h"

#include <stdexcept>

namespace fathom::stats {

std::optional<Knee> knee(std::span<const double> throughput, std::span<const double> latency) {
    if (throughput.size() != latency.size()) throw std::invalid_argument("lengths differ");
    if (throughput.size() < 3) return std::nullopt;
    std::size_t best = 0;
    double best_power = 0;
    for (std::size_t i = 0; i < throughput.size(); ++i) {
        if (!(throughput[i] > 0) || !(latency[i] > 0)) return std::nullopt;
        const double power = throughput[i] / latency[i];
        if (power > best_power) {
            best = i;
            best_power = power;
        }
    }
    return Knee{best, best == 0, best + 1 == throughput.size()};
}

}  // namespace fathom::stats
