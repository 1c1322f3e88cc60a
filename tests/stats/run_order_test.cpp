#include "stats/run_order.h"

#include <algorithm>
#include <array>
#include <set>
#include <stdexcept>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fathom::stats {
namespace {

TEST(RunOrder, two_variants_run_abba_or_baab_each_about_half_of_the_time) {
    const auto rounds = run_order(2, 1000, 1);
    ASSERT_EQ(rounds.size(), 2000U);
    int abba = 0;
    for (std::size_t i = 0; i < rounds.size(); i += 2) {
        EXPECT_EQ(rounds[i][0], rounds[i + 1][1]);
        EXPECT_EQ(rounds[i][1], rounds[i + 1][0]);
        EXPECT_NE(rounds[i][0], rounds[i][1]);
        abba += rounds[i][0] == 0;
    }
    EXPECT_GT(abba, 440);
    EXPECT_LT(abba, 560);
}

TEST(RunOrder, one_variant_runs_alone_and_none_is_refused) {
    EXPECT_EQ(run_order(1, 3, 1), (std::vector<Round>{{0}, {0}, {0}}));
    EXPECT_THROW((void)run_order(0, 3, 1), std::invalid_argument);
}

RC_GTEST_PROP(RunOrder, EachBlockIsALatinSquare, (std::uint64_t seed)) {
    const auto k = *rc::gen::inRange<std::size_t>(2, 9);
    const auto rounds = run_order(k, 3, seed);
    RC_ASSERT(rounds.size() == 3 * rounds_per_block(k));
    for (std::size_t block = 0; block < 3; ++block) {
        for (std::size_t i = 0; i < k; ++i) {
            std::set<std::size_t> in_round;
            std::set<std::size_t> at_place;
            for (std::size_t j = 0; j < k; ++j) {
                in_round.insert(rounds[block * k + i][j]);
                at_place.insert(rounds[block * k + j][i]);
            }
            RC_ASSERT(in_round.size() == k && *in_round.rbegin() == k - 1);
            RC_ASSERT(at_place.size() == k);
        }
    }
}

RC_GTEST_PROP(RunOrder, TheSeedDecidesAndMoreBlocksAppend, (std::uint64_t seed)) {
    const auto k = *rc::gen::inRange<std::size_t>(1, 6);
    const auto few = run_order(k, 2, seed);
    const auto more = run_order(k, 5, seed);
    RC_ASSERT(run_order(k, 5, seed) == more);
    RC_ASSERT(std::equal(few.begin(), few.end(), more.begin()));
}

TEST(RunOrder, another_seed_gives_another_order) {
    EXPECT_NE(run_order(2, 30, 1), run_order(2, 30, 2));
    EXPECT_NE(run_order(4, 5, 1), run_order(4, 5, 2));
}

RC_GTEST_PROP(ShuffledBlocks, EachBlockHasEachItemOnceAndMoreBlocksAppend, (std::uint64_t seed)) {
    const auto n = *rc::gen::inRange<std::size_t>(0, 20);
    const auto blocks = shuffled_blocks(n, 4, seed);
    for (const std::vector<std::size_t>& block : blocks) {
        RC_ASSERT(block.size() == n);
        RC_ASSERT(std::set<std::size_t>(block.begin(), block.end()).size() == n);
        RC_ASSERT(std::all_of(block.begin(), block.end(), [&](std::size_t i) { return i < n; }));
    }
    const auto few = shuffled_blocks(n, 2, seed);
    RC_ASSERT(std::equal(few.begin(), few.end(), blocks.begin()));
}

TEST(ShuffledBlocks, each_item_is_equally_often_first) {
    std::array<int, 4> first{};
    for (const auto& block : shuffled_blocks(4, 4000, 7)) ++first[block[0]];
    for (const int n : first) EXPECT_NEAR(n, 1000, 130);  // four standard deviations and some
}

}  // namespace
}  // namespace fathom::stats
