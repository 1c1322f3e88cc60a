// Does what a run measures depend on its place in the block: the first after a pause, the one after
// a heavier neighbour. If so, the order matters as well as the variant.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace fathom::stats {

/// One run. Places count from 0 within a block.
struct PlacedRun {
    std::size_t block = 0;
    std::size_t place = 0;
    std::size_t variant = 0;
    double value = 0;  ///< better a logarithm, so that variants differ by an amount
};

struct OrderEffect {
    std::size_t blocks = 0;
    std::size_t places = 0;
    double statistic = 0;  ///< Friedman's, about chi-squared with places - 1 degrees
    double p = 1;          ///< its tail
    std::vector<double>
        effect;  ///< per place: mean of value less variant's median and block's mean
};

/// Friedman's rank test (The use of ranks to avoid the assumption of normality, J. American
/// Statistical Association 32, 1937; corrected for ties as Conover 1999) with blocks as rows and
/// places as columns, over values less the median of their variant. With few blocks its p value is
/// too large rather than too small. Empty unless two or more blocks have the same two or more
/// places, each with one run.
[[nodiscard]] std::optional<OrderEffect> order_effect(std::span<const PlacedRun> runs);

}  // namespace fathom::stats
