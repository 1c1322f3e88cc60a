// The plain streams: what they cover, in which order, and that filling a batch costs no allocation.
#include <cstdlib>
#include <new>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "workload/workload.h"

namespace fathom {
namespace {

Job job_of(bool random, std::uint64_t block) {
    Job job;
    job.access.random = random;
    job.bs = PerDirection<BlockSize>::all({Bytes(block), Bytes(block)});
    return job;
}

std::vector<std::uint64_t> offsets_of(Workload& workload, std::size_t limit = 1U << 24) {
    std::vector<std::uint64_t> offsets;
    RequestBatch batch;
    while (offsets.size() < limit) {
        workload.fill(batch);
        if (batch.count == 0) break;
        for (unsigned i = 0; i < batch.count; ++i) offsets.push_back(batch.requests[i].offset);
    }
    return offsets;
}

std::vector<std::uint64_t> run(const Job& job, WorkloadSetup setup) {
    return offsets_of(*make_workload(job, setup));
}

TEST(PlainSequential, GoesFromStartToEndInWholeBlocks) {
    EXPECT_EQ(run(job_of(false, 4096), {.files = {{8192, 10240}}}),
              (std::vector<std::uint64_t>{8192, 12288}));
}

TEST(PlainSequential, StartsAgainUntilIoSizeIsReached) {
    EXPECT_EQ(run(job_of(false, 4096), {.files = {{0, 12288}}, .io_size = 17000}),
              (std::vector<std::uint64_t>{0, 4096, 8192, 0, 4096}));
}

TEST(PlainSequential, StopsAtNumberIos) {
    Job job = job_of(false, 512);
    job.number_ios = 3;
    EXPECT_EQ(run(job, {.files = {{0, 1 << 20}}}), (std::vector<std::uint64_t>{0, 512, 1024}));
}

RC_GTEST_PROP(PlainRandom, VisitsEachBlockOnce, ()) {
    const auto blocks = *rc::gen::inRange<std::uint64_t>(1, 20000);
    const auto block = *rc::gen::element<std::uint64_t>(512, 4096, 5000, 65536);
    const auto start = *rc::gen::inRange<std::uint64_t>(0, 100) * 4096;
    const auto tail = *rc::gen::inRange<std::uint64_t>(0, 512);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    auto offsets =
        run(job_of(true, block), {.files = {{start, blocks * block + tail}}, .seed = seed});
    std::sort(offsets.begin(), offsets.end());
    RC_ASSERT(offsets.size() == blocks);
    for (std::uint64_t i = 0; i < blocks; ++i) RC_ASSERT(offsets[i] == start + i * block);
}

TEST(PlainRandom, LaterPassesHaveAnotherOrder) {
    const auto offsets =
        run(job_of(true, 4096), {.files = {{0, 4096 * 100}}, .io_size = 4096 * 200, .seed = 1});
    ASSERT_EQ(offsets.size(), 200U);
    const std::vector<std::uint64_t> first(offsets.begin(), offsets.begin() + 100);
    const std::vector<std::uint64_t> second(offsets.begin() + 100, offsets.end());
    EXPECT_NE(first, second);
    EXPECT_EQ(std::set<std::uint64_t>(second.begin(), second.end()).size(), 100U);
}

TEST(PlainRandom, SeedAndLoopSelectTheOrder) {
    const Job job = job_of(true, 4096);
    const WorkloadSetup setup{.files = {{0, 4096 * 100}}, .seed = 5};
    WorkloadSetup other_seed = setup;
    other_seed.seed = 6;
    WorkloadSetup other_loop = setup;
    other_loop.loop = 1;
    EXPECT_EQ(run(job, setup), run(job, setup));
    EXPECT_NE(run(job, setup), run(job, other_seed));
    EXPECT_NE(run(job, setup), run(job, other_loop));
}

TEST(PlainRandomAny, StaysInTheSpanAboveFourGigaBlocks) {
    Job job = job_of(true, 4096);
    job.norandommap = true;
    const std::uint64_t length = std::uint64_t{1} << 52;
    auto workload = make_workload(job, {.files = {{4096, length}}, .seed = 3});
    std::uint64_t above = 0;
    for (const std::uint64_t offset : offsets_of(*workload, 10000)) {
        ASSERT_GE(offset, 4096U);
        ASSERT_LE(offset + 4096, 4096 + length);
        ASSERT_EQ(offset % 4096, 0U);
        above += offset >= length / 2 ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(above), 5000, 400);
}

TEST(WorkerSeed, RepeatsUnlessToldOtherwise) {
    Job job;
    EXPECT_EQ(worker_seed(job, 0, 1), worker_seed(job, 0, 2));
    EXPECT_NE(worker_seed(job, 0, 1), worker_seed(job, 1, 1));
    Job other = job;
    other.randseed = 50;
    EXPECT_NE(worker_seed(job, 0, 1), worker_seed(other, 0, 1));
    job.randrepeat = false;
    EXPECT_NE(worker_seed(job, 0, 1), worker_seed(job, 0, 2));
    job.allrandrepeat = true;
    EXPECT_EQ(worker_seed(job, 0, 1), worker_seed(job, 0, 2));
}

}  // namespace
}  // namespace fathom
