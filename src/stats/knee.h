// Where a curve of throughput and latency against load has its knee: more load then buys latency
// rather than throughput.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

namespace fathom::stats {

struct Knee {
    std::size_t index = 0;  ///< of the point with the greatest power
    bool at_start = false;  ///< the first point: less load might do as well
    bool at_end = false;    ///< the last: the load was not raised far enough to tell
};

/// The load with the greatest power, throughput over latency (Kleinrock, Power and deterministic
/// rules of thumb for probabilistic problems in computer communications, ICC 1979), points given
/// in order of rising load. Of equals, the first. Empty with fewer than three points or a value
/// that is not above zero. Throws std::invalid_argument when the lengths differ.
[[nodiscard]] std::optional<Knee> knee(std::span<const double> throughput,
                                       std::span<const double> latency);

}  // namespace fathom::stats
