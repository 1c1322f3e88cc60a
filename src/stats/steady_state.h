// Is a device in its steady state, by the rule of the SNIA Solid State Storage Performance Test
// Specification (Enterprise 1.1, 2013, definition of steady state).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace fathom::stats {

struct SteadyRule {
    std::size_t rounds = 5;     ///< of the window, the last of the series; at least 2
    double range_share = 0.20;  ///< of the mean: largest less smallest round
    double slope_share = 0.10;  ///< of the mean: rise or fall of the fitted line across the window
};

struct SteadyState {
    double mean = 0;
    double range = 0;  ///< a share of the mean
    double slope = 0;  ///< a share of the mean, across the window, with sign
    bool steady = false;
};

/// Judges the last `rule.rounds` values by their range and the least-squares line through them,
/// whose window reaches from the first to the last round. Empty with fewer rounds or a mean of
/// zero.
[[nodiscard]] std::optional<SteadyState> steady_state(std::span<const double> rounds,
                                                      const SteadyRule& rule = {});

}  // namespace fathom::stats
