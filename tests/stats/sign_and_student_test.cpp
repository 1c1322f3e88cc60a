#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "golden.inc"
#include "samples.h"
#include "stats/distributions.h"
#include "stats/sample.h"
#include "stats/sign_test.h"
#include "stats/student.h"

namespace fathom::stats {
namespace {

std::vector<double> signs(std::size_t n, std::size_t positive) {
    std::vector<double> d(n, -1);
    std::fill_n(d.begin(), positive, 1);
    return d;
}

TEST(SignTest, p_values_are_those_of_the_binomial) {
    for (const auto& [n, k, p] : golden::sign_p) {
        const auto d = signs(static_cast<std::size_t>(n), static_cast<std::size_t>(k));
        EXPECT_NEAR(sign_test(d).p, p, 1e-12) << n << " " << k;
    }
    EXPECT_EQ(sign_test({}).p, 1);
    const SignTest with_zeros = sign_test(std::vector<double>{0, 0, 1, -1, 1});
    EXPECT_EQ(with_zeros.zeros, 2U);
    EXPECT_EQ(with_zeros.n, 3U);
    EXPECT_EQ(with_zeros.positive, 2U);
}

TEST(SignTest, intervals_take_the_right_order_statistics) {
    for (const auto& [n, confidence, k] : golden::median_ranks) {
        std::vector<double> x;
        for (double i = n; i >= 1; --i) x.push_back(i);
        const auto interval = sign_interval(x, confidence);
        ASSERT_TRUE(interval);
        EXPECT_EQ(interval->low, k);
        EXPECT_EQ(interval->high, n + 1 - k);
        EXPECT_GE(interval->confidence, confidence);
    }
    EXPECT_FALSE(sign_interval(std::vector<double>{1, 2, 3, 4, 5}));
}

RC_GTEST_PROP(SignTest, IntervalHoldsTheMedianAndFollowsScale, ()) {
    const auto x = test::any_sample(6, 40);
    const Interval interval = *sign_interval(x);
    RC_ASSERT(interval.holds(median(x)));
    const Interval moved = *sign_interval(test::moved(x, 2, 3));
    RC_ASSERT(moved.low == 2 * interval.low + 3 && moved.high == 2 * interval.high + 3);
    const double p = sign_test(x).p;
    RC_ASSERT(p > 0 && p <= 1);
    RC_ASSERT(sign_test(test::moved(x, -1, 0)).p == p);
}

TEST(Student, paired_test_and_interval_are_those_of_scipy) {
    for (const auto& c : golden::student) {
        const auto result = student_paired(c.a, c.b);
        ASSERT_TRUE(result);
        EXPECT_NEAR(result->interval.low, c.low, 1e-7 * std::abs(c.low));
        EXPECT_NEAR(result->interval.high, c.high, 1e-7 * std::abs(c.high));
        EXPECT_NEAR(result->t, c.t, 1e-9 * std::abs(c.t));
        EXPECT_NEAR(result->p, c.p, 1e-9);
    }
}

TEST(Student, values_without_spread) {
    EXPECT_EQ(student_mean(std::vector<double>{0, 0, 0})->p, 1);
    const auto constant = student_mean(std::vector<double>{-2, -2, -2});
    EXPECT_EQ(constant->p, 0);
    EXPECT_TRUE(std::isinf(constant->t) && constant->t < 0);
    EXPECT_EQ(constant->interval.half_width(), 0);
    EXPECT_FALSE(student_mean(std::vector<double>{1}));
    EXPECT_THROW((void)student_paired(std::vector<double>{1}, {}), std::invalid_argument);
}

RC_GTEST_PROP(Student, IntervalHoldsTheMeanAndFollowsScale, ()) {
    const auto x = test::any_sample(2, 30);
    const auto plain = student_mean(x);
    const auto moved = student_mean(test::moved(x, 2, 3));
    RC_ASSERT(plain->interval.holds(plain->mean));
    RC_ASSERT(std::abs(moved->interval.low - 2 * plain->interval.low - 3) < 1e-6);
    RC_ASSERT(plain->p >= 0 && plain->p <= 1);
}

TEST(Distributions, are_those_of_scipy) {
    // Boost 1.74 stops at about 1e-8.
    for (const auto& [df, p, t] : golden::student_tail_point) {
        EXPECT_NEAR(student_tail_point(df, p), t, 1e-7 * std::abs(t)) << df << " " << p;
    }
    for (const auto& [p, z] : golden::normal_tail_point) {
        EXPECT_NEAR(normal_tail_point(p), z, 1e-9 * std::abs(z) + 1e-15) << p;
        EXPECT_NEAR(normal_tail(normal_tail_point(p)), p, 1e-9 * p) << p;
    }
    for (const auto& [df, x, p] : golden::chi_squared_tail) {
        EXPECT_NEAR(chi_squared_tail(df, x), p, 1e-12) << df << " " << x;
    }
    EXPECT_DOUBLE_EQ(normal_cdf(1.3) + normal_tail(1.3), 1);
    EXPECT_EQ(fair_coins_cdf(3, 3), 1);
    EXPECT_NEAR(fair_coins_cdf(3, 1), 0.5, 1e-15);
}

}  // namespace
}  // namespace fathom::stats
