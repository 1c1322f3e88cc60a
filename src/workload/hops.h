// Around a random stream: every request lies the same distance from the one before it. What a disk
// takes for them against the distance is its seek curve.
#pragma once

#include <cstdint>
#include <memory>

#include "workload/workload.h"

namespace fathom {

struct HopShape {
    FileSpan span;
    std::uint64_t distance = 0;  ///< bytes, start to start, above 0; met within a sixteenth
    std::uint64_t align = 512;   ///< requests begin at multiples of it in the file
    std::uint64_t seed = 0;
};

/// Hops up or down at random where both ways lead to a place in the span; the distance is shortened
/// to what fits. Within a sixteenth of it hops differ, so that they begin at every angle of the
/// platters and nothing is read twice in turn.
std::unique_ptr<Workload> hops(std::unique_ptr<Workload> stream, const HopShape& shape);

}  // namespace fathom
