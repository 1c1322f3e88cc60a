#include "run/live.h"

#include <gtest/gtest.h>

namespace fathom {
namespace {

Job timed_job(Nanos runtime, Nanos ramp = {}) {
    Job job;
    job.runtime = runtime;
    job.ramp_time = ramp;
    job.time_based = true;
    return job;
}

WorkerView running(const Job& job, Nanos started = 0_s) {
    WorkerView view;
    view.job = &job;
    view.phase = Phase::running;
    view.started = started;
    return view;
}

WorkerView waiting(const Job& job, std::uint32_t stage) {
    WorkerView view;
    view.job = &job;
    view.stage = stage;
    return view;
}

TEST(Live, eta_of_several_stages_counts_them_all) {
    const Job first = timed_job(10_s), second = timed_job(20_s, 5_s);
    const std::vector<WorkerView> workers = {running(first), waiting(second, 1), waiting(first, 1)};
    EXPECT_EQ(remaining_time(workers, 4_s), 6_s + 25_s);
}

TEST(Live, eta_by_size_uses_the_present_rate_for_pending_jobs_too) {
    const Job job;
    WorkerView now = running(job);
    now.total_bytes = 1000;
    now.bytes[Direction::read] = 250;
    WorkerView later = waiting(job, 1);
    later.total_bytes = 500;
    // 250 bytes in 5 s: 15 s left, then 500 bytes at the same rate.
    EXPECT_EQ(remaining_time(std::vector{now, later}, 5_s), 15_s + 10_s);
}

TEST(Live, runtime_limits_what_size_would_take) {
    Job job;
    job.runtime = 8_s;
    WorkerView view = running(job);
    view.total_bytes = 1'000'000;
    view.bytes[Direction::write] = 1;
    EXPECT_EQ(remaining_time(std::vector{view}, 2_s), 6_s);
}

TEST(Live, eta_is_unknown_before_anything_has_moved) {
    const Job job;
    WorkerView view = running(job);
    view.total_bytes = 1000;
    EXPECT_EQ(remaining_time(std::vector{view}, 2_s), std::nullopt);
}

TEST(Live, a_start_delay_counts) {
    const Job job = timed_job(10_s);
    WorkerView view = waiting(job, 0);
    view.delay = 30_s;
    EXPECT_EQ(remaining_time(std::vector{view}, 10_s), 30_s);
}

TEST(Live, letters_tell_what_a_worker_does) {
    Job job;
    EXPECT_EQ(letter_of(waiting(job, 0), 0_s), 'P');
    EXPECT_EQ(letter_of(running(job), 0_s), 'R');
    job.access.random = true;
    EXPECT_EQ(letter_of(running(job), 0_s), 'r');
    job.access.write = true;
    EXPECT_EQ(letter_of(running(job), 0_s), 'm');
    job.access.read = false;
    EXPECT_EQ(letter_of(running(job), 0_s), 'w');
    job.access = {.read = false, .trim = true};
    EXPECT_EQ(letter_of(running(job), 0_s), 'D');
    job.ramp_time = 2_s;
    EXPECT_EQ(letter_of(running(job), 1_s), '/');
    WorkerView ended = running(job);
    ended.phase = Phase::ended;
    EXPECT_EQ(letter_of(ended, 3_s), 'E');
    ended.reaped = true;
    EXPECT_EQ(letter_of(ended, 3_s), '_');
    ended.failed = true;
    EXPECT_EQ(letter_of(ended, 3_s), 'X');
}

TEST(Live, rates_are_of_the_last_interval) {
    const Job job = timed_job(10_s);
    WorkerView view = running(job);
    view.ios[Direction::read] = 100;
    view.bytes[Direction::read] = 1000;
    LiveMeter meter;
    meter.look(std::vector{view}, 1_s);
    view.ios[Direction::read] = 300;
    view.bytes[Direction::read] = 5000;
    const LiveStatus status = meter.look(std::vector{view}, 3_s);
    EXPECT_DOUBLE_EQ(status.ios_per_second[Direction::read], 100.0);
    EXPECT_DOUBLE_EQ(status.bytes_per_second[Direction::read], 2000.0);
    EXPECT_EQ(status.running, 1U);
    EXPECT_EQ(status.eta, 7_s);
    EXPECT_DOUBLE_EQ(status.done_fraction, 0.3);
}

TEST(Live, counters_that_start_again_after_the_ramp_are_no_negative_rate) {
    const Job job = timed_job(10_s);
    WorkerView view = running(job);
    view.bytes[Direction::read] = 1000;
    LiveMeter meter;
    meter.look(std::vector{view}, 1_s);
    view.bytes[Direction::read] = 300;
    EXPECT_DOUBLE_EQ(meter.look(std::vector{view}, 2_s).bytes_per_second[Direction::read], 300.0);
}

}  // namespace
}  // namespace fathom
