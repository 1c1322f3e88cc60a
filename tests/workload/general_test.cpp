// The general stream: steps, runs, mixes, several files and sizes, syncs. Expected offsets of
// sequential streams are what fio 3.33 does for the same job (its write_iolog), in KiB.
#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "workload/streams.h"

namespace fathom::test {
namespace {

struct Stepped {
    const char* rw;
    std::int64_t step;
    std::uint64_t size;
    std::uint64_t io_size;
    const char* expected;
};

TEST(GeneralSequential, steps_go_where_fio_goes) {
    const std::vector<Stepped> table = {
        {"write", 8, 64, 0, "w0 w12 w24 w36 w48 w60"},
        {"write", -8, 64, 0, "w0 w56 w52 w48 w44 w40 w36 w32 w28 w24 w20 w16 w12 w8 w4 w0"},
        {"write", -4, 16, 0, "w0 w0 w0 w0"},
        {"write", -12, 64, 0, "w0 w52 w44 w36 w28 w20 w12 w4 w52 w44 w36 w28 w20 w12 w4 w52"},
        {"read", 2, 64, 0, "r0 r6 r12 r18 r24 r30 r36 r42 r48 r54 r60"},
        {"read", 4, 64, 0, "r0 r8 r16 r24 r32 r40 r48 r56 r0 r8 r16 r24 r32 r40 r48 r56"},
        {"read", 4, 64, 32, "r0 r8 r16 r24 r32 r40 r48 r56"},
        {"read", 4, 66, 0, "r0 r8 r16 r24 r32 r40 r48 r56"},
        {"read", 8, 64, 36, "r0 r12 r24 r36 r48 r60 r0 r12 r24"},
        {"read", -100, 64, 0, "r0"},
        {"read", 100, 16, 0, "r0 r0 r0 r0"},
        {"trimwrite", 4, 16, 0, "t0 w0 t8 w8 t0 w0 t8 w8"},
        {"trimwrite", 0, 12, 0, "t0 w0 t4 w4 t8 w8"},
    };
    for (const Stepped& s : table) {
        const Job job = job_of(s.rw, 4 * kib, s.step * static_cast<std::int64_t>(kib));
        EXPECT_EQ(text_of(run(job, {.files = {{0, s.size * kib}}, .io_size = s.io_size * kib})),
                  s.expected)
            << s.rw << ':' << s.step << "k size " << s.size << "k";
    }
}

TEST(GeneralSequential, a_step_stops_where_the_span_ends_inside_its_file) {
    const Job job = job_of("read", 4 * kib, 4 * kib);
    EXPECT_EQ(text_of(run(job, {.files = {{16 * kib, 32 * kib, 128 * kib}}})), "r16 r24 r32 r40");
    // A file still to be written does not end before its span does.
    EXPECT_EQ(text_of(run(job, {.files = {{16 * kib, 16 * kib, 20 * kib}}})), "r16 r24 r16 r24");
}

TEST(GeneralSequential, a_backward_step_turns_at_the_start_of_its_span) {
    const Job job = job_of("read", 4 * kib, -8 * static_cast<std::int64_t>(kib));
    EXPECT_EQ(text_of(run(job, {.files = {{64 * kib, 16 * kib}}})), "r64 r72 r68 r64");
}

TEST(GeneralSequential, mixed_directions_have_positions_of_their_own) {
    const auto requests = run(job_of("rw"), {.files = {{0, 256 * kib}}, .seed = 4});
    ASSERT_EQ(requests.size(), 64U);
    std::uint64_t next[2] = {0, 0};
    for (const Request& r : requests) {
        auto& position = next[static_cast<int>(r.op)];
        ASSERT_EQ(r.offset, position);
        position += 4 * kib;
    }
    EXPECT_GT(next[0], 0U);
    EXPECT_GT(next[1], 0U);
}

TEST(GeneralSequential, sizes_of_a_range_are_even_and_adjacent) {
    Job job = job_of("read");
    job.bs = PerDirection<BlockSize>::all({Bytes(3 * kib), Bytes(10 * kib)});
    const std::uint64_t size = 64 << 20;
    const auto requests = run(job, {.files = {{0, size}}, .seed = 2});
    std::map<std::uint64_t, double> shares;
    std::uint64_t position = 0;
    for (const Request& r : requests) {
        ASSERT_EQ(r.offset, position);
        position += r.length;
        shares[r.length / kib] += 1.0 / static_cast<double>(requests.size());
    }
    EXPECT_GT(position + 3 * kib, size);
    // A uniform length up to 10 KiB, rounded up to a multiple of 3 and cut at 10.
    EXPECT_NEAR(shares[3], 0.3, 0.02);
    EXPECT_NEAR(shares[6], 0.3, 0.02);
    EXPECT_NEAR(shares[9], 0.3, 0.02);
    EXPECT_NEAR(shares[10], 0.1, 0.02);
}

// --- random -----------------------------------------------------------------------------------

TEST(GeneralRandom, a_run_goes_on_from_each_random_offset) {
    const auto requests =
        run(job_of("randread", 4 * kib, 8), {.files = {{0, 64 << 20}}, .seed = 1});
    ASSERT_EQ(requests.size(), 16384U);
    std::size_t broken = 0;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        if (i % 8 == 0) continue;
        // A run is broken only where the region ends.
        if (requests[i].offset != requests[i - 1].offset + 4 * kib) ++broken;
    }
    EXPECT_LE(broken, 8U);
}

TEST(GeneralRandom, runs_of_a_mix_are_counted_by_direction) {
    const auto requests = run(job_of("randrw", 4 * kib, 4), {.files = {{0, 64 << 20}}, .seed = 1});
    ASSERT_EQ(requests.size(), 16384U);
    for (const Op op : {Op::read, Op::write}) {
        std::vector<std::uint64_t> mine;
        for (const Request& request : requests)
            if (request.op == op) mine.push_back(request.offset);
        std::size_t broken = 0;
        for (std::size_t i = 1; i < mine.size(); ++i)
            if (i % 4 != 0 && mine[i] != mine[i - 1] + 4 * kib) ++broken;
        // Blocks the other direction has done already, and the region's end, break a run.
        EXPECT_LE(broken, mine.size() / 2);
        EXPECT_EQ(mine[1], mine[0] + 4 * kib);
        EXPECT_EQ(mine[2], mine[0] + 8 * kib);
        EXPECT_EQ(mine[3], mine[0] + 12 * kib);
    }
}

TEST(GeneralSequential, the_write_of_a_pair_is_as_long_as_its_trim) {
    Job job = job_of("trimwrite");
    set_size(job, Direction::write, 8 * kib, 8 * kib);
    set_size(job, Direction::trim, 16 * kib, 16 * kib);
    EXPECT_EQ(text_of(run(job, {.files = {{0, 32 * kib}}})), "t0+16 w0+16 t16+16 w16+16");
}

TEST(GeneralRandom, identical_repeats_each_random_offset) {
    Job job = job_of("randread", 4 * kib, 4);
    job.rw_sequencer = Sequencer::identical;
    const auto requests = run(job, {.files = {{0, 1 << 20}}, .seed = 1});
    ASSERT_EQ(requests.size(), 256U);
    std::set<std::uint64_t> firsts;
    for (std::size_t i = 0; i < requests.size(); ++i) {
        ASSERT_EQ(requests[i].offset, requests[i - i % 4].offset);
        if (i % 4 != 0) continue;
        ASSERT_TRUE(firsts.insert(requests[i].offset).second);
    }
}

TEST(GeneralRandom, percentage_random_is_the_share_of_jumps) {
    Job job = job_of("randread");
    job.percentage_random = PerDirection<std::uint32_t>::all(30);
    const auto requests = run(job, {.files = {{0, 64 << 20}}, .seed = 1});
    double jumps = 0;
    for (std::size_t i = 1; i < requests.size(); ++i)
        jumps += requests[i].offset != requests[i - 1].offset + 4 * kib ? 1 : 0;
    EXPECT_NEAR(jumps / static_cast<double>(requests.size()), 0.3, 0.02);
}

TEST(GeneralRandom, rwmixread_is_the_share_of_reads) {
    for (const char* rw : {"rw", "randrw"}) {
        Job job = job_of(rw);
        job.rwmixread = 70;
        const auto requests = run(job, {.files = {{0, 64 << 20}}, .seed = 1});
        ASSERT_EQ(requests.size(), 16384U);
        const auto reads = std::count_if(requests.begin(), requests.end(),
                                         [](const Request& r) { return r.op == Op::read; });
        EXPECT_NEAR(static_cast<double>(reads) / 16384, 0.7, 0.015) << rw;
    }
}

TEST(GeneralRandom, mixes_of_zero_and_hundred_are_exact) {
    Job job = job_of("randrw");
    job.rwmixread = 0;
    for (const Request& r : run(job, {.files = {{0, 1 << 20}}})) ASSERT_EQ(r.op, Op::write);
    job.rwmixread = 100;
    for (const Request& r : run(job, {.files = {{0, 1 << 20}}})) ASSERT_EQ(r.op, Op::read);
}

TEST(GeneralRandom, trimwrite_trims_each_block_before_it_writes_it) {
    const auto requests = run(job_of("randtrimwrite"), {.files = {{0, 1 << 20}}, .seed = 1});
    ASSERT_EQ(requests.size(), 512U);
    std::set<std::uint64_t> blocks;
    for (std::size_t i = 0; i < requests.size(); i += 2) {
        ASSERT_EQ(requests[i].op, Op::trim);
        ASSERT_EQ(requests[i + 1].op, Op::write);
        ASSERT_EQ(requests[i].offset, requests[i + 1].offset);
        blocks.insert(requests[i].offset);
    }
    EXPECT_EQ(blocks.size(), 256U);
}

TEST(GeneralRandom, an_alignment_draws_with_replacement_at_its_multiples) {
    Job job = job_of("randread");
    job.ba = PerDirection<Bytes>::all(Bytes(2 * kib));
    const std::uint64_t size = 1 << 20;
    std::set<std::uint64_t> odd;
    for (const Request& r : run(job, {.files = {{512, size}}, .seed = 1})) {
        const std::uint64_t at = r.offset - 512;
        ASSERT_EQ(at % (2 * kib), 0U);
        ASSERT_LE(at + r.length, size);
        if (at % (4 * kib) != 0) odd.insert(at);
    }
    EXPECT_FALSE(odd.empty());
}

/// Requests as intervals of their file: true when none overlap; adds up the bytes.
bool disjoint(const std::vector<Request>& requests, std::uint64_t& bytes) {
    std::vector<std::array<std::uint64_t, 3>> spans;
    bytes = 0;
    for (const Request& r : requests) {
        spans.push_back({r.file, r.offset, r.offset + r.length});
        bytes += r.length;
    }
    std::sort(spans.begin(), spans.end());
    for (std::size_t i = 1; i < spans.size(); ++i)
        if (spans[i][0] == spans[i - 1][0] && spans[i][1] < spans[i - 1][2]) return false;
    return true;
}

RC_GTEST_PROP(GeneralRandom, one_size_in_two_directions_covers_each_block_once, ()) {
    const auto blocks = *rc::gen::inRange<std::uint64_t>(1, 5000);
    const auto block = *rc::gen::element<std::uint64_t>(512, 4096, 5000);
    const auto files = *rc::gen::inRange<std::uint64_t>(1, 6);
    WorkloadSetup setup{.seed = *rc::gen::arbitrary<std::uint64_t>()};
    for (std::uint64_t i = 0; i < files; ++i) setup.files.push_back({i * 512, blocks * block + i});
    std::uint64_t bytes = 0;
    RC_ASSERT(disjoint(run(job_of("randrw", block), setup), bytes));
    RC_ASSERT(bytes == files * blocks * block);
}

RC_GTEST_PROP(GeneralRandom, different_sizes_touch_no_byte_twice, ()) {
    Job job = job_of("randrw");
    const auto unit = *rc::gen::element<std::uint64_t>(512, 4096, 3000);
    const auto factor = *rc::gen::inRange<std::uint64_t>(2, 9);
    const auto writes = *rc::gen::inRange<std::uint64_t>(1, 3);
    set_size(job, Direction::read, unit, unit * *rc::gen::element<std::uint64_t>(1, factor));
    set_size(job, Direction::write, unit * writes, unit * writes * factor);
    const auto units = *rc::gen::inRange<std::uint64_t>(factor * 2, 20000);
    const WorkloadSetup setup{.files = {{0, units * unit}},
                              .seed = *rc::gen::arbitrary<std::uint64_t>()};
    std::uint64_t bytes = 0;
    RC_ASSERT(disjoint(run(job, setup), bytes));
    RC_ASSERT(bytes == units * unit);  // reads fill the gaps too small for a write
}

TEST(GeneralRandom, sizes_of_a_range_keep_their_shares_over_the_first_quarter) {
    Job job = job_of("randread");
    job.bs = PerDirection<BlockSize>::all({Bytes(4 * kib), Bytes(8 * kib)});
    const std::uint64_t size = 40 << 20;
    std::uint64_t done = 0, large = 0, all = 0;
    for (const Request& r : run(job, {.files = {{0, size}}, .seed = 3})) {
        if ((done += r.length) > size / 4) break;
        ++all;
        large += r.length == 8 * kib ? 1 : 0;
    }
    EXPECT_NEAR(static_cast<double>(large) / static_cast<double>(all), 0.5, 0.03);
}

// --- files ------------------------------------------------------------------------------------

Job files_job(FileService service, std::uint32_t openfiles = 0, std::uint32_t file_run = 1) {
    Job job = job_of("read");
    job.file_service = service;
    job.openfiles = openfiles;
    job.file_service_run = file_run;
    return job;
}

WorkloadSetup files_setup(std::size_t files, std::uint64_t size, std::uint64_t io_size = 0) {
    WorkloadSetup setup{.io_size = io_size, .seed = 1};
    setup.files.assign(files, FileSpan{0, size});
    return setup;
}

TEST(GeneralFiles, roundrobin_takes_them_in_turn) {
    EXPECT_EQ(text_of(run(files_job(FileService::roundrobin), files_setup(3, 8 * kib)), true),
              "0:r0 1:r0 2:r0 0:r4 1:r4 2:r4");
    EXPECT_EQ(
        text_of(run(files_job(FileService::roundrobin, 0, 2), files_setup(2, 12 * kib)), true),
        "0:r0 0:r4 1:r0 1:r4 0:r8 1:r8");
}

TEST(GeneralFiles, sequential_finishes_one_before_the_next) {
    EXPECT_EQ(text_of(run(files_job(FileService::sequential), files_setup(2, 12 * kib)), true),
              "0:r0 0:r4 0:r8 1:r0 1:r4 1:r8");
    EXPECT_EQ(text_of(run(files_job(FileService::sequential, 1), files_setup(2, 8 * kib)), true),
              "0:O 0:r0 0:r4 0:C 1:O 1:r0 1:r4 1:C");
}

TEST(GeneralFiles, openfiles_keeps_only_so_many_open) {
    EXPECT_EQ(text_of(run(files_job(FileService::roundrobin, 1), files_setup(3, 8 * kib)), true),
              "0:O 0:r0 0:r4 0:C 1:O 1:r0 1:r4 1:C 2:O 2:r0 2:r4 2:C");
    EXPECT_EQ(text_of(run(files_job(FileService::roundrobin, 2), files_setup(4, 8 * kib)), true),
              "0:O 0:r0 1:O 1:r0 0:r4 0:C 1:r4 1:C 2:O 2:r0 3:O 3:r0 2:r4 2:C 3:r4 3:C");
}

TEST(GeneralFiles, every_open_is_closed_whatever_the_service_and_the_limit) {
    for (const auto service :
         {FileService::roundrobin, FileService::sequential, FileService::random, FileService::zipf,
          FileService::pareto, FileService::normal}) {
        for (const std::uint64_t io_size : {0U, 50U, 500U}) {
            std::set<std::uint32_t> open;
            std::uint64_t data = 0;
            Job job = files_job(service, 3);
            job.file_service_parameter = service == FileService::normal ? 20 : 0;
            for (const Request& r : run(job, files_setup(10, 40 * kib, io_size * 4 * kib))) {
                if (r.op == Op::open_file) {
                    ASSERT_TRUE(open.insert(r.file).second);
                } else if (r.op == Op::close_file) {
                    ASSERT_EQ(open.erase(r.file), 1U);
                } else {
                    ASSERT_TRUE(open.contains(r.file));
                    ++data;
                }
                ASSERT_LE(open.size(), 3U);
            }
            EXPECT_TRUE(open.empty());
            EXPECT_EQ(data, io_size == 0 ? 100U : io_size);
        }
    }
}

TEST(GeneralFiles, every_service_reads_every_block_of_every_file_in_a_pass) {
    for (const auto service :
         {FileService::roundrobin, FileService::sequential, FileService::random, FileService::zipf,
          FileService::pareto, FileService::normal}) {
        Job job = files_job(service);
        job.access.random = true;
        job.file_service_parameter = service == FileService::normal ? 20 : 0;
        std::uint64_t bytes = 0;
        EXPECT_TRUE(disjoint(run(job, files_setup(20, 40 * kib)), bytes));
        EXPECT_EQ(bytes, 800 * kib);
    }
}

TEST(GeneralFiles, a_pass_starts_again_when_io_size_is_larger) {
    EXPECT_EQ(
        text_of(run(files_job(FileService::roundrobin), files_setup(2, 8 * kib, 24 * kib)), true),
        "0:r0 1:r0 0:r4 1:r4 0:r0 1:r0");
}

TEST(GeneralFiles, a_hundred_thousand_take_their_turns) {
    const auto requests = run(files_job(FileService::roundrobin), files_setup(100'000, 4 * kib));
    ASSERT_EQ(requests.size(), 100'000U);
    for (std::uint32_t i = 0; i < 100'000; ++i) ASSERT_EQ(requests[i].file, i);
}

// --- syncs ------------------------------------------------------------------------------------

TEST(GeneralSyncs, come_after_every_n_writes_and_before_the_next_request) {
    Job job = job_of("write");
    job.fsync = 4;
    EXPECT_EQ(text_of(run(job, {.files = {{0, 32 * kib}}})), "w0 w4 w8 w12 F w16 w20 w24 w28");
    job.fdatasync = 3;
    EXPECT_EQ(text_of(run(job, {.files = {{0, 36 * kib}}})),
              "w0 w4 w8 D w12 F w16 w20 D w24 w28 F w32");
}

TEST(GeneralSyncs, sync_file_range_spans_what_was_written_since_the_last) {
    Job job = job_of("write");
    job.sync_file_range = {2, 4};
    EXPECT_EQ(text_of(run(job, {.files = {{0, 48 * kib}}})),
              "w0 w4 w8 w12 S0+16 w16 w20 w24 w28 S16+16 w32 w36 w40 w44");
    job.fsync = 6;
    EXPECT_EQ(text_of(run(job, {.files = {{0, 36 * kib}}})),
              "w0 w4 w8 w12 S0+16 w16 w20 F w24 w28 S24+8 w32");
}

TEST(GeneralSyncs, reads_count_for_nothing) {
    Job job = job_of("read");
    job.fsync = 2;
    EXPECT_EQ(text_of(run(job, {.files = {{0, 16 * kib}}})), "r0 r4 r8 r12");
    Job mixed = job_of("randrw");
    mixed.fsync = 3;
    int writes = 0;
    for (const Request& r : run(mixed, {.files = {{0, 1 << 20}}, .seed = 1})) {
        if (r.op == Op::write) ++writes;
        if (r.op == Op::fsync) {
            EXPECT_EQ(writes, 3);
            writes = 0;
        }
    }
}

// --- limits and seeds ---------------------------------------------------------------------------

TEST(General, limits_count_pairs_of_trimwrite_once) {
    Job job = job_of("randtrimwrite");
    job.number_ios = 5;
    EXPECT_EQ(run(job, {.files = {{0, 1 << 20}}}).size(), 10U);
    job.number_ios = 0;
    const WorkloadSetup setup{.files = {{0, 1 << 20}}, .io_size = 20 * kib};
    EXPECT_EQ(run(job, setup).size(), 10U);
    EXPECT_EQ(make_workload(job, setup)->total_bytes(), 40 * kib);
}

TEST(General, repeats_without_end) {
    for (const char* rw : {"rw", "randrw", "randtrimwrite"})
        EXPECT_GE(run(job_of(rw), {.files = {{0, 30 * kib}}, .repeat = true}, 1000).size(), 1000U);
}

TEST(General, the_same_seed_gives_the_same_stream) {
    Job job = job_of("randrw");
    job.bs = PerDirection<BlockSize>::all({Bytes(4 * kib), Bytes(16 * kib)});
    WorkloadSetup setup = files_setup(3, 1 << 20);
    const std::string first = text_of(run(job, setup), true);
    EXPECT_EQ(text_of(run(job, setup), true), first);
    setup.seed = 99;
    EXPECT_NE(text_of(run(job, setup), true), first);
}

TEST(General, no_file_is_an_error) {
    EXPECT_THROW(make_workload(job_of("read"), {}), Error);
}

}  // namespace
}  // namespace fathom::test
