// The knee of queues whose knee is known by formula.
#include "stats/knee.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

namespace fathom::stats {
namespace {

/// Asymptotic bounds of a closed system (Denning and Buzen 1978): up to n* = (D + Z) / Dmax
/// requests throughput rises in proportion, from there on latency does.
struct Closed {
    double demand, bottleneck;
    [[nodiscard]] double throughput(double n) const { return std::min(n / demand, 1 / bottleneck); }
    [[nodiscard]] double latency(double n) const { return n / throughput(n); }
};

TEST(Knee, OfAClosedSystemIsWhereTheBottleneckSaturates) {
    for (const double servers : {2.0, 4.0, 16.0}) {
        const Closed system{1e-3, 1e-3 / servers};
        std::vector<double> depth, throughput, latency;
        for (double n = 1; n <= 64; n *= 2) {
            depth.push_back(n);
            throughput.push_back(system.throughput(n));
            latency.push_back(system.latency(n));
        }
        const auto found = knee(throughput, latency);
        ASSERT_TRUE(found);
        EXPECT_EQ(depth[found->index], servers);
        EXPECT_FALSE(found->at_start);
        EXPECT_FALSE(found->at_end);
    }
}

TEST(Knee, OfAnMM1QueueIsHalfItsCapacity) {
    std::vector<double> throughput, latency;
    for (double load = 0.1; load < 0.95; load += 0.1) {
        throughput.push_back(load);
        latency.push_back(1 / (1 - load));
    }
    EXPECT_EQ(knee(throughput, latency)->index, 4U);
}

TEST(Knee, AtAnEndOfTheCurveItIsSaidSo) {
    const std::vector<double> rising{1, 2, 4, 8}, flat{1, 1, 1, 1}, slowing{1, 2, 4, 8};
    EXPECT_TRUE(knee(rising, flat)->at_end);
    EXPECT_TRUE(knee(flat, slowing)->at_start);
}

TEST(Knee, NeedsThreePointsAndFiguresAboveZero) {
    const std::vector<double> two{1, 2}, zero{1, 0, 2}, good{1, 2, 3};
    const std::vector<double> none{1, std::numeric_limits<double>::quiet_NaN(), 2};
    EXPECT_FALSE(knee(two, two));
    EXPECT_FALSE(knee(zero, good));
    EXPECT_FALSE(knee(good, zero));
    EXPECT_FALSE(knee(good, none));
    EXPECT_THROW(static_cast<void>(knee(good, two)), std::invalid_argument);
}

}  // namespace
}  // namespace fathom::stats
