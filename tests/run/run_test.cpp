#include "run/run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

}  // namespace
}  // namespace fathom
