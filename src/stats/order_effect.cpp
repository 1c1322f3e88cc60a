#include "stats/order_effect.h"

#include <map>

#include "stats/distributions.h"
#include "stats/sample.h"
#include "stats/signed_rank.h"

namespace fathom::stats {
namespace {

// A row per block of what is left without the variant; empty when blocks differ in their places.
std::vector<std::vector<double>> rows_of(std::span<const PlacedRun> runs) {
    std::map<std::size_t, std::vector<double>> variants;
    for (const PlacedRun& run : runs) variants[run.variant].push_back(run.value);
    std::map<std::size_t, double> medians;
    for (const auto& [variant, values] : variants) medians[variant] = median(values);
    std::map<std::size_t, std::map<std::size_t, double>> blocks;
    for (const PlacedRun& run : runs) {
        if (!blocks[run.block].emplace(run.place, run.value - medians[run.variant]).second)
            return {};
    }
    std::vector<std::vector<double>> rows;
    for (const auto& [block, places] : blocks) {
        std::vector<double> row;
        for (const auto& [place, value] : places) {
            if (place != row.size()) return {};
            row.push_back(value);
        }
        if (!rows.empty() && rows.front().size() != row.size()) return {};
        rows.push_back(std::move(row));
    }
    return rows;
}

// In the form that holds with ties, R_j the sum of the ranks at place j:
// (k-1) sum_j (R_j - b (k+1)/2)^2 / (sum of squared ranks - b k (k+1)^2 / 4).
double friedman(const std::vector<std::vector<double>>& rows) {
    const auto b = static_cast<double>(rows.size());
    const auto k = static_cast<double>(rows.front().size());
    std::vector<double> sums(rows.front().size(), 0);
    double squares = 0;
    for (const std::vector<double>& row : rows) {
        const std::vector<double> ranks = midranks(row);
        for (std::size_t j = 0; j < ranks.size(); ++j) {
            sums[j] += ranks[j];
            squares += ranks[j] * ranks[j];
        }
    }
    const double spread = squares - b * k * (k + 1) * (k + 1) / 4;
    if (!(spread > 0)) return 0;
    double between = 0;
    for (const double sum : sums) {
        const double distance = sum - b * (k + 1) / 2;
        between += distance * distance;
    }
    return (k - 1) * between / spread;
}

}  // namespace

std::optional<OrderEffect> order_effect(std::span<const PlacedRun> runs) {
    const std::vector<std::vector<double>> rows = rows_of(runs);
    if (rows.size() < 2 || rows.front().size() < 2) return std::nullopt;
    OrderEffect result;
    result.blocks = rows.size();
    result.places = rows.front().size();
    result.statistic = friedman(rows);
    result.p = chi_squared_tail(static_cast<double>(result.places - 1), result.statistic);
    result.effect.assign(result.places, 0);
    for (const std::vector<double>& row : rows) {
        const double centre = mean(row);
        for (std::size_t j = 0; j < row.size(); ++j) {
            result.effect[j] += (row[j] - centre) / static_cast<double>(rows.size());
        }
    }
    return result;
}

}  // namespace fathom::stats
