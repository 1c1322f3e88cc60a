#include "result/merge.h"

#include <string>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "result/rates.h"

namespace fathom {
namespace {

/// A worker with figures drawn from `r`; all that is added is a whole number, so sums are exact.
JobResult random_worker(const std::vector<std::uint32_t>& draws) {
    JobResult job;
    std::size_t at = 0;
    const auto next = [&] { return draws.empty() ? 0U : draws[at++ % draws.size()]; };
    for (DirectionResult& direction : job.directions.values) {
        DirectionRecord& record = direction.record;
        record.ios = next();
        record.bytes = std::uint64_t{next()} * 512;
        record.short_ios = next() % 3;
        record.clat = Latency(true);
        for (unsigned i = 0; i < next() % 20; ++i) record.clat.add(next());
        for (unsigned i = 0; i < next() % 20; ++i) record.lat.add(next());
        record.bw = {next() % 10, double(next()), double(next()), double(next()), double(next())};
        direction.runtime = Nanos(next());
    }
    for (auto& count : job.depths) count = next();
    for (auto& count : job.completions) count = next();
    job.sync_ios = next();
    job.total_runtime = Nanos(1 + next());
    job.cpu.user_time = Nanos(next());
    job.cpu.system_time = Nanos(next());
    job.cpu.context_switches = next();
    job.elapsed_seconds = next();
    return job;
}

JobResult merged(JobResult a, const JobResult& b) {
    merge_into(a, b);
    return a;
}

void expect_equal(const JobResult& a, const JobResult& b) {
    RC_ASSERT(a.directions == b.directions);
    RC_ASSERT(a.depths == b.depths);
    RC_ASSERT(a.completions == b.completions);
    RC_ASSERT(a.sync_ios == b.sync_ios);
    RC_ASSERT(a.jobs == b.jobs);
    RC_ASSERT(a.cpu == b.cpu);
    RC_ASSERT(a.total_runtime == b.total_runtime);
    RC_ASSERT(a.summed_runtime == b.summed_runtime);
    RC_ASSERT(a.elapsed_seconds == b.elapsed_seconds);
}

RC_GTEST_PROP(Merge, is_commutative, (std::vector<std::uint32_t> x, std::vector<std::uint32_t> y)) {
    const JobResult a = random_worker(x), b = random_worker(y);
    expect_equal(merged(a, b), merged(b, a));
}

RC_GTEST_PROP(Merge, is_associative,
              (std::vector<std::uint32_t> x, std::vector<std::uint32_t> y,
               std::vector<std::uint32_t> z)) {
    const JobResult a = random_worker(x), b = random_worker(y), c = random_worker(z);
    expect_equal(merged(merged(a, b), c), merged(a, merged(b, c)));
}

RC_GTEST_PROP(Merge, is_as_if_one_worker_had_measured_all,
              (const std::vector<std::uint32_t>& x, const std::vector<std::uint32_t>& y)) {
    JobResult a, b, all;
    for (JobResult* job : {&a, &b, &all})
        job->directions[Direction::read].record.clat = Latency(true);
    for (const auto value : x) a.directions[Direction::read].record.clat.add(value);
    for (const auto value : y) b.directions[Direction::read].record.clat.add(value);
    for (const auto* values : {&x, &y})
        for (const auto value : *values) all.directions[Direction::read].record.clat.add(value);
    merge_into(a, b);
    RC_ASSERT(a.directions[Direction::read].record.clat ==
              all.directions[Direction::read].record.clat);
}

JobResult worker(const std::string& name, std::uint32_t group, bool reporting) {
    JobResult job;
    job.name = name;
    job.group_id = group;
    job.settings.group_reporting = reporting;
    return job;
}

JobResult reader_at(std::uint32_t level, std::uint64_t nanos) {
    JobResult job;
    job.settings.prio = level;
    DirectionRecord& read = job.directions[Direction::read].record;
    read.ios = 1;
    read.clat = Latency(true);
    read.clat.add(nanos);
    return job;
}

TEST(MergeInto, latencies_of_two_priorities_are_kept_apart) {
    const JobResult same = merged(reader_at(3, 10), reader_at(3, 20));
    EXPECT_TRUE(same.directions[Direction::read].record.priorities.empty());
    const JobResult apart = merged(merged(same, reader_at(6, 30)), reader_at(3, 40));
    const auto& kept = apart.directions[Direction::read].record.priorities;
    ASSERT_EQ(kept.size(), 2U);
    EXPECT_EQ(kept[0].priority, 2 << 13 | 3);
    EXPECT_EQ(kept[0].latency.moments().sum, 70U);
    EXPECT_EQ(kept[1].priority, 2 << 13 | 6);
    EXPECT_EQ(kept[1].latency.moments().sum, 30U);
    EXPECT_EQ(apart.directions[Direction::read].record.clat.moments().sum, 100U);
    EXPECT_TRUE(apart.directions[Direction::write].record.priorities.empty());
}

TEST(MergeInto, a_row_without_io_takes_the_others_priority) {
    JobResult idle = reader_at(3, 0);
    idle.directions = {};
    const JobResult row = merged(idle, reader_at(6, 30));
    const auto& kept = row.directions[Direction::read].record.priorities;
    ASSERT_EQ(kept.size(), 1U);
    EXPECT_EQ(kept[0].priority, 2 << 13 | 6);
}

TEST(ReportRows, one_per_worker_without_group_reporting) {
    RunResult run;
    run.jobs = {worker("a", 0, false), worker("a", 0, false)};
    EXPECT_EQ(report_rows(run).size(), 2U);
}

TEST(ReportRows, a_job_without_stats_is_in_no_row_and_no_total) {
    RunResult run;
    run.jobs = {worker("a", 0, false), worker("b", 0, false)};
    run.jobs[0].settings.stats = false;
    const auto rows = report_rows(run);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].name, "b");
}

TEST(ReportRows, a_group_is_one_row_named_as_its_first_and_says_who_is_in_it) {
    RunResult run;
    run.jobs = {worker("t1", 0, true), worker("t2", 1, true), worker("t3", 1, true)};
    const auto rows = report_rows(run);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].name, "t1");
    EXPECT_EQ(rows[0].jobs, 1U);
    EXPECT_TRUE(rows[0].footnotes.empty());
    EXPECT_EQ(rows[1].name, "t2");
    EXPECT_EQ(rows[1].jobs, 2U);
    ASSERT_EQ(rows[1].footnotes.size(), 1U);
    EXPECT_NE(rows[1].footnotes[0].what.find("t2, t3"), std::string::npos);
}

TEST(ReportRows, clones_need_no_footnote) {
    RunResult run;
    run.jobs = {worker("a", 0, true), worker("a", 0, true), worker("a", 0, true)};
    const auto rows = report_rows(run);
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].jobs, 3U);
    EXPECT_TRUE(rows[0].footnotes.empty());
}

TEST(ReportRows, a_job_without_group_reporting_keeps_its_own_row) {
    RunResult run;
    run.jobs = {worker("a", 0, true), worker("b", 0, false), worker("c", 0, true)};
    const auto rows = report_rows(run);
    ASSERT_EQ(rows.size(), 2U);
    EXPECT_EQ(rows[0].jobs, 2U);
    EXPECT_EQ(rows[1].name, "b");
    EXPECT_EQ(rows[1].jobs, 1U);
}

TEST(ReportRows, the_first_error_of_a_group_stays) {
    RunResult run;
    run.jobs = {worker("a", 0, true), worker("a", 0, true), worker("a", 0, true)};
    run.jobs[1].error = 28;
    run.jobs[1].error_text = "write";
    run.jobs[1].error_function = "io_u error";
    run.jobs[2].error = 5;
    EXPECT_EQ(report_rows(run)[0].error, 28);
    EXPECT_EQ(report_rows(run)[0].error_text, "write");
    EXPECT_EQ(report_rows(run)[0].error_function, "io_u error");
}

TEST(MergeInto, cpu_is_the_share_of_all_workers_time) {
    JobResult a, b;
    a.total_runtime = 100_ms;
    a.cpu.user_time = 50_ms;
    b.total_runtime = 300_ms;
    b.cpu.user_time = 30_ms;
    merge_into(a, b);
    EXPECT_DOUBLE_EQ(a.cpu.user_percent, 20.0);
    EXPECT_EQ(a.total_runtime, 300_ms);
    EXPECT_EQ(a.summed_runtime, 400_ms);
}

TEST(MergeInto, samples_of_workers_side_by_side_add_up) {
    JobResult a, b;
    for (const double rate : {100.0, 120.0}) a.directions[Direction::read].record.bw.add(rate);
    for (const double rate : {10.0, 20.0}) b.directions[Direction::read].record.bw.add(rate);
    merge_into(a, b);
    const Samples& bw = a.directions[Direction::read].record.bw;
    EXPECT_DOUBLE_EQ(bw.min, 110);
    EXPECT_DOUBLE_EQ(bw.max, 140);
    EXPECT_DOUBLE_EQ(bw.mean, 125);
    EXPECT_EQ(bw.count, 4U);
}

JobResult reader(std::uint64_t bytes, Nanos runtime) {
    JobResult job = worker("r", 0, false);
    job.directions[Direction::read].record.bytes = bytes;
    job.directions[Direction::read].runtime = runtime;
    return job;
}

TEST(GroupTotals, are_bytes_over_the_longest_time) {
    const auto totals = group_totals({reader(4'000'000, 1_s), reader(4'000'000, 4_s)});
    ASSERT_EQ(totals.size(), 1U);
    const GroupDirection& read = totals[0].directions[Direction::read];
    EXPECT_EQ(read.bytes, 8'000'000U);
    EXPECT_EQ(read.bandwidth, 2'000'000U);
    EXPECT_EQ(read.min_bandwidth, 1'000'000U);
    EXPECT_EQ(read.max_bandwidth, 4'000'000U);
    EXPECT_EQ(read.min_runtime, 1_s);
    EXPECT_EQ(read.max_runtime, 4_s);
}

TEST(GroupTotals, a_job_that_did_nothing_is_no_slowest_job) {
    const auto totals = group_totals({reader(0, 0_ns), reader(1'000'000, 1_s)});
    EXPECT_EQ(totals[0].directions[Direction::read].min_bandwidth, 1'000'000U);
    EXPECT_EQ(totals[0].directions[Direction::write].bytes, 0U);
}

TEST(GroupTotals, come_by_group_number) {
    std::vector<JobResult> rows = {worker("a", 2, false), worker("b", 0, false)};
    rows[1].settings.unit_base = 1;
    const auto totals = group_totals(rows);
    ASSERT_EQ(totals.size(), 2U);
    EXPECT_EQ(totals[0].id, 0U);
    EXPECT_EQ(totals[0].unit_base, 1U);
    EXPECT_EQ(totals[1].id, 2U);
}

TEST(Rates, are_over_whole_milliseconds_rounded_up) {
    EXPECT_EQ(runtime_ms(0_ns), 0U);
    EXPECT_EQ(runtime_ms(1_ns), 1U);
    EXPECT_EQ(runtime_ms(1_ms), 1U);
    EXPECT_EQ(runtime_ms(1_ms + 1_ns), 2U);
    EXPECT_EQ(bytes_per_second(4096, 400_us), 4'096'000U);
    EXPECT_EQ(bytes_per_second(4096, 0_ns), 0U);
    EXPECT_DOUBLE_EQ(ios_per_second(3, 2_s), 1.5);
    // 100 TB in a second overflow 64 bits on the way.
    EXPECT_EQ(bytes_per_second(100'000'000'000'000'000, 1_s), 100'000'000'000'000'000U);
}

}  // namespace
}  // namespace fathom
