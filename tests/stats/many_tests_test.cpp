// Many tests at once, and one test looked at many times.
#include <cmath>
#include <stdexcept>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "golden.inc"
#include "stats/distributions.h"
#include "stats/multiple.h"
#include "stats/spending.h"

namespace fathom::stats {
namespace {

TEST(Multiple, known_adjustments) {
    const std::vector<double> p = {0.01, 0.04, 0.03, 0.005};
    const std::vector<double> by_holm = {0.03, 0.06, 0.06, 0.02};
    const std::vector<double> by_bh = {0.02, 0.04, 0.04, 0.02};
    for (std::size_t i = 0; i < p.size(); ++i) {
        EXPECT_DOUBLE_EQ(holm(p)[i], by_holm[i]) << i;
        EXPECT_DOUBLE_EQ(benjamini_hochberg(p)[i], by_bh[i]) << i;
    }
    EXPECT_TRUE(holm({}).empty());
    EXPECT_TRUE(benjamini_hochberg({}).empty());
}

// Benjamini and Hochberg 1995, section 4.1: of 15 p values four are rejected at q = 0.05, by
// Bonferroni and its kin three.
TEST(Multiple, example_of_the_paper) {
    const std::vector<double> p = {0.0001, 0.0004, 0.0019, 0.0095, 0.0201, 0.0278, 0.0298, 0.0344,
                                   0.0459, 0.3240, 0.4262, 0.5719, 0.6528, 0.7590, 1.0000};
    const auto passed = [](const std::vector<double>& adjusted) {
        return std::count_if(adjusted.begin(), adjusted.end(), [](double a) { return a <= 0.05; });
    };
    EXPECT_EQ(passed(benjamini_hochberg(p)), 4);
    EXPECT_EQ(passed(holm(p)), 3);
}

TEST(Multiple, pairs_for_cells_is_the_least_that_can_pass) {
    EXPECT_EQ(pairs_for_cells(48, 0.05), 11U);
    EXPECT_EQ(pairs_for_cells(1, 0.05), 6U);
    EXPECT_EQ(pairs_for_cells(8, 0.125), 7U);
    EXPECT_THROW((void)pairs_for_cells(8, 5), std::invalid_argument);
}

std::vector<double> any_p() {
    const auto thousandths =
        *rc::gen::nonEmpty(rc::gen::container<std::vector<int>>(rc::gen::inRange(0, 1001)));
    std::vector<double> p;
    for (const int t : thousandths) p.push_back(t / 1000.0);
    return p;
}

RC_GTEST_PROP(Multiple, RawIsBelowBenjaminiHochbergIsBelowHolm, ()) {
    const auto p = any_p();
    const auto by_holm = holm(p);
    const auto by_bh = benjamini_hochberg(p);
    for (std::size_t i = 0; i < p.size(); ++i) {
        RC_ASSERT(p[i] <= by_bh[i] + 1e-15);
        RC_ASSERT(by_bh[i] <= by_holm[i] + 1e-15);
        RC_ASSERT(by_holm[i] <= 1);
        for (std::size_t j = 0; j < p.size(); ++j) {
            if (p[i] < p[j]) RC_ASSERT(by_holm[i] <= by_holm[j] && by_bh[i] <= by_bh[j]);
            if (p[i] == p[j]) RC_ASSERT(by_holm[i] == by_holm[j] && by_bh[i] == by_bh[j]);
        }
    }
}

// Published for five equal looks at two-sided 5 %: Lan and DeMets's function in DeMets and Lan,
// Statistics in Medicine 13, 1994, and the programs of Reboussin et al.
TEST(Spending, known_bounds_of_five_looks) {
    const std::vector<double> fractions = {0.2, 0.4, 0.6, 0.8, 1};
    const std::vector<double> bounds = {4.8769, 3.3569, 2.6803, 2.2898, 2.0310};
    const auto looks = obrien_fleming_looks(fractions);
    ASSERT_EQ(looks.size(), 5U);
    for (std::size_t i = 0; i < looks.size(); ++i) {
        EXPECT_NEAR(looks[i].bound, bounds[i], 2e-4) << i;
        EXPECT_NEAR(looks[i].nominal_p, 2 * normal_tail(looks[i].bound), 1e-15);
    }
    EXPECT_NEAR(looks.back().spent, 0.05, 1e-12);
}

// Jennison and Turnbull 2000, tables 2.1 and 2.3: constants of Pocock and of O'Brien and Fleming.
TEST(Spending, known_designs_spend_five_per_cent) {
    const std::vector<double> fractions = {0.2, 0.4, 0.6, 0.8, 1};
    const std::vector<double> pocock(5, 2.413);
    EXPECT_NEAR(crossing_chances(fractions, pocock).back(), 0.05, 1e-4);
    std::vector<double> obrien_fleming;
    for (const double t : fractions) obrien_fleming.push_back(2.040 / std::sqrt(t));
    EXPECT_NEAR(crossing_chances(fractions, obrien_fleming).back(), 0.05, 1e-4);
}

TEST(Spending, chances_are_those_of_the_multivariate_normal) {
    for (const auto& c : golden::crossing) {
        EXPECT_NEAR(crossing_chances(c.fractions, c.bounds).back(), c.chance, 1e-6);
    }
}

TEST(Spending, one_look_at_the_end_is_the_plain_test) {
    const auto looks = obrien_fleming_looks(std::vector<double>{1}, 0.05);
    EXPECT_NEAR(looks[0].bound, 1.959964, 1e-6);
    EXPECT_NEAR(looks[0].nominal_p, 0.05, 1e-12);
}

TEST(Spending, refuses_fractions_out_of_order) {
    for (const std::vector<double>& bad :
         std::vector<std::vector<double>>{{0.5, 0.5}, {0.5, 0.4}, {0, 1}, {0.5, 1.1}, {-1}}) {
        EXPECT_THROW((void)obrien_fleming_looks(bad), std::invalid_argument);
    }
    EXPECT_THROW((void)obrien_fleming_looks(std::vector<double>{1}, 0), std::invalid_argument);
    EXPECT_THROW((void)crossing_chances(std::vector<double>{1}, {}), std::invalid_argument);
}

RC_GTEST_PROP(Spending, BoundsSpendWhatTheySay, ()) {
    const auto count = *rc::gen::inRange(1, 7);
    std::vector<double> fractions;
    double sum = 0;
    for (int i = 0; i < count; ++i) fractions.push_back(sum += *rc::gen::inRange(10, 100));
    for (double& t : fractions) t /= sum;
    fractions.back() = 1;
    const auto looks = obrien_fleming_looks(fractions);
    std::vector<double> bounds;
    for (const Look& look : looks) bounds.push_back(look.bound);
    const auto chances = crossing_chances(fractions, bounds);
    for (std::size_t i = 0; i < looks.size(); ++i) {
        RC_ASSERT(std::abs(chances[i] - looks[i].spent) < 1e-6);
        if (i > 0) RC_ASSERT(looks[i].spent >= looks[i - 1].spent);
    }
}

}  // namespace
}  // namespace fathom::stats
