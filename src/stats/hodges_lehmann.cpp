#include "stats/hodges_lehmann.h"

#include <algorithm>
#include <vector>

#include "stats/sample.h"
#include "stats/signed_rank.h"

namespace fathom::stats {

HodgesLehmann hodges_lehmann(std::span<const double> d, double confidence) {
    const double tail = tail_of(confidence);
    HodgesLehmann result;
    result.n = d.size();
    std::vector<double> walsh;
    walsh.reserve(d.size() * (d.size() + 1) / 2);
    for (std::size_t i = 0; i < d.size(); ++i) {
        for (std::size_t j = i; j < d.size(); ++j) walsh.push_back(d[i] / 2 + d[j] / 2);
    }
    result.estimate = median_in_place(walsh);
    const SignedRankNull null(d.size());
    const std::size_t k = d.empty() ? 0 : null.critical(tail);
    if (k == 0) return result;
    const auto at = [&](std::size_t rank) {
        const auto place = walsh.begin() + static_cast<std::ptrdiff_t>(rank - 1);
        std::nth_element(walsh.begin(), place, walsh.end());
        return *place;
    };
    Interval interval;
    interval.low = at(k);
    interval.high = at(walsh.size() + 1 - k);
    interval.confidence = 1 - 2 * null.at_most(static_cast<double>(k - 1));
    result.interval = interval;
    return result;
}

}  // namespace fathom::stats
