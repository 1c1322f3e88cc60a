// Cycles of requests put in order: nothing is lost, and the distances are those of theory.
#include "workload/sorted_cycles.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "base/random.h"
#include "job/job_text.h"
#include "workload/one_by_one.h"

namespace fathom {
namespace {

constexpr std::uint64_t span = std::uint64_t{1} << 40;

/// Endless requests of no length at random places.
class AtRandom final : public Workload {
  public:
    void fill(RequestBatch& batch) override {
        for (Request& one : batch.requests) one = {random_.below(span), 0, 0, Op::read};
        batch.count = RequestBatch::capacity;
    }
    [[nodiscard]] std::uint64_t total_bytes() const override { return 0; }

  private:
    Random random_{7};
};

/// The mean distance from request to request, as a share of the span.
double mean_distance(ElevatorOrder order, std::uint32_t cycle, std::size_t requests = 1'000'000) {
    const auto stream = sorted_cycles(std::make_unique<AtRandom>(), order, cycle);
    RequestBatch batch;
    double sum = 0;
    std::uint64_t last = 0;
    for (std::size_t done = 0; done < requests;) {
        stream->fill(batch);
        for (unsigned i = 0; i < batch.count; ++i, ++done) {
            const std::uint64_t at = batch.requests[i].offset;
            sum += static_cast<double>(at > last ? at - last : last - at);
            last = at;
        }
    }
    return sum / static_cast<double>(requests) / static_cast<double>(span);
}

TEST(SortedCycles, alternating_cycles_move_as_far_as_theory_says) {
    for (const std::uint32_t n : {1U, 5U, 10U, 20U, 100U}) {
        const double law = (2.0 * n - 1) / (n * (2.0 * n + 1));
        EXPECT_NEAR(mean_distance(ElevatorOrder::alternating, n) / law, 1, 0.005) << n;
    }
}

TEST(SortedCycles, one_way_cycles_move_as_far_as_theory_says) {
    for (const std::uint32_t n : {2U, 5U, 10U, 20U, 100U}) {
        // [2 (n - 1) / (n + 1) + 2 (n!)^2 / (2 n + 1)!] / n
        const double last = 2 * std::exp(2 * std::lgamma(n + 1.0) - std::lgamma(2 * n + 2.0));
        const double law = (2.0 * (n - 1) / (n + 1) + last) / n;
        EXPECT_NEAR(mean_distance(ElevatorOrder::oneway, n) / law, 1, 0.005) << n;
    }
    // Two at a time, one way is worse than no order at all.
    EXPECT_GT(mean_distance(ElevatorOrder::oneway, 2), 0.36);
}

TEST(SortedCycles, the_nearest_first_is_best_for_short_cycles_only) {
    const auto of = [](ElevatorOrder order, std::uint32_t n) {
        return mean_distance(order, n, 200'000);
    };
    EXPECT_LT(of(ElevatorOrder::nearest, 3), of(ElevatorOrder::alternating, 3));
    EXPECT_GT(of(ElevatorOrder::nearest, 20), of(ElevatorOrder::alternating, 20));
    EXPECT_LT(of(ElevatorOrder::nearest, 20), of(ElevatorOrder::oneway, 20));
}

std::vector<std::uint64_t> offsets(const std::string& lines) {
    WorkloadSetup setup;
    setup.files = {{0, 1 << 20, 1 << 20}};
    setup.seed = 3;
    const auto stream = make_workload(test::job_with(lines), setup);
    std::vector<std::uint64_t> found;
    RequestBatch batch;
    for (;;) {
        stream->fill(batch);
        if (batch.count == 0) return found;
        for (unsigned i = 0; i < batch.count; ++i) {
            if (moves_data(batch.requests[i].op)) found.push_back(batch.requests[i].offset);
        }
    }
}

RC_GTEST_PROP(SortedCycles, nothing_is_lost_and_each_cycle_is_in_order, ()) {
    const auto cycle = *rc::gen::inRange<std::size_t>(1, 300);
    const std::string order = *rc::gen::element<std::string>("oneway", "alternating", "nearest");
    const std::string plain = "rw=randread\nbs=4k";
    auto sorted =
        offsets(plain + "\nelevator=" + order + "\nelevator_cycle=" + std::to_string(cycle));
    const auto drawn = offsets(plain);
    RC_ASSERT(sorted.size() == drawn.size());
    for (std::size_t begin = 0, number = 0; begin < drawn.size(); begin += cycle, ++number) {
        const std::size_t end = std::min(begin + cycle, drawn.size());
        const auto at = [](auto& of, std::size_t i) {
            return of.begin() + static_cast<std::ptrdiff_t>(i);
        };
        // The same requests as without an order, cycle by cycle.
        std::vector<std::uint64_t> mine(at(sorted, begin), at(sorted, end));
        std::vector<std::uint64_t> theirs(at(drawn, begin), at(drawn, end));
        if (order == "oneway") RC_ASSERT(std::is_sorted(mine.begin(), mine.end()));
        if (order == "alternating" && number % 2 == 1)
            RC_ASSERT(std::is_sorted(mine.rbegin(), mine.rend()));
        std::sort(mine.begin(), mine.end());
        std::sort(theirs.begin(), theirs.end());
        RC_ASSERT(mine == theirs);
    }
}

TEST(SortedCycles, syncs_between_the_writes_stay) {
    WorkloadSetup setup;
    setup.files = {{0, 1 << 20, 1 << 20}};
    const auto stream = make_workload(
        test::job_with("rw=randwrite\nbs=4k\nfsync=8\nelevator=oneway\nelevator_cycle=50"), setup);
    RequestBatch batch;
    std::size_t writes = 0, syncs = 0;
    for (;;) {
        stream->fill(batch);
        if (batch.count == 0) break;
        for (unsigned i = 0; i < batch.count; ++i) {
            if (batch.requests[i].op == Op::write) ++writes;
            if (batch.requests[i].op != Op::fsync) continue;
            ++syncs;
            EXPECT_EQ(writes, 8 * syncs);
        }
    }
    EXPECT_EQ(writes, 256U);
    EXPECT_GE(syncs, 31U);
}

TEST(SortedCycles, what_cannot_be_sorted_is_said) {
    using test::refusal;
    const BuildResult built = test::build("[a]\nrw=read\nelevator=oneway\n");
    ASSERT_EQ(built.warnings.size(), 1U);
    EXPECT_EQ(built.warnings[0].what, "elevator has no effect with rw=read");
    EXPECT_EQ(built.jobs[0].elevator, ElevatorOrder::none);
    EXPECT_NE(refusal("rw=randread\nelevator=oneway\nnrfiles=2").find("to one file"),
              std::string::npos);
    EXPECT_NE(refusal("elevator=up").find("oneway, alternating, nearest"), std::string::npos);
    EXPECT_NE(refusal("elevator_cycle=0").find("elevator_cycle=0"), std::string::npos);
}

}  // namespace
}  // namespace fathom
