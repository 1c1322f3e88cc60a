// What a worker does beside its I/O: flushing, removing, hooks, placement, notes about its result.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/placement.h"
#include "run/run_fixture.h"

namespace fathom {
namespace {

using testing::HasSubstr;

std::string notes_of(const JobResult& result) {
    std::string all;
    for (const Problem& note : result.footnotes) all += to_text(note) + "\n";
    return all;
}

TEST(Worker, a_synchronous_engine_has_equal_lat_and_clat) {
    const RunResult run = run_jobs({null_job("a")});
    const DirectionRecord& read = run.jobs[0].directions[Direction::read].record;
    EXPECT_EQ(read.lat.moments(), read.clat.moments());
    EXPECT_NE(read.clat.histogram(), nullptr);
    EXPECT_EQ(read.lat.histogram(), nullptr);
    EXPECT_EQ(read.slat.moments().count, 0U);
}

TEST(Worker, disable_options_leave_figures_out) {
    Job job = null_job("a");
    job.disable_clat = true;
    const RunResult without_clat = run_jobs({job});
    EXPECT_EQ(without_clat.jobs[0].directions[Direction::read].record.clat.moments().count, 0U);
    EXPECT_EQ(without_clat.jobs[0].directions[Direction::read].record.lat.moments().count, 16U);

    job.gtod_reduce = job.disable_lat = true;  // as the option sets them
    const RunResult reduced = run_jobs({job});
    const DirectionRecord& read = reduced.jobs[0].directions[Direction::read].record;
    EXPECT_EQ(read.lat.moments().count, 0U);
    EXPECT_EQ(read.ios, 16U);
}

TEST(Worker, gtod_reduce_still_ends_on_time) {
    Job job = null_job("a");
    job.gtod_reduce = job.time_based = true;
    job.runtime = 20_ms;
    const RunResult run = run_jobs({job});
    EXPECT_GE(run.jobs[0].total_runtime, 20_ms);
    EXPECT_GT(run.jobs[0].directions[Direction::read].record.ios, 16U);
}

TEST(Worker, the_ramp_is_not_counted) {
    Job job = null_job("a");
    job.time_based = true;
    job.ramp_time = 30_ms;
    job.runtime = 20_ms;
    const RunResult run = run_jobs({job});
    EXPECT_GE(run.jobs[0].total_runtime, 20_ms);
    EXPECT_EQ(notes_of(run.jobs[0]), "");
    const DirectionRecord& read = run.jobs[0].directions[Direction::read].record;
    EXPECT_EQ(read.clat.moments().count, read.ios);
}

TEST(Worker, samples_of_iops_and_bandwidth_have_windows_of_their_own) {
    // Two million I/Os take longer than a window however fast or busy the machine is.
    Job job = null_job("a", std::uint64_t{8} << 30);
    job.bwavgtime = 10;
    job.iopsavgtime = 1'000'000;
    const RunResult run = run_jobs({job});
    const DirectionRecord& read = run.jobs[0].directions[Direction::read].record;
    EXPECT_GT(read.bw.count, 0U);
    EXPECT_EQ(read.iops.count, 0U);
}

TEST(Worker, a_runtime_that_was_not_needed_is_noted) {
    Job job = null_job("a");
    job.runtime = 3600_s;
    EXPECT_THAT(notes_of(run_jobs({job}).jobs[0]), HasSubstr("ended by size"));
}

TEST(Worker, a_queue_depth_that_cannot_act_is_noted) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.make("f", 8192), 8192);
    job.iodepth = 32;
    const RunResult run = run_jobs({job});
    EXPECT_THAT(notes_of(run.jobs[0]), HasSubstr("iodepth=32"));
    EXPECT_EQ(run.jobs[0].iodepth, 32U);
}

TEST(Worker, reading_holes_is_noted) {
    const TemporaryDirectory directory;
    const std::string path = directory.make("f", 4096);
    std::filesystem::resize_file(path, 1 << 20);
    EXPECT_THAT(notes_of(run_jobs({file_job("a", path, 1 << 20)}).jobs[0]),
                HasSubstr("hold no data"));
}

TEST(Worker, create_only_makes_files_and_does_nothing_else) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.path("f"), 8192);
    job.create_only = true;
    const RunResult run = run_jobs({job});
    EXPECT_EQ(std::filesystem::file_size(directory.path("f")), 8192U);
    EXPECT_EQ(run.jobs[0].directions[Direction::read].record.ios, 0U);
}

TEST(Worker, unlink_removes_the_files_at_the_end) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.path("f"), 8192);
    job.unlink = true;
    EXPECT_EQ(run_jobs({job}).jobs[0].directions[Direction::read].record.ios, 2U);
    EXPECT_FALSE(std::filesystem::exists(directory.path("f")));
}

TEST(Worker, unlink_each_loop_makes_the_file_anew) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.path("f"), 8192);
    job.loops = 3;
    job.unlink_each_loop = true;
    CollectingObserver observer;
    const RunResult run = run_jobs({job}, observer);
    EXPECT_EQ(run.jobs[0].directions[Direction::read].record.ios, 6U);
    EXPECT_EQ(observer.messages.size(), 3U);
}

TEST(Worker, unlink_each_loop_lets_a_writer_make_its_file_by_opening_it) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.path("f"), 8192);
    job.access = writing();
    job.loops = 3;
    job.unlink_each_loop = true;
    CollectingObserver observer;
    const RunResult run = run_jobs({job}, observer);
    EXPECT_EQ(run.jobs[0].directions[Direction::write].record.ios, 6U);
    EXPECT_EQ(std::filesystem::file_size(directory.path("f")), 8192U);
    EXPECT_LE(observer.messages.size(), 1U);
}

TEST(Worker, create_on_open_leaves_a_reader_without_data) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.path("f"), 8192);
    job.create_on_open = true;
    CollectingObserver observer;
    const RunResult run = run_jobs({job}, observer);
    EXPECT_EQ(run.jobs[0].error, EIO);
    EXPECT_EQ(std::filesystem::file_size(directory.path("f")), 0U);
}

TEST(Worker, says_when_a_depth_is_capped) {
    const auto messages = [](const char* engine) {
        const TemporaryDirectory directory;
        Job job = file_job("a", directory.path("f"), 8192);
        std::ofstream(directory.path("f")) << std::string(8192, 'x');
        job.ioengine = engine;
        job.iodepth = 8;
        CollectingObserver observer;
        run_jobs({job}, observer);
        return observer.messages;
    };
    EXPECT_THAT(messages("vsync"), testing::ElementsAre(HasSubstr("capped at 1")));
    EXPECT_THAT(messages("libaio"), testing::IsEmpty());
}

TEST(Worker, parallel_layout_has_the_same_effect) {
    const TemporaryDirectory directory;
    Job job = file_job("a", "", 8192);
    job.directory = directory.path();
    job.numjobs = 4;
    job.create_serialize = false;
    const RunResult run = run_jobs({job});
    for (const JobResult& result : run.jobs)
        EXPECT_EQ(result.directions[Direction::read].record.ios, 2U);
}

TEST(Worker, hooks_run_before_and_after_and_leave_their_output) {
    const TemporaryDirectory directory;
    Job job = null_job(directory.path("a"));
    job.exec_prerun = "echo before; echo wrong >&2";
    job.exec_postrun = "echo after";
    CollectingObserver observer;
    const RunResult run = run_jobs({job}, observer);
    EXPECT_EQ(run.jobs[0].error, 0);
    EXPECT_EQ(read_text(directory.path("a.prerun.txt")), "before\nwrong\n");
    EXPECT_EQ(read_text(directory.path("a.postrun.txt")), "after\n");
    EXPECT_EQ(observer.messages.at(0),
              job.name + " : Saving output of prerun in " + job.name + ".prerun.txt");
}

TEST(Worker, a_failing_prerun_fails_the_job) {
    const TemporaryDirectory directory;
    Job job = null_job(directory.path("a"));
    job.exec_prerun = "exit 3";
    const RunResult run = run_jobs({job});
    EXPECT_NE(run.jobs[0].error, 0);
    EXPECT_THAT(run.jobs[0].error_text, HasSubstr("exit status 3"));
    EXPECT_EQ(run.jobs[0].directions[Direction::read].record.ios, 0U);
}

TEST(Worker, cpus_are_shared_or_split_among_the_workers) {
    Job job;
    EXPECT_TRUE(cpus_of_worker(job, 0).empty());
    job.cpus_allowed = {3, 5};
    EXPECT_EQ(cpus_of_worker(job, 1), (std::vector<int>{3, 5}));
    job.cpus_allowed_policy = CpuPolicy::split;
    EXPECT_EQ(cpus_of_worker(job, 1), std::vector<int>{5});
    EXPECT_EQ(cpus_of_worker(job, 2), std::vector<int>{3});
}

TEST(Worker, nice_and_affinity_are_the_threads_own) {
    const TemporaryDirectory directory;
    Job job = null_job(directory.path("a"));
    job.nice = 7;
    job.cpus_allowed = {0};
    // A child process inherits both.
    job.exec_prerun = "nice; grep Cpus_allowed_list /proc/self/status";
    const RunResult run = run_jobs({job});
    EXPECT_EQ(run.jobs[0].error, 0) << run.jobs[0].error_text;
    const std::string output = read_text(directory.path("a.prerun.txt"));
    EXPECT_THAT(output, testing::StartsWith("7\n"));
    EXPECT_THAT(output, HasSubstr("list:\t0\n"));
}

TEST(Worker, uid_is_the_threads_own) {
    if (::geteuid() != 0) GTEST_SKIP() << "only root can become another user";
    const TemporaryDirectory directory;
    const std::string path = directory.make("f", 8192);
    ::chmod(path.c_str(), 0600);
    Job other = file_job("other", path, 8192);
    other.uid = 65534;
    const RunResult run = run_jobs({other, file_job("own", path, 8192)});
    EXPECT_EQ(run.jobs[0].error, EACCES);
    EXPECT_EQ(run.jobs[1].error, 0);
    EXPECT_EQ(::geteuid(), 0U);
}

}  // namespace
}  // namespace fathom
