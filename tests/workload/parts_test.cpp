// The small parts the general stream is made of: exact division, free slots, skewed choices.
#include <cmath>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "workload/divider.h"
#include "workload/free_slots.h"
#include "workload/skew.h"

namespace fathom {
namespace {

RC_GTEST_PROP(Divider, divides_as_the_machine_does, ()) {
    const auto n = *rc::gen::arbitrary<std::uint64_t>();
    const auto divisor = *rc::gen::suchThat(rc::gen::arbitrary<std::uint64_t>(),
                                            [](std::uint64_t d) { return d != 0; });
    const auto small = divisor % 100'000 + 1;
    for (const std::uint64_t d : {divisor, small})
        for (const std::uint64_t x :
             {n, n | std::uint64_t{0xffffffff00000000}, d - 1, d, d * 7, ~std::uint64_t{0}})
            RC_ASSERT(Divider(d).divide(x) == x / d);
}

RC_GTEST_PROP(FreeSlots, select_finds_the_free_slot_of_each_rank, ()) {
    const auto count = *rc::gen::inRange<std::uint64_t>(1, 20'000);
    FreeSlots slots(count);
    std::set<std::uint64_t> free;
    for (std::uint64_t i = 0; i < count; ++i) free.insert(free.end(), i);
    const auto takes =
        *rc::gen::container<std::vector<std::uint64_t>>(rc::gen::inRange<std::uint64_t>(0, count));
    for (const std::uint64_t slot : takes) {
        slots.take(slot);
        free.erase(slot);
    }
    RC_ASSERT(slots.left() == free.size());
    std::uint64_t rank = 0;
    for (const std::uint64_t slot : free) {
        RC_ASSERT(slots.is_free(slot));
        RC_ASSERT(slots.select(rank++) == slot);
    }
    slots.free_all();
    RC_ASSERT(slots.left() == count);
    RC_ASSERT(slots.select(count - 1) == count - 1);
}

TEST(FreeSlots, large_ones_are_drawn_to_the_last) {
    constexpr std::uint64_t count = 300'000;  // three levels
    FreeSlots slots(count);
    Generator generator(RandomGenerator::tausworthe, 1);
    std::vector<bool> seen(count);
    for (std::uint64_t i = 0; i < count; ++i) {
        const std::uint64_t slot = slots.draw(generator);
        ASSERT_FALSE(seen[slot]);
        seen[slot] = true;
        slots.take(slot);
    }
    EXPECT_EQ(slots.left(), 0U);
}

TEST(FreeSlots, the_last_few_are_drawn_evenly) {
    std::map<std::uint64_t, int> counts;
    Generator generator(RandomGenerator::tausworthe, 1);
    FreeSlots slots(1000);
    for (std::uint64_t i = 0; i < 1000; ++i)
        if (i != 3 && i != 4 && i != 500 && i != 999) slots.take(i);
    for (int i = 0; i < 40'000; ++i) ++counts[slots.draw(generator)];
    ASSERT_EQ(counts.size(), 4U);
    for (const auto& [slot, n] : counts) EXPECT_NEAR(n, 10'000, 500) << slot;
}

TEST(Skew, zipf_follows_its_law) {
    for (const double theta : {0.5, 1.0, 1.2}) {
        constexpr std::uint64_t n = 1000;
        Skew skew(FileService::zipf, theta);
        skew.set_count(n);
        Generator generator(RandomGenerator::tausworthe, 1);
        double norm = 0;
        for (std::uint64_t r = 1; r <= n; ++r) norm += std::pow(static_cast<double>(r), -theta);
        std::vector<int> counts(n);
        constexpr int draws = 200'000;
        for (int i = 0; i < draws; ++i) ++counts[skew.draw(generator)];
        double chi = 0;
        for (std::uint64_t r = 0; r < n; ++r) {
            const double expected = draws * std::pow(static_cast<double>(r + 1), -theta) / norm;
            chi += (counts[r] - expected) * (counts[r] - expected) / expected;
        }
        EXPECT_LT((chi - (n - 1)) / std::sqrt(2.0 * (n - 1)), 6) << theta;
    }
}

TEST(Skew, pareto_gives_a_share_to_the_rest_of_it) {
    Skew skew(FileService::pareto, 0.2);
    skew.set_count(1000);
    Generator generator(RandomGenerator::tausworthe, 1);
    int hot = 0;
    for (int i = 0; i < 100'000; ++i) hot += skew.draw(generator) < 200 ? 1 : 0;
    EXPECT_NEAR(hot, 80'000, 800);
}

TEST(Skew, normal_is_around_the_middle) {
    Skew skew(FileService::normal, 10);
    skew.set_count(1000);
    Generator generator(RandomGenerator::tausworthe, 1);
    int near = 0;
    double sum = 0;
    for (int i = 0; i < 100'000; ++i) {
        const std::uint64_t rank = skew.draw(generator);
        ASSERT_LT(rank, 1000U);
        sum += static_cast<double>(rank);
        near += rank >= 400 && rank < 600 ? 1 : 0;
    }
    EXPECT_NEAR(sum / 100'000, 500, 3);
    EXPECT_NEAR(near, 68'270, 1000);
}

TEST(Skew, one_thing_is_always_chosen) {
    Generator generator(RandomGenerator::tausworthe, 1);
    for (const auto law : {FileService::zipf, FileService::pareto, FileService::normal}) {
        Skew skew(law, 0);
        skew.set_count(1);
        for (int i = 0; i < 100; ++i) ASSERT_EQ(skew.draw(generator), 0U);
    }
}

}  // namespace
}  // namespace fathom
