#include "run/run.h"

#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/interrupts.h"
#include "run/run_fixture.h"

namespace fathom {
namespace {

TEST(Run, a_null_job_does_its_size) {
    const RunResult run = run_jobs({null_job("a", 65536)});
    ASSERT_EQ(run.jobs.size(), 1U);
    const DirectionResult& read = run.jobs[0].directions[Direction::read];
    EXPECT_EQ(read.record.ios, 16U);
    EXPECT_EQ(read.record.bytes, 65536U);
    EXPECT_EQ(read.record.clat.moments().count, 16U);
    EXPECT_GT(read.runtime, Nanos{});
    EXPECT_EQ(run.jobs[0].error, 0);
    EXPECT_NE(run.jobs[0].pid, 0U);
    EXPECT_FALSE(run.interrupted);
}

TEST(Run, a_read_job_lays_its_file_out_and_reads_it) {
    const TemporaryDirectory directory;
    CollectingObserver observer;
    const RunResult run =
        run_jobs({file_job("r", directory.path("data"), std::uint64_t{2} << 20)}, observer);
    EXPECT_THAT(observer.messages, testing::ElementsAre("r: Laying out IO file (1 file / 2MiB)"));
    EXPECT_EQ(std::filesystem::file_size(directory.path("data")), std::uint64_t{2} << 20);
    EXPECT_EQ(run.jobs[0].directions[Direction::read].record.ios, 512U);
    EXPECT_EQ(run.jobs[0].directions[Direction::write].record.bytes, 0U);
}

TEST(Run, a_write_job_writes_its_file) {
    const TemporaryDirectory directory;
    Job job = file_job("w", directory.path("data"), 40960);
    job.access = writing();
    job.end_fsync = true;
    const RunResult run = run_jobs({job});
    EXPECT_EQ(run.jobs[0].error, 0);
    EXPECT_EQ(run.jobs[0].directions[Direction::write].record.ios, 10U);
    EXPECT_EQ(read_text(directory.path("data")).size(), 40960U);
}

TEST(Run, clones_have_files_of_their_own) {
    const TemporaryDirectory directory;
    Job job = file_job("c", "", 8192);
    job.directory = directory.path();
    job.numjobs = 3;
    const RunResult run = run_jobs({job});
    ASSERT_EQ(run.jobs.size(), 3U);
    for (const char* name : {"c.0.0", "c.1.0", "c.2.0"})
        EXPECT_EQ(std::filesystem::file_size(directory.path(name)), 8192U) << name;
    EXPECT_EQ(run.jobs[2].directions[Direction::read].record.bytes, 8192U);
}

TEST(Run, loops_repeat_the_whole_job) {
    Job job = null_job("a", 65536);
    job.loops = 3;
    EXPECT_EQ(run_jobs({job}).jobs[0].directions[Direction::read].record.ios, 48U);
}

TEST(Run, an_unknown_engine_is_an_error_before_anything_starts) {
    Job job = null_job("a");
    job.ioengine = "nosuch";
    EXPECT_THROW(run_jobs({job}), Error);
}

TEST(Run, no_space_left_fails_the_job_and_keeps_the_others) {
    const TemporaryDirectory directory;
    Job full = file_job("full", "/dev/full", 65536);
    full.access = writing();
    CollectingObserver observer;
    const RunResult run = run_jobs({full, null_job("b")}, observer);
    EXPECT_EQ(run.jobs[0].error, ENOSPC);
    EXPECT_THAT(run.jobs[0].error_text, testing::HasSubstr("/dev/full"));
    EXPECT_EQ(run.jobs[0].directions[Direction::write].record.ios, 0U);
    EXPECT_EQ(run.jobs[1].directions[Direction::read].record.ios, 16U);
    EXPECT_THAT(observer.problems, testing::Contains(testing::HasSubstr("err=28/")));
}

TEST(Run, a_stonewalled_job_starts_after_the_one_before_has_ended) {
    const TemporaryDirectory directory;
    Job first = null_job(directory.path("a")), second = null_job(directory.path("b"));
    first.exec_postrun = second.exec_prerun = "true";
    second.stonewall = true;
    CollectingObserver observer;
    const RunResult run = run_jobs({first, second}, observer);
    ASSERT_EQ(observer.messages.size(), 2U);
    EXPECT_THAT(observer.messages[0], testing::HasSubstr("postrun"));
    EXPECT_THAT(observer.messages[1], testing::HasSubstr("prerun"));
    EXPECT_EQ(run.jobs[1].group_id, 1U);
}

TEST(Run, exitall_ends_the_others_of_the_group) {
    Job endless = null_job("b");
    endless.time_based = true;
    endless.runtime = 3600_s;
    Job brief = null_job("a");
    brief.exitall = true;
    const RunResult run = run_jobs({brief, endless});
    EXPECT_EQ(run.jobs[0].directions[Direction::read].record.ios, 16U);
    EXPECT_EQ(run.jobs[1].error, 0);
    EXPECT_LT(run.jobs[1].total_runtime, 3600_s);
}

/// Interrupts the run as soon as a look at it shows I/O.
class InterruptingObserver : public CollectingObserver {
  public:
    void live(const LiveStatus& status) override {
        CollectingObserver::live(status);
        // Once: a second interrupt leaves the process.
        if (status.ios_per_second[Direction::read] > 0 && !interrupted()) raise_interrupt(SIGINT);
    }
};

TEST(Run, an_interrupt_ends_the_run_with_what_was_measured) {
    Job endless = null_job("a");
    endless.time_based = true;
    endless.runtime = 3600_s;
    Job later = null_job("b");
    later.stonewall = true;
    InterruptingObserver observer;
    RunOptions options;
    options.live_interval = 1_ms;
    const RunResult run = run_plan(make_plan({endless, later}), options, observer);
    clear_interrupt();
    EXPECT_TRUE(run.interrupted);
    EXPECT_THAT(observer.messages, testing::ElementsAre("\nfathom: terminating on signal 2\n"));
    EXPECT_GT(run.jobs[0].directions[Direction::read].record.ios, 0U);
    EXPECT_EQ(run.jobs[0].error, 0);
    ASSERT_EQ(run.jobs.size(), 2U);
    EXPECT_EQ(run.jobs[1].directions[Direction::read].record.ios, 0U);
    EXPECT_EQ(run.jobs[1].pid, 0U);
    ASSERT_FALSE(observer.statuses.empty());
    EXPECT_EQ(observer.statuses[0].letters.size(), 2U);
    EXPECT_EQ(observer.statuses[0].letters[1], 'P');
}

TEST(Run, an_interrupt_before_the_layout_leaves_no_file) {
    const TemporaryDirectory directory;
    raise_interrupt(SIGINT);
    const RunResult run = run_jobs({file_job("a", directory.path("f"), 8192)});
    clear_interrupt();
    EXPECT_TRUE(run.interrupted);
    EXPECT_FALSE(std::filesystem::exists(directory.path("f")));
    EXPECT_EQ(run.jobs.size(), 1U);
}

std::string error_of(std::vector<Job> jobs, RunOptions options = {}) {
    CollectingObserver observer;
    try {
        run_jobs(std::move(jobs), observer, options);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(Run, all_that_is_wrong_is_said_at_once_and_nothing_is_made) {
    const TemporaryDirectory directory;
    Job fine = file_job("fine", directory.path("f"), 8192);
    Job nowhere = file_job("nowhere", "", 8192);
    nowhere.directory = directory.path("missing");
    Job engine = null_job("engine");
    engine.ioengine = "nosuch";
    Job cpu = null_job("cpu");
    cpu.cpus_allowed = {1'000'000};
    const std::string text = error_of({fine, nowhere, engine, cpu});
    EXPECT_THAT(text, testing::HasSubstr("missing is not a directory"));
    EXPECT_THAT(text, testing::HasSubstr("nosuch"));
    EXPECT_THAT(text, testing::HasSubstr("CPU 1000000 too large"));
    EXPECT_FALSE(std::filesystem::exists(directory.path("f")));
}

TEST(Run, readonly_refuses_writers_and_layout) {
    const TemporaryDirectory directory;
    RunOptions options;
    options.readonly = true;
    options.program = "fio";
    Job writer = file_job("w", directory.make("f", 8192), 8192);
    writer.access = writing();
    EXPECT_THAT(
        error_of({writer}, options),
        testing::HasSubstr("job <w> has write or trim bit set, but fio is in read-only mode"));
    CollectingObserver observer;
    const RunResult refused =
        run_jobs({file_job("r", directory.path("new"), 8192), null_job("n")}, observer, options);
    EXPECT_THAT(refused.jobs[0].error_text, testing::HasSubstr("read-only mode"));
    EXPECT_EQ(refused.jobs[1].error, 0);
    EXPECT_FALSE(std::filesystem::exists(directory.path("new")));
    EXPECT_EQ(error_of({file_job("r", directory.path("f"), 8192)}, options), "no error");
}

TEST(Run, what_fails_at_set_up_is_the_error_of_its_job) {
    const TemporaryDirectory directory;
    Job shared = file_job("many", directory.path("none"), 0);
    shared.numjobs = 50;
    Job after = null_job("after");
    after.wait_for = "many";
    CollectingObserver observer;
    const RunResult run = run_jobs({shared, after}, observer);
    ASSERT_EQ(run.jobs.size(), 51U);
    for (std::size_t i = 0; i < 50; ++i) {
        EXPECT_EQ(run.jobs[i].error, EINVAL);
        EXPECT_EQ(run.jobs[i].error_function, "setup");
    }
    EXPECT_EQ(run.jobs[50].error, 0);
    EXPECT_EQ(run.jobs[50].directions[Direction::read].record.bytes, 65536U);
    // Told once, with its count.
    EXPECT_THAT(observer.problems,
                testing::ElementsAre(testing::HasSubstr("you need to specify size="),
                                     testing::HasSubstr("err=22"),
                                     testing::HasSubstr("many: 49 more failed in the same way")));
}

TEST(Run, rates_of_a_group_are_there_for_every_reader) {
    const RunResult run = run_jobs({null_job("a"), null_job("b")});
    ASSERT_EQ(run.groups.size(), 1U);
    EXPECT_EQ(run.groups[0].directions[Direction::read].bytes, 131072U);
}

/// Peak resident memory of this process in KiB, since the last reset.
std::uint64_t peak_memory() {
    const std::string status = read_text("/proc/self/status");
    return std::strtoull(status.c_str() + status.find("VmHWM:") + 6, nullptr, 10);
}

TEST(Run, a_thousand_workers_are_small) {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
    GTEST_SKIP() << "sanitizers use memory of their own";
#endif
    Job job = null_job("a", 4096);
    job.numjobs = 1000;
    std::ofstream("/proc/self/clear_refs") << "5";  // forget the peak so far
    const std::uint64_t before = peak_memory();
    const RunResult run = run_jobs({job});
    EXPECT_LT(peak_memory() - before, 100U * 1024);
    std::uint64_t ios = 0;
    for (const JobResult& result : run.jobs) ios += result.directions[Direction::read].record.ios;
    EXPECT_EQ(ios, 1000U);
}

}  // namespace
}  // namespace fathom
