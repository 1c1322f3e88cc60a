#include "measure/histogram.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"

namespace fathom {
namespace {

TEST(Histogram, small_values_are_exact) {
    for (std::uint64_t v = 0; v < 128; ++v) {
        EXPECT_EQ(Histogram::value_of(Histogram::bucket_of(v)), v);
    }
}

TEST(Histogram, buckets_are_contiguous_and_ordered) {
    std::size_t last = 0;
    for (std::uint64_t v = 1; v < 1'000'000; ++v) {
        const std::size_t bucket = Histogram::bucket_of(v);
        ASSERT_TRUE(bucket == last || bucket == last + 1) << v;
        last = bucket;
    }
}

TEST(Histogram, middle_is_within_a_128th) {
    Random random(1);
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t v = random.next() >> (31 + random.below(33));
        const double mid = static_cast<double>(Histogram::value_of(Histogram::bucket_of(v)));
        ASSERT_LE(std::abs(mid - static_cast<double>(v)), static_cast<double>(v) / 128.0 + 1e-9)
            << v;
    }
}

TEST(Histogram, percentiles_are_within_a_128th_of_the_exact_ones) {
    for (const std::uint64_t seed : {1, 2, 3, 4, 5}) {
        Random random(seed);
        Histogram histogram;
        std::vector<std::uint64_t> values;
        const std::size_t n = 1 + random.below(20'000);
        for (std::size_t i = 0; i < n; ++i) {
            values.push_back(
                static_cast<std::uint64_t>(std::exp(random.unit() * 20.0)));  // 1 ns .. 0.5 s
            histogram.add(values.back());
        }
        std::sort(values.begin(), values.end());
        for (const double p : {0.01, 1.0, 5.0, 50.0, 90.0, 99.0, 99.9, 99.99, 100.0}) {
            const auto rank =
                static_cast<std::size_t>(std::ceil(p / 100.0 * static_cast<double>(n) - 1e-9));
            const double exact = static_cast<double>(values[std::max<std::size_t>(rank, 1) - 1]);
            EXPECT_LE(std::abs(static_cast<double>(histogram.percentile(p)) - exact), exact / 128.0)
                << "seed " << seed << " p " << p;
        }
    }
}

TEST(Histogram, beyond_the_last_bucket_counts_in_it) {
    Histogram histogram;
    histogram.add(~std::uint64_t{0});
    EXPECT_EQ(histogram.count(), 1U);
    EXPECT_EQ(histogram.counts().back(), 1U);
}

}  // namespace
}  // namespace fathom
