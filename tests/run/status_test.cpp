// Reports of a run that goes on: what they hold, when they come, and that the run is none the worse
// for them. Also run under the thread sanitizer.
#include <csignal>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/interrupts.h"
#include "run/run_fixture.h"
#include "run/status_reports.h"

namespace fathom {
namespace {

const DirectionResult& reads(const RunResult& run, std::size_t job) {
    return run.jobs.at(job).directions[Direction::read];
}

/// Ends an endless run once it has seen `wanted` reports in which job `watched` has done something:
/// the first reports may come before it has begun.
class StatusObserver : public CollectingObserver {
  public:
    StatusObserver(std::size_t wanted, std::size_t watched) : wanted_(wanted), watched_(watched) {}
    ~StatusObserver() override { clear_interrupt(); }
    void status(const RunResult& result) override {
        reports.push_back(result);
        if (reads(result, watched_).record.ios == 0 || wanted_ == 0) return;
        if (--wanted_ == 0) raise_interrupt(SIGINT);
    }
    std::vector<RunResult> reports;

  private:
    std::size_t wanted_, watched_;
};

/// Reads until somebody stops it.
Job endless_job(const std::string& name) {
    Job job = null_job(name);
    job.time_based = true;
    job.runtime = 1000_s;
    return job;
}

TEST(Status, each_report_has_all_done_so_far) {
    StatusObserver observer(3, 1);
    RunOptions options;
    options.status_interval = 1_ms;
    const RunResult run = run_jobs({endless_job("a"), endless_job("b")}, observer, options);
    ASSERT_GE(observer.reports.size(), 3U);
    std::uint64_t before = 0;
    for (const RunResult& report : observer.reports) {
        const DirectionRecord& record = reads(report, 1).record;
        EXPECT_GE(record.ios, before);
        EXPECT_EQ(record.bytes, record.ios * 4096);
        EXPECT_EQ(record.clat.moments().count, record.ios);
        EXPECT_EQ(report.jobs[1].depths[0], record.ios);
        before = record.ios;
    }
    EXPECT_GT(before, 0U);
    EXPECT_GE(reads(run, 1).record.ios, before);
    EXPECT_GE(reads(run, 1).runtime, reads(observer.reports.back(), 1).runtime);
}

TEST(Status, jobs_that_have_ended_or_not_begun_have_rows_too) {
    Job first = null_job("first"), last = null_job("last");
    Job middle = endless_job("middle");
    middle.stonewall = last.stonewall = true;
    StatusObserver observer(2, 1);
    RunOptions options;
    options.status_interval = 1_ms;
    run_jobs({first, middle, last}, observer, options);
    const RunResult& report = observer.reports.back();
    ASSERT_EQ(report.jobs.size(), 3U);
    EXPECT_EQ(reads(report, 0).record.ios, 16U);
    EXPECT_EQ(report.jobs[2].name, "last");
    EXPECT_EQ(reads(report, 2).record.ios, 0U);
}

/// Asks for a report by itself whenever it has got one.
class AskingObserver : public StatusObserver {
  public:
    using StatusObserver::StatusObserver;
    void status(const RunResult& result) override {
        StatusObserver::status(result);
        request_report();
    }
};

TEST(Status, a_report_comes_on_request) {
    request_report();
    AskingObserver observer(1, 0);
    run_jobs({endless_job("a")}, observer);
    take_report_request();
    EXPECT_GT(reads(observer.reports.back(), 0).record.ios, 0U);
}

TEST(Status, jobs_without_times_per_io_answer_as_well) {
    Job job = endless_job("a");
    job.gtod_reduce = true;
    StatusObserver observer(2, 0);
    RunOptions options;
    options.status_interval = 1_ms;
    run_jobs({job}, observer, options);
    EXPECT_GT(reads(observer.reports.back(), 0).record.ios, 0U);
}

TEST(StatusReports, come_at_intervals) {
    StatusReports status(10_ms);
    const StatusReports::Workers nobody;
    status.begin(100_ms);
    status.look(nobody, 105_ms, false);
    EXPECT_FALSE(status.ready(nobody, 105_ms));
    EXPECT_EQ(status.next_moment(), 110_ms);
    // Late by more than one interval: one report, and the next at its own time.
    status.look(nobody, 135_ms, false);
    EXPECT_TRUE(status.ready(nobody, 135_ms));
    EXPECT_TRUE(status.take(nobody).empty());
    EXPECT_FALSE(status.ready(nobody, 135_ms));
    EXPECT_EQ(status.next_moment(), 140_ms);
}

TEST(StatusReports, without_an_interval_only_a_request_counts) {
    StatusReports status(Nanos{});
    const StatusReports::Workers nobody;
    status.begin(Nanos{});
    status.look(nobody, 100_s, false);
    EXPECT_FALSE(status.ready(nobody, 100_s));
    EXPECT_EQ(status.next_moment(), std::nullopt);
    status.look(nobody, 100_s, true);
    EXPECT_TRUE(status.ready(nobody, 100_s));
}

}  // namespace
}  // namespace fathom
