// A log-linear latency histogram with fio's bucket layout (29 groups of 64), so json+ bins agree.
// Values below 128 are exact; above, a bucket is at most 1/64 of its value wide and its middle is
// at most 1/128 off. Knows nothing of what the values mean.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

namespace fathom {

class Histogram {
  public:
    static constexpr unsigned bits = 6;
    static constexpr std::size_t per_group = 1U << bits;  // 64
    static constexpr std::size_t groups = 29;
    static constexpr std::size_t bucket_count = groups * per_group;

    static constexpr std::size_t bucket_of(std::uint64_t value) {
        const unsigned msb = 63U - static_cast<unsigned>(std::countl_zero(value | 1U));
        if (msb <= bits) return static_cast<std::size_t>(value);
        const unsigned shift = msb - bits;
        const std::size_t bucket =
            (static_cast<std::size_t>(shift) << bits) + static_cast<std::size_t>(value >> shift);
        return bucket < bucket_count ? bucket : bucket_count - 1;
    }
    /// The middle of a bucket's range: the value a percentile reports.
    static constexpr std::uint64_t value_of(std::size_t bucket) {
        if (bucket < 2 * per_group) return bucket;
        const unsigned shift = static_cast<unsigned>(bucket >> bits) - 1;
        const std::uint64_t low = ((bucket & (per_group - 1)) + per_group) << shift;
        return low + (std::uint64_t{1} << shift) / 2;
    }

    void add(std::uint64_t value) { ++counts_[bucket_of(value)]; }
    void add(std::uint64_t value, std::uint64_t times) { counts_[bucket_of(value)] += times; }
    void merge(const Histogram& other);
    void clear() { counts_.fill(0); }
    [[nodiscard]] std::uint64_t count() const;
    [[nodiscard]] const std::array<std::uint64_t, bucket_count>& counts() const { return counts_; }
    /// Value at percentile p (0..100): the smallest bucket with at least ceil(p/100 * n) values at
    /// or below it. Ranks are integers (p is taken to nine decimals). 0 for an empty histogram.
    [[nodiscard]] std::uint64_t percentile(double p) const;
    bool operator==(const Histogram&) const = default;

  private:
    std::array<std::uint64_t, bucket_count> counts_{};
};

}  // namespace fathom
