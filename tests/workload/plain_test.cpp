// The plain streams: what they cover, in which order.
#include <algorithm>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "workload/streams.h"

namespace fathom::test {
namespace {

TEST(PlainSequential, goes_from_start_to_end_in_whole_blocks) {
    EXPECT_EQ(text_of(run(job_of("read"), {.files = {{8 * kib, 10 * kib}}})), "r8 r12");
}

TEST(PlainSequential, starts_again_until_io_size_is_reached) {
    EXPECT_EQ(text_of(run(job_of("write"), {.files = {{0, 12 * kib}}, .io_size = 17000})),
              "w0 w4 w8 w0 w4");
}

TEST(PlainSequential, stops_before_the_end_when_io_size_is_smaller) {
    EXPECT_EQ(text_of(run(job_of("trim"), {.files = {{0, 64 * kib}}, .io_size = 10 * kib})),
              "t0 t4 t8");
}

TEST(PlainSequential, a_last_block_reaches_over_the_span_where_the_file_goes_on) {
    const FileSpan span{4 * kib, 10 * kib, 32 * kib};
    EXPECT_EQ(text_of(run(job_of("read"), {.files = {span}})), "r4 r8 r12");
    EXPECT_EQ(text_of(run(job_of("read"), {.files = {span}, .io_size = 10 * kib})), "r4 r8 r12");
    EXPECT_EQ(text_of(run(job_of("read"), {.files = {{4 * kib, 10 * kib, 14 * kib}}})), "r4 r8");
    for (const Request& r : run(job_of("randread"), {.files = {span}})) EXPECT_LT(r.offset, 12288U);
}

TEST(PlainSequential, less_than_a_block_of_io_size_starts_no_other_pass) {
    EXPECT_EQ(text_of(run(job_of("read"), {.files = {{0, 8 * kib}}, .io_size = 17 * kib})),
              "r0 r4 r0 r4");
    EXPECT_EQ(text_of(run(job_of("read"), {.files = {{0, 8 * kib}}, .io_size = 21 * kib})),
              "r0 r4 r0 r4 r0 r4");
}

/// The places of the marks in a stream of requests.
std::vector<std::size_t> marks_of(const std::vector<Request>& requests) {
    std::vector<std::size_t> marks;
    for (std::size_t i = 0; i < requests.size(); ++i)
        if (requests[i].op == Op::next_pass) marks.push_back(i);
    return marks;
}

TEST(PassMarks, stand_before_every_pass_but_the_first) {
    for (const char* rw : {"read", "randread", "rw", "randrw"}) {
        for (const std::uint64_t blocks : {1U, 3U, 63U, 64U, 65U, 1000U}) {
            const WorkloadSetup setup{.files = {{0, blocks * 4 * kib}},
                                      .io_size = 5 * blocks * 4 * kib,
                                      .seed = 7,
                                      .mark_passes = true};
            const auto requests = run(job_of(rw), setup);
            std::vector<std::size_t> expected;
            for (std::size_t pass = 1; pass < 5; ++pass)
                expected.push_back(pass * blocks + pass - 1);
            EXPECT_EQ(marks_of(requests), expected) << rw << " " << blocks;
            EXPECT_EQ(requests.size(), 5 * blocks + 4) << rw << " " << blocks;
        }
    }
}

TEST(PassMarks, none_where_nothing_repeats_or_nobody_asked) {
    WorkloadSetup setup{.files = {{0, 40 * kib}}, .mark_passes = true};
    EXPECT_TRUE(marks_of(run(job_of("read"), setup)).empty());
    setup.repeat = true;
    EXPECT_FALSE(marks_of(run(job_of("read"), setup, 1000)).empty());
    Job any = job_of("randread");
    any.norandommap = true;
    EXPECT_TRUE(marks_of(run(any, setup, 1000)).empty());
    setup.mark_passes = false;
    EXPECT_TRUE(marks_of(run(job_of("read"), setup, 1000)).empty());
}

TEST(PassMarks, every_file_of_several_has_its_own) {
    const WorkloadSetup setup{
        .files = {{0, 8 * kib}, {0, 8 * kib}}, .io_size = 32 * kib, .mark_passes = true};
    const auto requests = run(job_of("read"), setup);
    EXPECT_EQ(marks_of(requests), (std::vector<std::size_t>{4, 5}));
    EXPECT_EQ(requests[4].file + requests[5].file, 1U);
}

TEST(PlainSequential, stops_at_number_ios) {
    Job job = job_of("read");
    job.number_ios = 3;
    EXPECT_EQ(text_of(run(job, {.files = {{0, 1 << 20}}})), "r0 r4 r8");
}

TEST(PlainSequential, repeats_without_end_whatever_the_limits) {
    Job job = job_of("read");
    job.number_ios = 3;
    const auto offsets =
        offsets_of(run(job, {.files = {{0, 12 * kib}}, .io_size = 4 * kib, .repeat = true}, 1000));
    ASSERT_GE(offsets.size(), 1000U);
    for (std::size_t i = 0; i < offsets.size(); ++i) ASSERT_EQ(offsets[i], i % 3 * 4 * kib);
}

TEST(Plain, a_region_below_one_block_has_nothing_to_do) {
    for (const char* rw : {"read", "randread", "randrw"})
        EXPECT_TRUE(run(job_of(rw), {.files = {{0, 4095}}, .repeat = true}).empty()) << rw;
}

TEST(Plain, says_how_many_bytes_it_will_do) {
    const WorkloadSetup setup{.files = {{0, 30 * kib}}};
    EXPECT_EQ(make_workload(job_of("randread"), setup)->total_bytes(), 28 * kib);
    WorkloadSetup endless = setup;
    endless.repeat = true;
    EXPECT_EQ(make_workload(job_of("randread"), endless)->total_bytes(), 0U);
}

RC_GTEST_PROP(PlainRandom, visits_each_block_once, ()) {
    const auto blocks = *rc::gen::inRange<std::uint64_t>(1, 20000);
    const auto block = *rc::gen::element<std::uint64_t>(512, 4096, 5000, 65536);
    const auto start = *rc::gen::inRange<std::uint64_t>(0, 100) * 4096;
    const auto tail = *rc::gen::inRange<std::uint64_t>(0, 512);
    const auto seed = *rc::gen::arbitrary<std::uint64_t>();
    Job job = job_of("randread", block);
    job.random_generator = *rc::gen::element(RandomGenerator::tausworthe, RandomGenerator::lfsr,
                                             RandomGenerator::tausworthe64);
    auto offsets = offsets_of(run(job, {.files = {{start, blocks * block + tail}}, .seed = seed}));
    std::sort(offsets.begin(), offsets.end());
    RC_ASSERT(offsets.size() == blocks);
    for (std::uint64_t i = 0; i < blocks; ++i) RC_ASSERT(offsets[i] == start + i * block);
}

TEST(PlainRandom, later_passes_have_another_order) {
    for (const auto kind : {RandomGenerator::tausworthe, RandomGenerator::lfsr}) {
        Job job = job_of("randread");
        job.random_generator = kind;
        const auto offsets =
            offsets_of(run(job, {.files = {{0, 400 * kib}}, .io_size = 800 * kib, .seed = 1}));
        ASSERT_EQ(offsets.size(), 200U);
        const std::vector<std::uint64_t> first(offsets.begin(), offsets.begin() + 100);
        const std::vector<std::uint64_t> second(offsets.begin() + 100, offsets.end());
        EXPECT_NE(first, second);
        EXPECT_EQ(std::set<std::uint64_t>(second.begin(), second.end()).size(), 100U);
    }
}

TEST(PlainRandom, seed_and_loop_select_the_order) {
    const Job job = job_of("randread");
    const WorkloadSetup setup{.files = {{0, 400 * kib}}, .seed = 5};
    WorkloadSetup other_seed = setup;
    other_seed.seed = 6;
    WorkloadSetup other_loop = setup;
    other_loop.loop = 1;
    const auto order = [&](const WorkloadSetup& s) { return offsets_of(run(job, s)); };
    EXPECT_EQ(order(setup), order(setup));
    EXPECT_NE(order(setup), order(other_seed));
    EXPECT_NE(order(setup), order(other_loop));
}

TEST(PlainRandomAny, covers_all_of_a_span_above_two_to_the_32_blocks) {
    for (const auto kind : {RandomGenerator::tausworthe, RandomGenerator::tausworthe64}) {
        Job job = job_of("randread");
        job.norandommap = true;
        job.random_generator = kind;
        const std::uint64_t length = std::uint64_t{1} << 52;
        std::uint64_t above = 0;
        const auto offsets =
            offsets_of(run(job, {.files = {{4096, length}}, .seed = 3, .repeat = true}, 10000));
        std::uint64_t low_bits = 0;
        for (const std::uint64_t offset : offsets) {
            ASSERT_GE(offset, 4096U);
            ASSERT_LE(offset + 4096, 4096 + length);
            ASSERT_EQ(offset % 4096, 0U);
            above += offset >= length / 2 ? 1 : 0;
            low_bits |= offset;
        }
        EXPECT_NEAR(static_cast<double>(above), static_cast<double>(offsets.size()) / 2, 400);
        EXPECT_EQ(low_bits & (length - 4096),
                  length - 4096);  // every bit of a block number is used
    }
}

TEST(WorkerSeed, repeats_unless_told_otherwise) {
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
}  // namespace fathom::test
