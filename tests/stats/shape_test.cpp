// What a series looks like: trend, steady state, stalls, outliers, two modes, effect of the order.
#include <cmath>
#include <numeric>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "golden.inc"
#include "noise.h"
#include "samples.h"
#include "stats/modes.h"
#include "stats/oddities.h"
#include "stats/order_effect.h"
#include "stats/steady_state.h"
#include "stats/trend.h"

namespace fathom::stats {
namespace {

TEST(Trend, slope_and_p_are_those_of_scipy) {
    for (const auto& c : golden::trend) {
        const auto result = trend(c.x);
        ASSERT_TRUE(result);
        EXPECT_NEAR(result->slope, c.slope, 1e-12);
        EXPECT_NEAR(result->p, c.p, 1e-9) << c.x.size();
    }
    EXPECT_FALSE(trend(std::vector<double>{1, 2}));
    EXPECT_EQ(trend(std::vector<double>(12, 4))->p, 1);
}

TEST(Trend, one_outlier_moves_nothing) {
    std::vector<double> x(11);
    std::iota(x.begin(), x.end(), 10);
    x[4] = 1e6;
    EXPECT_EQ(trend(x)->slope, 1);
    EXPECT_LT(trend(x)->p, 0.01);
    EXPECT_NEAR(trend(x)->change, 10 / 16.0, 1e-12);
}

RC_GTEST_PROP(Trend, FollowsShiftScaleAndMirror, ()) {
    const auto x = test::any_sample(3, 40);
    const auto plain = trend(x);
    const auto moved = trend(test::moved(x, -2, 5));
    RC_ASSERT(std::abs(moved->slope + 2 * plain->slope) < 1e-9);
    RC_ASSERT(std::abs(moved->p - plain->p) < 1e-9);
    RC_ASSERT(plain->p >= 0 && plain->p <= 1);
}

TEST(SteadyState, range_and_slope_over_the_last_rounds) {
    const auto level = steady_state(std::vector<double>{500, 100, 110, 95, 105, 90});
    ASSERT_TRUE(level);
    EXPECT_DOUBLE_EQ(level->mean, 100);
    EXPECT_DOUBLE_EQ(level->range, 0.2);
    EXPECT_NEAR(level->slope, -0.1, 1e-12);
    EXPECT_TRUE(steady_state(std::vector<double>{100, 102, 98, 101, 99})->steady);
    EXPECT_FALSE(steady_state(std::vector<double>{100, 125, 98, 101, 99})->steady);
    // Within the range and yet falling.
    EXPECT_FALSE(steady_state(std::vector<double>{107, 104, 100, 96, 93})->steady);
    EXPECT_FALSE(steady_state(std::vector<double>{1, 1, 1, 1}));
    EXPECT_FALSE(steady_state(std::vector<double>(5, 0.0)));
}

TEST(Stalls, are_counted_with_the_longest_row) {
    const Stalls found =
        stalls(std::vector<double>{100, 0, 5, 100, 9.9, 100, 10, 100, 100, 100, 100});
    EXPECT_EQ(found.count, 3U);
    EXPECT_EQ(found.longest, 2U);
    EXPECT_EQ(found.first, 1U);
    EXPECT_EQ(found.limit, 10);
    EXPECT_EQ(stalls({}).count, 0U);
    EXPECT_EQ(stalls(std::vector<double>(9, 0.0)).count, 0U);
}

TEST(Outliers, are_counted_on_both_sides) {
    std::vector<double> x = {10, 11, 9, 10.5, 9.5, 10, 11, 9, 100, -80, 90};
    const Outliers found = outliers(x);
    EXPECT_EQ(found.high, 2U);
    EXPECT_EQ(found.low, 1U);
    EXPECT_EQ(found.median, 10);
    EXPECT_NEAR(found.deviation, 1.4826, 1e-12);
    EXPECT_EQ(outliers(std::vector<double>{1, 1, 1, 1, 7}).high, 0U);
    EXPECT_EQ(outliers({}).high, 0U);
}

RC_GTEST_PROP(Outliers, FewerAreFartherOut, ()) {
    const auto x = test::any_sample(1, 50);
    const Outliers near = outliers(x, 2);
    const Outliers far = outliers(x, 4);
    RC_ASSERT(near.low >= far.low && near.high >= far.high);
    const Outliers mirrored = outliers(test::moved(x, -1, 3), 2);
    RC_ASSERT(mirrored.low == near.high && mirrored.high == near.low);
}

TEST(TwoModes, two_levels_are_found_and_one_is_not) {
    Random random(5);
    std::vector<double> two;
    std::vector<double> one;
    for (int i = 0; i < 60; ++i) {
        two.push_back((i % 3 == 0 ? 1000 : 1500) + 20 * test::normal(random));
        one.push_back(1000 + 20 * test::normal(random));
    }
    const auto found = two_modes(two);
    ASSERT_TRUE(found);
    EXPECT_TRUE(found->found);
    EXPECT_EQ(found->n_low, 20U);
    EXPECT_NEAR(found->low, 1000, 20);
    EXPECT_NEAR(found->high, 1500, 20);
    EXPECT_FALSE(two_modes(one)->found);
}

TEST(TwoModes, outliers_are_no_mode) {
    Random random(6);
    std::vector<double> x;
    for (int i = 0; i < 60; ++i) x.push_back((i < 5 ? 100 : 1000) + 5 * test::normal(random));
    EXPECT_FALSE(two_modes(x)->found);
}

TEST(TwoModes, edges) {
    EXPECT_FALSE(two_modes(std::vector<double>(9, 1)));
    EXPECT_FALSE(two_modes(std::vector<double>(20, 1))->found);
    std::vector<double> exact(20, 1);
    std::fill_n(exact.begin(), 8, 2);
    EXPECT_TRUE(two_modes(exact)->found);
    EXPECT_TRUE(std::isinf(two_modes(exact)->separation));
}

RC_GTEST_PROP(TwoModes, FollowsShiftScaleAndMirror, ()) {
    const auto x = test::any_sample(10, 60);
    const auto plain = two_modes(x);
    const auto moved = two_modes(test::moved(x, 2, 1000));
    RC_ASSERT(moved->n_low == plain->n_low);
    RC_ASSERT(std::abs(moved->low - 2 * plain->low - 1000) < 1e-6);
}

std::vector<PlacedRun> placed(const std::vector<std::vector<double>>& rows) {
    std::vector<PlacedRun> runs;
    for (std::size_t b = 0; b < rows.size(); ++b) {
        for (std::size_t j = 0; j < rows[b].size(); ++j) runs.push_back({b, j, 0, rows[b][j]});
    }
    return runs;
}

TEST(OrderEffect, statistic_is_friedmans) {
    for (const auto& c : golden::friedman) {
        const auto result = order_effect(placed(c.rows));
        ASSERT_TRUE(result);
        EXPECT_NEAR(result->statistic, c.statistic, 1e-9);
        EXPECT_NEAR(result->p, c.p, 1e-9);
    }
}

TEST(OrderEffect, a_slow_first_run_is_seen_whatever_the_variant) {
    Random random(7);
    std::vector<PlacedRun> runs;
    for (std::size_t block = 0; block < 8; ++block) {
        const auto rounds = run_order(2, 1, block);
        std::size_t place = 0;
        for (const Round& round : rounds) {
            for (const std::size_t variant : round) {
                const double value = 0.3 * static_cast<double>(variant) - (place == 0 ? 0.1 : 0);
                runs.push_back({block, place++, variant, value + 0.005 * test::normal(random)});
            }
        }
    }
    const auto result = order_effect(runs);
    EXPECT_EQ(result->blocks, 8U);
    EXPECT_EQ(result->places, 4U);
    EXPECT_LT(result->p, 0.05);
    EXPECT_LT(result->effect[0], -0.05);
}

TEST(OrderEffect, incomplete_blocks_are_not_judged) {
    EXPECT_FALSE(order_effect({}));
    EXPECT_FALSE(order_effect(placed({{1, 2}})));
    EXPECT_FALSE(order_effect(placed({{1, 2}, {1}})));
    const std::vector<PlacedRun> twice = {{0, 0, 0, 1}, {0, 0, 0, 2}, {1, 0, 0, 1}, {1, 1, 0, 2}};
    EXPECT_FALSE(order_effect(twice));
    EXPECT_EQ(order_effect(placed({{1, 1}, {2, 2}}))->p, 1);
}

}  // namespace
}  // namespace fathom::stats
