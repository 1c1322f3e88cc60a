// A percentile of latencies with an interval that holds when slow I/Os come in bursts: the run is
// cut into sections (one per second), and how much their percentiles differ says how well it is
// known.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "stats/interval.h"

namespace fathom::stats {

/// A value and how many times it came: one bucket of a histogram.
struct Bin {
    double value = 0;
    std::uint64_t count = 0;
};

/// What one section saw, values ascending. A section may be empty.
using Section = std::vector<Bin>;

/// Sorts samples into a section, equal ones in one bin.
[[nodiscard]] Section section_of(std::span<const double> samples);

inline constexpr std::size_t sections_wanted = 20;
inline constexpr std::size_t sections_above_wanted = 10;

struct SectionedPercentile {
    double value = 0;                  ///< of all sections together
    std::optional<Interval> interval;  ///< empty with fewer than two sections that hold anything
    std::uint64_t count = 0;           ///< of values
    std::size_t sections = 0;          ///< that hold anything
    std::size_t sections_above = 0;    ///< that hold a value above `value`
    bool few_sections = false;         ///< fewer than `sections_wanted`
    bool few_above = false;            ///< fewer than `sections_above_wanted` hold a value above
};

/// The smallest value with at least ceil(p count) values at or below it, 0 < p < 1, and
///   value +- t sqrt(sum_k (q_k - value)^2 / (k (k - 1))),  k - 1 degrees,
/// over the k sections' own percentiles q_k (Asmussen and Glynn, Stochastic Simulation, 2007,
/// section III.5, sectioning). Empty when there are fewer than 10 / (1 - p) values: the percentile
/// would rest on fewer than ten. Throws std::invalid_argument for p outside (0, 1).
[[nodiscard]] std::optional<SectionedPercentile> sectioned_percentile(
    std::span<const Section> sections, double p, double confidence = 0.95);

}  // namespace fathom::stats
