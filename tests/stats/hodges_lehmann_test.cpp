#include "stats/hodges_lehmann.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "golden.inc"
#include "samples.h"
#include "stats/sample.h"
#include "stats/signed_rank.h"

namespace fathom::stats {
namespace {

TEST(HodgesLehmann, estimate_and_interval_are_those_of_sorted_walsh_averages) {
    for (const auto& c : golden::hodges_lehmann) {
        const HodgesLehmann result = hodges_lehmann(c.d, c.confidence);
        EXPECT_NEAR(result.estimate, c.estimate, 1e-12);
        ASSERT_TRUE(result.interval);
        EXPECT_NEAR(result.interval->low, c.low, 1e-12);
        EXPECT_NEAR(result.interval->high, c.high, 1e-12);
        EXPECT_GE(result.interval->confidence, c.confidence - 1e-12);
    }
}

TEST(HodgesLehmann, too_few_pairs_have_no_interval) {
    const std::vector<double> d = {1, 2, 3, 4, 5, 6};
    EXPECT_FALSE(hodges_lehmann(std::span(d).first(5), 0.95).interval);
    EXPECT_TRUE(hodges_lehmann(d, 0.95).interval);
    EXPECT_FALSE(hodges_lehmann(std::span(d).first(4), 0.90).interval);
    EXPECT_TRUE(hodges_lehmann(std::span(d).first(5), 0.90).interval);
    EXPECT_EQ(hodges_lehmann(std::span(d).first(5)).estimate, 3);
    EXPECT_FALSE(hodges_lehmann({}).interval);
}

TEST(HodgesLehmann, six_pairs_span_all_averages) {
    const std::vector<double> d = {4, 1, 9, 2, 7, 3};
    const auto interval = hodges_lehmann(d).interval;
    EXPECT_EQ(interval->low, 1);
    EXPECT_EQ(interval->high, 9);
    EXPECT_DOUBLE_EQ(interval->confidence, 1 - 2.0 / 64);
}

TEST(HodgesLehmann, refuses_what_is_no_confidence) {
    const std::vector<double> d = {1, 2};
    for (const double confidence : {0.0, 1.0, -0.5, 95.0}) {
        EXPECT_THROW((void)hodges_lehmann(d, confidence), std::invalid_argument);
    }
}

RC_GTEST_PROP(HodgesLehmann, FollowsShiftScaleAndMirror, ()) {
    const auto d = test::any_sample(6, 25);
    const auto shift = *rc::gen::inRange(-100, 100);
    const HodgesLehmann plain = hodges_lehmann(d);
    const HodgesLehmann shifted = hodges_lehmann(test::moved(d, 2, shift));
    RC_ASSERT(shifted.estimate == 2 * plain.estimate + shift);
    RC_ASSERT(shifted.interval->low == 2 * plain.interval->low + shift);
    RC_ASSERT(shifted.interval->high == 2 * plain.interval->high + shift);
    const HodgesLehmann mirrored = hodges_lehmann(test::moved(d, -1, 0));
    RC_ASSERT(mirrored.estimate == -plain.estimate);
    RC_ASSERT(mirrored.interval->low == -plain.interval->high);
}

RC_GTEST_PROP(HodgesLehmann, IntervalHoldsTheEstimateAndGrowsWithConfidence, ()) {
    const auto d = test::any_sample(6, 25);
    const HodgesLehmann wide = hodges_lehmann(d, 0.95);
    const HodgesLehmann narrow = hodges_lehmann(d, 0.90);
    RC_ASSERT(wide.interval->holds(wide.estimate));
    RC_ASSERT(narrow.interval->holds(narrow.estimate));
    RC_ASSERT(wide.interval->low <= narrow.interval->low);
    RC_ASSERT(wide.interval->high >= narrow.interval->high);
}

// Without ties and zeros the test rejects exactly where the interval leaves zero out.
RC_GTEST_PROP(HodgesLehmann, IntervalAndSignedRankTestAgree, ()) {
    const auto n = *rc::gen::inRange<std::size_t>(6, 25);
    std::vector<double> d;
    for (std::size_t i = 0; i < n; ++i) {
        // Different powers of a number near one: neither ties nor averages of zero.
        d.push_back((*rc::gen::inRange(0, 4) == 0 ? -1 : 1) * std::pow(1.0737, i + 1));
    }
    RC_ASSERT((signed_rank_test(d).p <= 0.05) == !hodges_lehmann(d).interval->holds(0));
}

RC_GTEST_PROP(Sample, MedianLiesInTheMiddle, ()) {
    const auto x = test::any_sample(1, 30);
    const double m = median(x);
    const auto below = std::count_if(x.begin(), x.end(), [&](double v) { return v < m; });
    const auto above = std::count_if(x.begin(), x.end(), [&](double v) { return v > m; });
    RC_ASSERT(2 * below <= static_cast<long>(x.size()));
    RC_ASSERT(2 * above <= static_cast<long>(x.size()));
    RC_ASSERT(std::abs(mean(test::moved(x, 2, 5)) - 2 * mean(x) - 5) < 1e-9);
    RC_ASSERT(std::abs(variance(test::moved(x, 2, 5)) - 4 * variance(x)) < 1e-6);
}

TEST(Sample, empty_and_single_samples) {
    EXPECT_TRUE(std::isnan(mean({})));
    EXPECT_TRUE(std::isnan(median({})));
    EXPECT_EQ(variance(std::vector<double>{3}), 0);
    EXPECT_EQ(mean(std::vector<double>(1000, 0.1)), 0.1);
}

}  // namespace
}  // namespace fathom::stats
