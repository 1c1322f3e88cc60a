// In which order the variants of a comparison run: interleaved, so that the machine's drift falls
// on all alike, and at random, so that no rhythm of the machine follows it. A function of a seed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fathom::stats {

/// The variants 0..k-1 in the order they run, each once. Round i of one variant pairs with round i
/// of another.
using Round = std::vector<std::size_t>;

/// Rounds in a block, within which each variant has each place once: k. For two variants a block is
/// ABBA or BAAB.
[[nodiscard]] std::size_t rounds_per_block(std::size_t variants);

/// `blocks` blocks of `rounds_per_block` rounds. Two variants: each block ABBA or BAAB by a fair
/// coin, a round being a half of it. More: each block a cyclic Latin square (Cochran and Cox,
/// Experimental Designs, 1957, chapter 4) with its variants and its rows shuffled. The same seed
/// gives the same order, and more blocks only append. Throws std::invalid_argument without
/// variants.
///
/// False alarms of A against A, two variants, 8 to 40 pairs, the 95 % interval of hodges_lehmann.h,
/// by simulation: 3.2 to 5.4 % under white noise, a random walk, heavy tails, slow runs or slight
/// linear drift; at most 0.1 % where each run adds drift of twice the noise, which widens the
/// interval but cancels in the estimate.
[[nodiscard]] std::vector<Round> run_order(std::size_t variants, std::size_t blocks,
                                           std::uint64_t seed);

/// `blocks` times the items 0..n-1, each time in an order of its own, all orders equally likely.
/// The same seed gives the same orders, and more blocks only append.
[[nodiscard]] std::vector<std::vector<std::size_t>> shuffled_blocks(std::size_t items,
                                                                    std::size_t blocks,
                                                                    std::uint64_t seed);

}  // namespace fathom::stats
