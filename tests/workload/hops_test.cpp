// Hops: the distance is kept, places stay in the span and are aligned, and both ways are taken.
#include "workload/hops.h"

#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace fathom {
namespace {

class FourKib final : public Workload {
  public:
    void fill(RequestBatch& batch) override {
        for (Request& one : batch.requests) one = {0, 4096, 0, Op::read};
        batch.count = RequestBatch::capacity;
    }
    [[nodiscard]] std::uint64_t total_bytes() const override { return 0; }
};

std::vector<std::uint64_t> places_of_hops(const HopShape& shape, std::size_t count) {
    const auto stream = hops(std::make_unique<FourKib>(), shape);
    std::vector<std::uint64_t> places;
    RequestBatch batch;
    while (places.size() < count) {
        stream->fill(batch);
        for (unsigned i = 0; i < batch.count; ++i) places.push_back(batch.requests[i].offset);
    }
    return places;
}

TEST(Hops, keep_their_distance_within_a_sixteenth) {
    const FileSpan span{1 << 20, std::uint64_t{1} << 30, 0};
    for (const std::uint64_t distance :
         {std::uint64_t{4096}, std::uint64_t{1} << 20, std::uint64_t{300} << 20,
          std::uint64_t{700} << 20, std::uint64_t{1000} << 20}) {
        const auto places = places_of_hops({span, distance, 4096, 3}, 2000);
        std::size_t up = 0;
        for (std::size_t i = 1; i < places.size(); ++i) {
            const std::uint64_t a = places[i - 1], b = places[i];
            const double hop = static_cast<double>(std::max(a, b) - std::min(a, b));
            EXPECT_GE(hop, 0.93 * static_cast<double>(distance)) << distance;
            EXPECT_LE(hop, 1.07 * static_cast<double>(distance)) << distance;
            up += b > a ? 1 : 0;
        }
        EXPECT_GT(up, 700U);
        // No place is gone to over and over: what is read again may be in a cache.
        const std::set<std::uint64_t> different(places.begin(), places.end());
        if (distance > 4096) {
            EXPECT_GT(different.size(), places.size() / 2) << distance;
        }
        EXPECT_LT(up, 1300U);
        for (const std::uint64_t place : places) {
            EXPECT_EQ(place % 4096, 0U);
            EXPECT_GE(place, span.offset);
            EXPECT_LE(place + 4096, span.offset + span.length);
        }
    }
}

TEST(Hops, longer_than_the_span_go_from_end_to_end) {
    const FileSpan span{0, 1 << 20, 0};
    const auto places = places_of_hops({span, 1 << 22, 4096, 3}, 100);
    for (const std::uint64_t place : places) EXPECT_LE(place + 4096, span.length);
    EXPECT_GT(std::set<std::uint64_t>(places.begin(), places.end()).size(), 1U);
}

TEST(Hops, a_span_of_one_place_has_no_other) {
    for (const std::uint64_t place : places_of_hops({{4096, 4096, 0}, 8192, 4096, 3}, 70))
        EXPECT_EQ(place, 4096U);
}

TEST(Hops, are_the_same_for_the_same_seed) {
    const FileSpan span{0, std::uint64_t{1} << 30, 0};
    EXPECT_EQ(places_of_hops({span, 1 << 20, 512, 3}, 500),
              places_of_hops({span, 1 << 20, 512, 3}, 500));
    EXPECT_NE(places_of_hops({span, 1 << 20, 512, 3}, 500),
              places_of_hops({span, 1 << 20, 512, 4}, 500));
}

}  // namespace
}  // namespace fathom
