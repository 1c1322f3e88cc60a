// The closed forms against counted means of random cycles, and their ends.
#include "stats/sorted_distance.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"

namespace fathom::stats {
namespace {

double counted_distance(std::uint64_t n, bool alternating) {
    Random random(9);
    double sum = 0, last = 0;
    std::size_t steps = 0;
    for (bool up = true; steps < 400'000; up = !up) {
        std::vector<double> places(n);
        for (double& place : places) place = random.unit();
        std::sort(places.begin(), places.end());
        if (alternating && !up) std::reverse(places.begin(), places.end());
        for (const double place : places) {
            sum += std::abs(place - last);
            last = place;
            ++steps;
        }
    }
    return sum / static_cast<double>(steps);
}

TEST(SortedDistance, is_that_of_random_cycles) {
    for (const std::uint64_t n : {1U, 2U, 5U, 20U, 100U}) {
        EXPECT_NEAR(one_way_distance(n) / counted_distance(n, false), 1, 0.01) << n;
        EXPECT_NEAR(alternating_distance(n) / counted_distance(n, true), 1, 0.01) << n;
    }
}

TEST(SortedDistance, a_cycle_of_one_is_unsorted) {
    EXPECT_DOUBLE_EQ(one_way_distance(1), unsorted_distance);
    EXPECT_DOUBLE_EQ(alternating_distance(1), unsorted_distance);
}

TEST(SortedDistance, two_sorted_one_way_move_further_than_unsorted) {
    EXPECT_NEAR(one_way_distance(2), 0.36667, 0.00001);
}

TEST(SortedDistance, long_cycles_do_not_overflow) {
    EXPECT_NEAR(one_way_distance(1'000'000) * 1'000'000, 2, 0.001);
    EXPECT_NEAR(alternating_distance(1'000'000) * 1'000'000, 1, 0.001);
}

}  // namespace
}  // namespace fathom::stats
