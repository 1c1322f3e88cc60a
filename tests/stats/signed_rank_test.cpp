#include "stats/signed_rank.h"

#include <cmath>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "golden.inc"
#include "samples.h"

namespace fathom::stats {
namespace {

TEST(SignedRank, null_distribution_is_the_counted_one) {
    for (const auto& [n, t, p] : golden::t_plus_at_most) {
        const SignedRankNull null(static_cast<std::size_t>(n));
        EXPECT_NEAR(null.at_most(t), p, 1e-12 * p) << n << " " << t;
    }
}

TEST(SignedRank, critical_ranks_are_the_counted_ones) {
    for (const auto& [n, tail, k] : golden::critical) {
        const SignedRankNull null(static_cast<std::size_t>(n));
        EXPECT_EQ(null.critical(tail), static_cast<std::size_t>(k)) << n << " " << tail;
    }
}

TEST(SignedRank, p_values_are_those_of_scipy_or_of_all_signs) {
    for (const auto& c : golden::signed_rank) {
        const SignedRank test = signed_rank_test(c.d);
        EXPECT_EQ(test.t_plus, c.t_plus);
        EXPECT_NEAR(test.p, c.p, 1e-9) << c.d.size();
        EXPECT_EQ(test.exact, c.d.size() <= exact_signed_rank_limit);
    }
}

TEST(SignedRank, the_normal_continues_the_exact_distribution) {
    const SignedRankNull exact(exact_signed_rank_limit);
    const auto n = static_cast<double>(exact_signed_rank_limit);
    const double mean = n * (n + 1) / 4;
    const double deviation = std::sqrt(n * (n + 1) * (2 * n + 1) / 24);
    for (const double z : {-3.0, -1.96, -1.0, 0.0, 1.5}) {
        const double t = std::floor(mean + z * deviation);
        const double normal = std::erfc(-(t + 0.5 - mean) / deviation / std::sqrt(2.0)) / 2;
        EXPECT_NEAR(exact.at_most(t), normal, 3e-4) << z;
    }
    const SignedRankNull large(5000);
    EXPECT_FALSE(large.exact());
    EXPECT_LE(large.at_most(static_cast<double>(large.critical(0.025)) - 1), 0.025);
    EXPECT_GT(large.at_most(static_cast<double>(large.critical(0.025))), 0.025);
}

TEST(SignedRank, nothing_to_test_says_nothing) {
    EXPECT_EQ(signed_rank_test({}).p, 1);
    const std::vector<double> zeros(9, 0.0);
    EXPECT_EQ(signed_rank_test(zeros).p, 1);
    EXPECT_EQ(signed_rank_test(zeros).zeros, 9U);
}

TEST(SignedRank, ranks_of_ties_are_shared) {
    EXPECT_EQ(midranks(std::vector<double>{3, 1, 3, 2, 3}), (std::vector<double>{4, 1, 4, 2, 4}));
    EXPECT_EQ(midranks(std::vector<double>{1, 1}), (std::vector<double>{1.5, 1.5}));
}

RC_GTEST_PROP(SignedRank, PIsAProbabilityThatMirroringAndScalingKeep, ()) {
    const auto d = test::any_sample(1, 40);
    const double p = signed_rank_test(d).p;
    RC_ASSERT(p > 0 && p <= 1);
    RC_ASSERT(std::abs(signed_rank_test(test::moved(d, -1, 0)).p - p) < 1e-12);
    RC_ASSERT(std::abs(signed_rank_test(test::moved(d, 4, 0)).p - p) < 1e-12);
}

RC_GTEST_PROP(SignedRank, PIsNeverBelowTheLeastThereIs, ()) {
    const auto d = test::any_sample(1, 30);
    const SignedRank test = signed_rank_test(d);
    RC_ASSERT(test.p >= std::ldexp(1.0, 1 - static_cast<int>(test.n)) || test.n == 0);
}

RC_GTEST_PROP(SignedRank, NullRisesToOne, ()) {
    const SignedRankNull null(*rc::gen::inRange<std::size_t>(1, 40));
    double last = 0;
    for (double t = 0; t <= 820; ++t) {
        RC_ASSERT(null.at_most(t) >= last);
        last = null.at_most(t);
    }
    RC_ASSERT(last == 1);
}

}  // namespace
}  // namespace fathom::stats
