// How far apart the requests of sorted cycles are: closed forms, for points uniform on a stroke of
// length 1. What a seek study measures stands beside them.
#pragma once

#include <cstdint>

namespace fathom::stats {

/// Mean distance from one random place to another.
inline constexpr double unsorted_distance = 1.0 / 3;

/// Mean distance from request to request when each cycle of `n` >= 1 is served upward from its
/// lowest: (n - 1) steps of 1 / (n + 1), and the way back from one cycle's highest to the next
/// one's lowest, whose mean length is (n - 1) / (n + 1) + 2 (n!)^2 / (2 n + 1)!.
[[nodiscard]] double one_way_distance(std::uint64_t n);

/// The same when cycles go up and down in turn: (2 n - 1) / (n (2 n + 1)).
[[nodiscard]] double alternating_distance(std::uint64_t n);

}  // namespace fathom::stats
