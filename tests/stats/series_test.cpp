// One run's series of intervals: its mean's interval, its warm-up, a percentile over sections.
#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "golden.inc"
#include "noise.h"
#include "samples.h"
#include "stats/long_run.h"
#include "stats/sectioning.h"
#include "stats/warm_up.h"

namespace fathom::stats {
namespace {

TEST(LongRun, variance_is_that_of_a_cosine_transform) {
    for (const auto& c : golden::long_run) {
        EXPECT_EQ(cosine_terms(c.x.size()), static_cast<std::size_t>(c.nu));
        const auto result = long_run_mean(c.x);
        ASSERT_TRUE(result);
        EXPECT_NEAR(result->cosine_variance, c.omega, 1e-9 * c.omega);
        EXPECT_NEAR(result->correlation, c.correlation, 1e-9);
    }
}

TEST(LongRun, the_wider_wins) {
    for (const auto& c : golden::long_run) {
        const auto result = long_run_mean(c.x);
        EXPECT_NEAR(result->interval.half_width(),
                    std::max(result->cosine_half_width, result->effective_half_width), 1e-12);
        EXPECT_GE(result->effective_n, 2);
    }
}

TEST(LongRun, short_and_constant_series) {
    EXPECT_FALSE(long_run_mean(std::vector<double>{1, 2, 3}));
    const auto constant = long_run_mean(std::vector<double>(60, 0.1));
    EXPECT_EQ(constant->mean, 0.1);
    EXPECT_EQ(constant->interval.half_width(), 0);
    EXPECT_EQ(cosine_long_run_variance({}, 3), 0);
}

TEST(LongRun, a_correlated_series_counts_for_less) {
    Random random(1);
    const auto result = long_run_mean(test::autoregressive(random, 600, 0.8));
    EXPECT_GT(result->correlation, 0.6);
    EXPECT_LT(result->effective_n, 200);
    EXPECT_GT(result->cosine_variance, 3);
}

RC_GTEST_PROP(LongRun, FollowsShiftAndScale, ()) {
    const auto x = test::any_sample(4, 80);
    const auto plain = long_run_mean(x);
    const auto moved = long_run_mean(test::moved(x, -2, 7));
    RC_ASSERT(plain->interval.holds(plain->mean));
    RC_ASSERT(std::abs(moved->mean + 2 * plain->mean - 7) < 1e-9);
    const double half = plain->interval.half_width();
    RC_ASSERT(std::abs(moved->interval.half_width() - 2 * half) <= 1e-6 * (1 + half));
}

TEST(WarmUp, a_slow_start_is_cut_where_it_ends) {
    std::vector<double> x(60, 10);
    Random random(3);
    for (double& value : x) value += 0.1 * random.unit();
    for (std::size_t i = 0; i < 15; ++i) x[i] += static_cast<double>(15 - i);
    const auto warm = mser5(x);
    ASSERT_TRUE(warm);
    EXPECT_TRUE(warm->over);
    EXPECT_EQ(warm->values, 15U);
}

TEST(WarmUp, a_steady_series_loses_nothing_and_a_rising_one_is_not_over) {
    EXPECT_EQ(mser5(std::vector<double>(40, 5))->values, 0U);
    std::vector<double> late(60, 10);
    for (std::size_t i = 0; i < 35; ++i) late[i] = 100 - static_cast<double>(i);
    EXPECT_FALSE(mser5(late)->over);
    EXPECT_FALSE(mser5(std::vector<double>(19, 5)));
    EXPECT_TRUE(mser5(std::vector<double>(20, 5)));
}

std::vector<Section> counted(std::size_t sections, double per_section) {
    std::vector<Section> all;
    for (std::size_t s = 0; s < sections; ++s) {
        Section section;
        for (double value = 1; value <= per_section; ++value) section.push_back({value, 1});
        all.push_back(section);
    }
    return all;
}

TEST(Sectioning, equal_sections_know_their_percentile_exactly) {
    const auto all = counted(20, 100);
    const auto p99 = sectioned_percentile(all, 0.99);
    ASSERT_TRUE(p99);
    EXPECT_EQ(p99->value, 99);
    EXPECT_EQ(p99->interval->half_width(), 0);
    EXPECT_EQ(p99->count, 2000U);
    EXPECT_EQ(p99->sections_above, 20U);
    EXPECT_FALSE(p99->few_sections);
    EXPECT_FALSE(p99->few_above);
}

TEST(Sectioning, the_interval_is_the_formula) {
    const std::vector<Section> all = {{{1, 10}, {5, 10}}, {{1, 10}, {9, 10}}, {}};
    const auto p75 = sectioned_percentile(all, 0.75);
    ASSERT_TRUE(p75);
    EXPECT_EQ(p75->value, 5);
    EXPECT_EQ(p75->sections, 2U);
    // q = 5 and 9: t_1(0.975) sqrt((0 + 16) / 2)
    EXPECT_NEAR(p75->interval->half_width(), 12.706204736 * std::sqrt(8.0), 1e-6);
    EXPECT_EQ(p75->sections_above, 1U);
    EXPECT_TRUE(p75->few_sections);
    EXPECT_TRUE(p75->few_above);
}

TEST(Sectioning, a_percentile_that_rests_on_fewer_than_ten_is_blank) {
    EXPECT_TRUE(sectioned_percentile(counted(10, 100), 0.99));
    EXPECT_FALSE(sectioned_percentile(counted(9, 111), 0.99));
    EXPECT_TRUE(sectioned_percentile(counted(100, 100), 0.999));
    EXPECT_FALSE(sectioned_percentile(counted(99, 101), 0.999));
    EXPECT_FALSE(sectioned_percentile({}, 0.5));
    EXPECT_THROW((void)sectioned_percentile(counted(9, 9), 99), std::invalid_argument);
}

TEST(Sectioning, one_slow_burst_is_flagged) {
    auto all = counted(30, 100);
    all[7].push_back({1000, 200});
    const auto p99 = sectioned_percentile(all, 0.97);
    EXPECT_EQ(p99->value, 1000);
    EXPECT_EQ(p99->sections_above, 0U);
    EXPECT_TRUE(p99->few_above);
}

RC_GTEST_PROP(Sectioning, OrderOfSectionsDoesNotMatterAndValuesAreOfTheSample, ()) {
    std::vector<Section> all;
    for (int i = 0; i < 6; ++i) all.push_back(section_of(test::any_sample(5, 30)));
    const auto forward = sectioned_percentile(all, 0.5);
    std::reverse(all.begin(), all.end());
    const auto backward = sectioned_percentile(all, 0.5);
    RC_ASSERT(forward->value == backward->value);
    RC_ASSERT(std::abs(forward->interval->low - backward->interval->low) < 1e-9);
    RC_ASSERT(forward->interval->holds(forward->value));
}

}  // namespace
}  // namespace fathom::stats
