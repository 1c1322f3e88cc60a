#include "stats/warm_up.h"

#include <vector>

#include "stats/sample.h"

namespace fathom::stats {

std::optional<WarmUp> mser5(std::span<const double> x) {
    std::vector<double> batches;
    for (std::size_t at = 0; at + warm_up_batch <= x.size(); at += warm_up_batch) {
        batches.push_back(mean(x.subspan(at, warm_up_batch)));
    }
    if (batches.size() < 4) return std::nullopt;
    const std::size_t last = batches.size() / 2;
    std::size_t best = 0;
    double least = 0;
    for (std::size_t d = 0; d <= last; ++d) {
        const auto rest = std::span<const double>(batches).subspan(d);
        const auto count = static_cast<double>(rest.size());
        const double statistic = variance(rest) * (count - 1) / (count * count);
        if (d == 0 || statistic < least) {
            best = d;
            least = statistic;
        }
    }
    return WarmUp{best * warm_up_batch, best < last, least};
}

}  // namespace fathom::stats
