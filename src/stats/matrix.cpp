#include "stats/matrix.h"

#include <cmath>
#include <stdexcept>

#include "stats/multiple.h"
#include "stats/sample.h"

namespace fathom::stats {
namespace {

bool says_different(Verdict verdict) {
    return verdict == Verdict::faster || verdict == Verdict::slower ||
           verdict == Verdict::different_but_small;
}

Verdict without_difference(const Comparison& cell) {
    const double limit = std::log1p(cell.margin);
    const bool inside =
        cell.equivalence_interval && cell.equivalence_interval->inside(-limit, limit);
    return inside ? Verdict::equivalent : Verdict::not_resolved;
}

}  // namespace

MatrixVerdict judge_matrix(std::span<const Comparison> cells, double q) {
    std::vector<double> raw;
    raw.reserve(cells.size());
    for (const Comparison& cell : cells) raw.push_back(cell.signed_rank.p);
    const std::vector<double> column = benjamini_hochberg(raw);
    const std::vector<double> gate = holm(raw);
    MatrixVerdict result;
    result.pairs_for_any = pairs_for_cells(cells.size(), q);
    for (std::size_t i = 0; i < cells.size(); ++i) {
        CellVerdict cell;
        cell.p_column = column[i];
        cell.p_gate = gate[i];
        cell.gate = gate[i] <= q;
        cell.verdict = cells[i].verdict;
        if (says_different(cell.verdict) && column[i] > q) {
            cell.verdict = without_difference(cells[i]);
        }
        result.too_few_pairs = result.too_few_pairs || cells[i].n < result.pairs_for_any;
        result.cells.push_back(cell);
    }
    return result;
}

std::optional<StudentMean> overall_ratio(std::span<const std::vector<double>> cells,
                                         std::size_t pairs_per_block, double confidence) {
    if (pairs_per_block == 0) throw std::invalid_argument("a block holds at least one pair");
    if (cells.empty()) return std::nullopt;
    const std::size_t blocks = cells.front().size() / pairs_per_block;
    std::vector<double> block_means;
    for (std::size_t block = 0; block < blocks; ++block) {
        std::vector<double> cell_means;
        for (const std::vector<double>& cell : cells) {
            if (cell.size() != cells.front().size()) {
                throw std::invalid_argument("all cells have equally many pairs");
            }
            cell_means.push_back(mean(
                std::span<const double>(cell).subspan(block * pairs_per_block, pairs_per_block)));
        }
        block_means.push_back(mean(cell_means));
    }
    return student_mean(block_means, confidence);
}

}  // namespace fathom::stats
