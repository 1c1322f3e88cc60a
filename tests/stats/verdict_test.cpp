#include "stats/verdict.h"

#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "samples.h"
#include "stats/matrix.h"

namespace fathom::stats {
namespace {

// Ten pairs whose ratio is `share` above one, give or take `spread`.
Comparison about(double share, double spread, Question question = {}, std::size_t n = 10) {
    std::vector<double> a;
    std::vector<double> b;
    for (std::size_t i = 0; i < n; ++i) {
        const double place =
            n > 1 ? 2.0 * static_cast<double>(i) / static_cast<double>(n - 1) - 1 : 0;
        a.push_back(1000);
        b.push_back(1000 * (1 + share) * std::exp(spread * place));
    }
    return compare_pairs(a, b, question);
}

TEST(Verdict, each_of_the_five) {
    EXPECT_EQ(about(0.05, 0.01).verdict, Verdict::faster);
    EXPECT_EQ(about(-0.05, 0.01).verdict, Verdict::slower);
    EXPECT_EQ(about(0.011, 0.01).verdict, Verdict::different_but_small);
    EXPECT_EQ(about(0.005, 0.001).verdict, Verdict::different_but_small);
    EXPECT_EQ(about(0, 0.005).verdict, Verdict::equivalent);
    EXPECT_EQ(about(0, 0.05).verdict, Verdict::not_resolved);
}

TEST(Verdict, lower_may_be_better) {
    const Question latency{.better = Better::lower};
    EXPECT_EQ(about(0.05, 0.01, latency).verdict, Verdict::slower);
    EXPECT_EQ(about(-0.05, 0.01, latency).verdict, Verdict::faster);
    EXPECT_EQ(about(0, 0.005, latency).verdict, Verdict::equivalent);
}

TEST(Verdict, the_margin_is_the_askers) {
    EXPECT_EQ(about(0.05, 0.01, {.margin = 0.10}).verdict, Verdict::different_but_small);
    EXPECT_EQ(about(0, 0.05, {.margin = 0.10}).verdict, Verdict::equivalent);
}

TEST(Verdict, figures_are_those_of_the_pairs) {
    const Comparison c = about(0.05, 0.01);
    EXPECT_EQ(c.n, 10U);
    EXPECT_EQ(c.median_a, 1000);
    EXPECT_NEAR(c.median_b, 1050, 1);
    EXPECT_NEAR(percent(c.effect.estimate), 5, 1e-9);
    EXPECT_DOUBLE_EQ(c.signed_rank.p, std::ldexp(1, -9));
    EXPECT_DOUBLE_EQ(c.sign.p, std::ldexp(1, -9));
    EXPECT_EQ(c.pairs_needed, 0U);
    EXPECT_FALSE(c.asymmetric_noise);
}

TEST(Verdict, few_pairs_say_so) {
    const Comparison c = about(0.5, 0.01, {}, 5);
    EXPECT_TRUE(c.too_few_pairs);
    EXPECT_EQ(c.verdict, Verdict::not_resolved);
    EXPECT_EQ(c.pairs_needed, 6U);
    EXPECT_TRUE(about(0.5, 0.01, {}, 0).too_few_pairs);
}

TEST(Verdict, pairs_needed_go_with_the_square_of_the_width) {
    EXPECT_EQ(pairs_for(8, 0.02, 0.01), 32U);
    EXPECT_EQ(pairs_for(8, 0.01, 0.01), 8U);
    const Comparison c = about(0, 0.05);
    const double share = c.effect.interval->half_width() / std::log1p(0.01);
    EXPECT_EQ(c.pairs_needed, static_cast<std::size_t>(std::ceil(10 * share * share)));
    // Narrow as asked and still between zero and the margin: more are needed, not fewer.
    const Comparison between = about(0.006, 0.0125);
    ASSERT_EQ(between.verdict, Verdict::not_resolved);
    ASSERT_LE(between.effect.interval->half_width(), 0.01);
    EXPECT_GT(between.pairs_needed, 10U);
}

TEST(Verdict, asymmetric_noise_is_noticed) {
    // Twelve small gains and two losses so large that the ranks doubt what the signs say.
    std::vector<double> a(14, 100);
    std::vector<double> b = {60,  65,  101,   102,   103,   104,   105,
                             106, 107, 101.5, 102.5, 103.5, 104.5, 105.5};
    const Comparison c = compare_pairs(a, b);
    ASSERT_TRUE(c.effect.interval->holds(0));
    ASSERT_FALSE(c.sign_interval->holds(0));
    EXPECT_TRUE(c.asymmetric_noise);
}

TEST(Verdict, refuses_what_has_no_ratio) {
    const std::vector<double> one = {1};
    const std::vector<double> zero = {0};
    EXPECT_THROW((void)compare_pairs(one, zero), std::invalid_argument);
    EXPECT_THROW((void)compare_pairs(one, {}), std::invalid_argument);
    EXPECT_THROW((void)compare_pairs(one, one, {.margin = 0}), std::invalid_argument);
    EXPECT_THROW((void)compare_pairs(one, one, {.confidence = 0.5}), std::invalid_argument);
}

std::vector<double> any_rates(std::size_t n) {
    std::vector<double> x;
    for (std::size_t i = 0; i < n; ++i) x.push_back(*rc::gen::inRange(900, 1100));
    return x;
}

RC_GTEST_PROP(Verdict, ExchangingTheVariantsMirrorsIt, ()) {
    const auto n = *rc::gen::inRange<std::size_t>(6, 20);
    const auto a = any_rates(n);
    const auto b = any_rates(n);
    const Comparison forward = compare_pairs(a, b);
    const Comparison backward = compare_pairs(b, a, {.better = Better::lower});
    RC_ASSERT(forward.verdict == backward.verdict);
    RC_ASSERT(std::abs(forward.effect.estimate + backward.effect.estimate) < 1e-12);
    RC_ASSERT(forward.signed_rank.p == backward.signed_rank.p);
}

RC_GTEST_PROP(Verdict, UnitsDoNotMatter, ()) {
    const auto n = *rc::gen::inRange<std::size_t>(6, 20);
    const auto a = any_rates(n);
    const auto b = any_rates(n);
    const Comparison plain = compare_pairs(a, b);
    const Comparison scaled = compare_pairs(test::moved(a, 1024, 0), test::moved(b, 1024, 0));
    RC_ASSERT(plain.verdict == scaled.verdict);
    RC_ASSERT(plain.effect.interval == scaled.effect.interval);
}

TEST(Matrix, correction_takes_back_what_chance_may_have_done) {
    std::vector<Comparison> cells(20, about(0, 0.05));
    cells[3] = about(0.05, 0.01);
    cells[5] = about(0.05, 0.01);
    cells[5].signed_rank.p = 0.04;
    cells[6] = cells[5];
    cells[6].equivalence_interval = Interval{-0.001, 0.001, 0.9};
    const MatrixVerdict judged = judge_matrix(cells);
    EXPECT_EQ(judged.cells[3].verdict, Verdict::faster);
    EXPECT_TRUE(judged.cells[3].gate);
    EXPECT_EQ(judged.cells[5].verdict, Verdict::not_resolved);
    EXPECT_EQ(judged.cells[6].verdict, Verdict::equivalent);
    EXPECT_EQ(judged.cells[0].verdict, Verdict::not_resolved);
    EXPECT_FALSE(judged.cells[5].gate);
    EXPECT_EQ(judged.pairs_for_any, 10U);
    EXPECT_FALSE(judged.too_few_pairs);
    EXPECT_TRUE(judge_matrix(std::vector<Comparison>(48, about(0, 0.05))).too_few_pairs);
}

TEST(Matrix, overall_ratio_is_the_mean_over_cells_and_blocks) {
    // Cell means per block of two: (0.01, 0.03) and (0.03, 0.05); an odd pair is left out.
    const std::vector<std::vector<double>> cells = {{0.00, 0.02, 0.02, 0.04, 9},
                                                    {0.03, 0.03, 0.05, 0.05, 9}};
    const auto overall = overall_ratio(cells, 2);
    ASSERT_TRUE(overall);
    EXPECT_EQ(overall->n, 2U);
    EXPECT_NEAR(overall->mean, 0.03, 1e-12);
    EXPECT_NEAR(overall->standard_error, 0.01, 1e-12);
    EXPECT_FALSE(overall_ratio({}, 2));
    EXPECT_FALSE(overall_ratio(cells, 4));
    EXPECT_THROW((void)overall_ratio(cells, 0), std::invalid_argument);
    const std::vector<std::vector<double>> ragged = {{1, 2}, {1}};
    EXPECT_THROW((void)overall_ratio(ragged, 1), std::invalid_argument);
}

}  // namespace
}  // namespace fathom::stats
