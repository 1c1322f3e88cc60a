#include "stats/sectioning.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "stats/distributions.h"

namespace fathom::stats {
namespace {

std::uint64_t count_of(const Section& section) {
    std::uint64_t count = 0;
    for (const Bin& bin : section) count += bin.count;
    return count;
}

// The slack keeps p = 0.99 of 100 values at rank 99, though 0.99 * 100 may round above it.
double percentile_of(const Section& section, double p) {
    const auto exact = std::ceil(p * static_cast<double>(count_of(section)) - 1e-9);
    const auto rank = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(exact));
    std::uint64_t seen = 0;
    for (const Bin& bin : section) {
        seen += bin.count;
        if (seen >= rank) return bin.value;
    }
    return section.back().value;
}

Section merged(std::span<const Section> sections) {
    Section all;
    for (const Section& section : sections) all.insert(all.end(), section.begin(), section.end());
    std::sort(all.begin(), all.end(), [](const Bin& a, const Bin& b) { return a.value < b.value; });
    return all;
}

bool holds_above(const Section& section, double value) {
    return std::any_of(section.begin(), section.end(),
                       [&](const Bin& bin) { return bin.count > 0 && bin.value > value; });
}

}  // namespace

Section section_of(std::span<const double> samples) {
    std::vector<double> sorted(samples.begin(), samples.end());
    std::sort(sorted.begin(), sorted.end());
    Section section;
    for (const double value : sorted) {
        if (section.empty() || section.back().value != value) section.push_back({value, 0});
        ++section.back().count;
    }
    return section;
}

std::optional<SectionedPercentile> sectioned_percentile(std::span<const Section> sections, double p,
                                                        double confidence) {
    const double tail = tail_of(confidence);
    if (!(p > 0 && p < 1)) throw std::invalid_argument("a percentile lies between 0 and 1");
    const Section all = merged(sections);
    SectionedPercentile result;
    result.count = count_of(all);
    // The slack: 10 / (1 - 0.999) is a little above 10000 in binary.
    if (static_cast<double>(result.count) * (1 - p) < 10 - 1e-6) return std::nullopt;
    result.value = percentile_of(all, p);
    double squares = 0;
    for (const Section& section : sections) {
        if (count_of(section) == 0) continue;
        ++result.sections;
        if (holds_above(section, result.value)) ++result.sections_above;
        const double distance = percentile_of(section, p) - result.value;
        squares += distance * distance;
    }
    result.few_sections = result.sections < sections_wanted;
    result.few_above = result.sections_above < sections_above_wanted;
    if (result.sections >= 2) {
        const auto k = static_cast<double>(result.sections);
        const double half = student_tail_point(k - 1, tail) * std::sqrt(squares / (k * (k - 1)));
        result.interval = Interval{result.value - half, result.value + half, confidence};
    }
    return result;
}

}  // namespace fathom::stats
