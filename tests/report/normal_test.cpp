// Parts of the normal report that captured runs do not show: errors, idle jobs, md and dm devices.
#include "report/normal.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "report/disk_text.h"

namespace fathom {
namespace {

using testing::HasSubstr;
using testing::Not;

JobResult write_job() {
    JobResult job;
    job.name = "w";
    job.pid = 7;
    DirectionResult& write = job.directions[Direction::write];
    write.record.ios = 256;
    write.record.bytes = 1 << 20;
    write.runtime = 10_ms;
    return job;
}

RunResult run_of(JobResult job) {
    RunResult run;
    run.jobs.push_back(std::move(job));
    return run;
}

TEST(NormalReport, an_error_stands_in_the_header_beside_what_was_done) {
    JobResult job = write_job();
    job.error = 28;
    job.error_function = "io_u error";
    const std::string text = normal_report(run_of(job));
    EXPECT_THAT(text, HasSubstr("w: (groupid=0, jobs=1): err=28 (file:psync, func=io_u error, "
                                "error=No space left on device): pid=7: "));
    EXPECT_THAT(text, HasSubstr("  write: IOPS=25.6k, BW=100MiB/s (105MB/s)(1024KiB/10msec)"));
}

TEST(NormalReport, a_job_that_failed_at_once_is_still_there) {
    JobResult job;
    job.name = "a";
    job.error = 2;
    EXPECT_THAT(normal_report(run_of(job)), HasSubstr("a: (groupid=0, jobs=1): err= 2 (file:"));
}

TEST(NormalReport, a_job_that_did_nothing_has_no_block) {
    JobResult job;
    job.name = "a";
    EXPECT_EQ(normal_report(run_of(job)), "\n\nRun status group 0 (all jobs):\n");
}

TEST(NormalReport, nothing_at_all) {
    EXPECT_EQ(normal_report(RunResult{}), "\n");
}

PriorityLatency latency_of(std::uint16_t priority, std::initializer_list<std::uint64_t> values) {
    PriorityLatency one{priority, Latency(true)};
    for (const std::uint64_t value : values) one.latency.add(value);
    return one;
}

TEST(NormalReport, latencies_by_priority_follow_those_of_all) {
    JobResult job = write_job();
    DirectionRecord& record = job.directions[Direction::write].record;
    record.clat.add(1'000);
    job.settings.percentile_list = {50};
    record.priorities = {latency_of(0, {1'000, 1'000, 1'000}), latency_of(2 << 13 | 4, {5'000}),
                         latency_of(1 << 13, {})};
    EXPECT_THAT(normal_report(run_of(job)),
                HasSubstr("    clat prio 0/0 (nsec): min=1000, max=1000, avg=1000.00, stdev= 0.00\n"
                          "    clat prio 2/4 (nsec): min=5000, max=5000, avg=5000.00, stdev= 0.00\n"
                          "    clat prio 0/0 (75.00% of IOs) percentiles (nsec):\n"
                          "     |  50th=[ 1000]\n"
                          "    clat prio 2/4 (25.00% of IOs) percentiles (nsec):\n"
                          "     |  50th=[ 5000]\n"));
    record.priorities.erase(record.priorities.begin());
    EXPECT_THAT(normal_report(run_of(job)), Not(HasSubstr(" prio ")));
}

TEST(NormalReport, submission_latency_only_of_engines_that_queue) {
    JobResult job = write_job();
    job.directions[Direction::write].record.slat.add(5'000);
    EXPECT_THAT(normal_report(run_of(job)), Not(HasSubstr("slat")));
    job.synchronous_engine = false;
    EXPECT_THAT(normal_report(run_of(job)),
                HasSubstr("    slat (nsec): min=5000, max=5000, avg=5000.00, stdev= 0.00\n"));
}

TEST(NormalReport, window_rates_in_decimal_units_are_converted) {
    JobResult job = write_job();
    job.settings.kb_base = 1000;
    job.directions[Direction::write].record.bw.add(1000);
    EXPECT_THAT(normal_report(run_of(job)), HasSubstr("   bw (   kB/s): min= 1024, max= 1024,"));
}

TEST(NormalReport, percentiles_of_equal_width_and_few_on_a_line_when_wide) {
    JobResult job = write_job();
    Latency& clat = job.directions[Direction::write].record.clat;
    clat = Latency(true);
    clat.add(1'000);
    clat.add(100'000'000);
    job.settings.percentile_list = {50, 99.5};
    EXPECT_THAT(normal_report(run_of(job)),
                HasSubstr("    clat percentiles (nsec):\n"
                          "     | 50.0th=[     1004], 99.5th=[100000000]\n"));
}

DiskUse disk(const std::string& name, std::uint64_t ios, double busy) {
    DiskUse use;
    use.name = name;
    use.read_ios = ios;
    use.write_ios = 2 * ios;
    use.read_ticks = 3;
    use.queue_ms = 4;
    use.utilisation = busy;
    return use;
}

TEST(DiskText, members_follow_their_device_with_means_and_the_highest_share) {
    DiskUse md = disk("md0", 30, 0);
    md.members = {disk("sda", 10, 40.5), disk("sdb", 20, 60.25)};
    EXPECT_EQ(disk_text({md}),
              "\nDisk stats (read/write):\n"
              "    md0: ios=30/60, merge=0/0, ticks=3/0, in_queue=4, util=0.00%, aggrios=15/30, "
              "aggrmerge=0/0, aggrticks=3/0, aggrin_queue=4, aggrutil=60.25%\n"
              "  sda: ios=10/20, merge=0/0, ticks=3/0, in_queue=4, util=40.50%\n"
              "  sdb: ios=20/40, merge=0/0, ticks=3/0, in_queue=4, util=60.25%\n");
}

TEST(DiskText, is_empty_without_disks) {
    EXPECT_EQ(disk_text({}), "");
}

TEST(Footnotes, are_said_once_each) {
    RunResult run = run_of(write_job());
    run.jobs.push_back(run.jobs[0]);
    const Problem note{"the clock drifts", {}, "use clocksource=clock_gettime"};
    for (JobResult& job : run.jobs) job.footnotes.push_back(note);
    run.warnings.push_back({"size was rounded", {"x.fio", 3}, ""});
    EXPECT_EQ(footnotes_text(run),
              "note: x.fio:3: size was rounded\n"
              "note: w: the clock drifts (use clocksource=clock_gettime)\n");
}

TEST(Footnotes, none_for_a_clean_run) {
    EXPECT_EQ(footnotes_text(run_of(write_job())), "");
}

}  // namespace
}  // namespace fathom
