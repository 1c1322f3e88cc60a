// Figures interval by interval: sums agree with totals, whatever is joined or merged.
#include "measure/series.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fathom {
namespace {

using ::testing::ElementsAre;
using ::testing::SizeIs;

SeriesPoint total(const Series& series) {
    SeriesPoint sum;
    for (const SeriesPoint& point : series.points()) {
        sum.length += point.length;
        add_counts(sum, point);
    }
    return sum;
}

TEST(SeriesOfARun, APointHoldsWhatItsIntervalAdded) {
    Series series;
    Histogram latencies;
    latencies.add(10, 3);
    series.end_interval(1_s, 3, 300, &latencies);
    latencies.add(10, 1);
    latencies.add(50, 2);
    series.end_interval(1_s, 6, 600, &latencies);
    series.end_interval(500_ms, 6, 600, &latencies);
    ASSERT_THAT(series.points(), SizeIs(3));
    EXPECT_EQ(series.points()[0], (SeriesPoint{1_s, 3, 300, {{10, 3}}}));
    EXPECT_EQ(series.points()[1], (SeriesPoint{1_s, 3, 300, {{10, 1}, {50, 2}}}));
    EXPECT_EQ(series.points()[2], (SeriesPoint{500_ms, 0, 0, {}}));
}

TEST(SeriesOfARun, NeighboursAreJoinedBeforeMemoryGrows) {
    Series series;
    Histogram latencies;
    const std::size_t intervals = 3 * Series::most_points + 5;
    for (std::size_t i = 1; i <= intervals; ++i) {
        latencies.add(i % 100);
        series.end_interval(1_s, i, 10 * i, &latencies);
        ASSERT_LE(series.points().size(), Series::most_points);
    }
    const SeriesPoint sum = total(series);
    EXPECT_EQ(sum.length, Nanos(static_cast<std::int64_t>(intervals) * 1'000'000'000));
    EXPECT_EQ(sum.ios, intervals);
    EXPECT_EQ(sum.bytes, 10 * intervals);
    std::uint64_t counted = 0;
    for (const BucketCount& one : sum.latencies) {
        counted += one.count;
        EXPECT_EQ(one.count, latencies.counts()[one.bucket]);
    }
    EXPECT_EQ(counted, intervals);
    // All but the last stand for as many seconds each.
    for (std::size_t i = 0; i + 1 < series.points().size(); ++i) {
        EXPECT_EQ(series.points()[i].length, 4_s) << i;
    }
}

RC_GTEST_PROP(SeriesOfARun, MergingAddsPointToPoint, ()) {
    const auto make = [] {
        Series series;
        Histogram latencies;
        std::uint64_t ios = 0;
        const int points = *rc::gen::inRange(0, 6);
        for (int i = 0; i < points; ++i) {
            const auto more = *rc::gen::inRange<std::uint64_t>(0, 5);
            latencies.add(*rc::gen::inRange<std::uint64_t>(0, 8), more);
            ios += more;
            series.end_interval(1_s, ios, ios * 4096, &latencies);
        }
        return series;
    };
    const Series a = make(), b = make();
    Series ab = a, ba = b;
    ab.merge(b);
    ba.merge(a);
    RC_ASSERT(ab == ba);
    RC_ASSERT(total(ab).ios == total(a).ios + total(b).ios);
    RC_ASSERT(ab.points().size() == std::max(a.points().size(), b.points().size()));
}

}  // namespace
}  // namespace fathom
