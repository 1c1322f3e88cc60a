// A matrix of comparisons judged together, so that many cells do not bring false alarms.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "stats/student.h"
#include "stats/verdict.h"

namespace fathom::stats {

struct CellVerdict {
    double p_column = 1;                      ///< Benjamini-Hochberg, for the column of verdicts
    double p_gate = 1;                        ///< Holm, for the exit status
    Verdict verdict = Verdict::not_resolved;  ///< the cell's own, where p_column upholds it
    bool gate = false;                        ///< p_gate <= q
};

struct MatrixVerdict {
    std::vector<CellVerdict> cells;  ///< in the order given
    std::size_t pairs_for_any = 0;   ///< with fewer no cell's rank test can pass
    bool too_few_pairs = false;      ///< a cell has fewer
};

/// A cell said to be faster, slower or different keeps that verdict only if its signed-rank p
/// value, adjusted over all cells, is at most q; else it is equivalent where its equivalence
/// interval lies inside its margin, and otherwise not resolved. Throws std::invalid_argument unless
/// 0 < q < 1.
[[nodiscard]] MatrixVerdict judge_matrix(std::span<const Comparison> cells, double q = 0.05);

/// The geometric mean of all cells' ratios, as a logarithm, with Student's interval over per-block
/// means. `cells[c][i]` is ln(b / a) of cell c in pair i; all cells have equally many, and
/// `pairs_per_block` following pairs make a block, an incomplete last one left out. A mean over
/// cells and a block is near normal where a single ratio is not. Empty with fewer than two blocks.
/// Throws std::invalid_argument when the lengths differ or a block is empty.
[[nodiscard]] std::optional<StudentMean> overall_ratio(std::span<const std::vector<double>> cells,
                                                       std::size_t pairs_per_block,
                                                       double confidence = 0.95);

}  // namespace fathom::stats
