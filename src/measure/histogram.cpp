#include "measure/histogram.h"

#include <cmath>
#include <numeric>

#include "base/wide.h"

namespace fathom {

void Histogram::merge(const Histogram& other) {
    for (std::size_t i = 0; i < bucket_count; ++i) counts_[i] += other.counts_[i];
}

std::uint64_t Histogram::count() const {
    return std::accumulate(counts_.begin(), counts_.end(), std::uint64_t{0});
}

std::uint64_t Histogram::percentile(double p) const {
    const std::uint64_t n = count();
    if (n == 0) return 0;
    // p in units of 1e-9 %: the rank is then exact integer arithmetic, no neighbour bin by
    // rounding.
    const auto scaled = static_cast<Wide>(std::llround(p * 1e9));
    constexpr Wide whole = 100'000'000'000ULL;
    auto rank = static_cast<std::uint64_t>((scaled * n + whole - 1) / whole);
    if (rank < 1) rank = 1;
    if (rank > n) rank = n;
    std::uint64_t seen = 0;
    for (std::size_t i = 0; i < bucket_count; ++i) {
        seen += counts_[i];
        if (seen >= rank) return value_of(i);
    }
    return value_of(bucket_count - 1);
}

}  // namespace fathom
