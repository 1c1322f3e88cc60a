// Many tests at once: p values adjusted so that a table of comparisons does not cry wolf.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fathom::stats {

/// Adjusted p values, in the order given, each at least the raw one and at most 1. Rejecting those
/// at most alpha keeps the chance of even one false alarm at alpha, however the tests depend on
/// each other (Holm, A simple sequentially rejective multiple test procedure, Scand. J. Stat. 6,
/// 1979).
[[nodiscard]] std::vector<double> holm(std::span<const double> p);

/// Adjusted p values, in the order given, each between the raw one and Holm's. Rejecting those at
/// most q keeps the expected share of false alarms among the rejected at q, for independent or
/// positively dependent tests (Benjamini and Hochberg, Controlling the false discovery rate, J. R.
/// Stat. Soc. B 57, 1995).
[[nodiscard]] std::vector<double> benjamini_hochberg(std::span<const double> p);

/// The fewest pairs with which a signed-rank test can pass at q in a matrix of `cells`: its least p
/// value is 2^(1-n), so n >= 1 + log2(cells / q). Throws std::invalid_argument unless 0 < q < 1.
[[nodiscard]] std::size_t pairs_for_cells(std::size_t cells, double q);

}  // namespace fathom::stats
