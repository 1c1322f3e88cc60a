// Rates and think time as a schedule: exact in the long run, no burst after a pause, random gaps
// that are exponential.
#include "workload/pace.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include "job/job_text.h"

namespace fathom {
namespace {

Pace pace_of(const std::string& lines, std::uint64_t seed = 1) {
    return Pace(test::job_with(lines), seed);
}

/// Issues I/Os of 4 KiB as soon as they are due; when each was.
std::vector<double> issue_times(Pace& pace, std::size_t count) {
    std::vector<double> times;
    for (std::size_t i = 0; i < count; ++i) {
        const Nanos at = pace.due(Direction::read);
        pace.set_now(at);
        pace.issued(Direction::read, 4096);
        pace.completed(0);
        times.push_back(at.as_double() / 1e9);
    }
    return times;
}

TEST(Pace, a_plain_job_needs_none) {
    EXPECT_FALSE(Pace::paces(test::job_with("rw=randrw\nsize=1m")));
    EXPECT_TRUE(Pace::paces(test::job_with("rate=,1m")));
    EXPECT_TRUE(Pace::paces(test::job_with("thinktime=5")));
    EXPECT_TRUE(Pace::paces(test::job_with("rate_iops_min=5")));
}

TEST(Pace, the_long_run_mean_is_the_rate_exactly) {
    for (const char* lines : {"rate_iops=3000", "rate=12288000"}) {
        Pace pace = pace_of(lines);
        const auto times = issue_times(pace, 3'000'001);
        EXPECT_EQ(times.front(), 0.0);
        EXPECT_EQ(times.back(), 1000.0) << lines;
    }
}

TEST(Pace, what_was_late_does_not_move_the_schedule) {
    Pace pace = pace_of("rate_iops=1000");
    issue_times(pace, 10);
    pace.set_now(5_s);
    pace.issued(Direction::read, 4096);
    EXPECT_EQ(pace.due(Direction::read), 11_ms);
}

TEST(Pace, random_gaps_have_the_mean_and_the_law_of_a_poisson_process) {
    Pace pace = pace_of("rate_iops=1000\nrate_process=poisson");
    const auto times = issue_times(pace, 200'001);
    EXPECT_NEAR(times.back(), 200.0, 4 * std::sqrt(200'000) / 1000);
    // Kolmogorov-Smirnov against 1 - exp(-x / mean), critical value at 0.1 %.
    std::vector<double> gaps;
    for (std::size_t i = 1; i < times.size(); ++i) gaps.push_back(times[i] - times[i - 1]);
    std::sort(gaps.begin(), gaps.end());
    double distance = 0;
    for (std::size_t i = 0; i < gaps.size(); ++i) {
        const double law = 1 - std::exp(-gaps[i] * 1000);
        const auto n = static_cast<double>(gaps.size());
        distance = std::max({distance, std::abs(law - static_cast<double>(i) / n),
                             std::abs(law - static_cast<double>(i + 1) / n)});
    }
    EXPECT_LT(distance, 1.95 / std::sqrt(200'000));
}

TEST(Pace, the_logarithm_is_the_c_librarys_to_the_last_digits) {
    for (double x = 0x1p-53; x <= 2; x *= 1.0007)
        EXPECT_NEAR(portable_log(x), std::log(x), 4e-16 * std::max(1.0, std::abs(std::log(x))));
    EXPECT_EQ(portable_log(1.0), 0.0);
}

TEST(Pace, no_gap_after_a_pause_is_shorter_than_the_rates) {
    Pace pace = pace_of("rate_iops=8\nthinktime=500ms\nthinktime_blocks=10");
    const auto times = issue_times(pace, 100);
    for (std::size_t i = 1; i < times.size(); ++i)
        EXPECT_NEAR(times[i] - times[i - 1], i % 10 == 0 ? 0.5 : 0.125, 1e-9) << i;
}

TEST(Pace, it_catches_up_when_asked_to) {
    Pace pace =
        pace_of("rate_iops=8\nthinktime=500ms\nthinktime_blocks=10\nrate_ignore_thinktime=0");
    const auto times = issue_times(pace, 14);
    EXPECT_NEAR(times[10], 1.625, 1e-9);
    EXPECT_NEAR(times[11], 1.625, 1e-9);  // due at 1.375, during the pause
    EXPECT_NEAR(times[13], 1.625, 1e-9);
    EXPECT_NEAR(issue_times(pace, 1)[0], 14 / 8.0, 1e-9);
}

TEST(Pace, a_pause_shorter_than_a_gap_costs_nothing) {
    Pace pace = pace_of("rate_iops=100\nthinktime=5ms");
    EXPECT_NEAR(issue_times(pace, 101).back(), 1.0, 1e-9);
}

TEST(Pace, a_pause_waits_for_what_is_in_flight) {
    Pace pace = pace_of("thinktime=10ms\nthinktime_blocks=2\niodepth=8");
    pace.issued(Direction::read, 4096);
    EXPECT_EQ(pace.due(Direction::read), Nanos{});
    pace.issued(Direction::read, 4096);
    EXPECT_EQ(pace.due(Direction::read), Pace::after_completion);
    pace.set_now(3_ms);
    pace.completed(1);
    EXPECT_EQ(pace.due(Direction::read), Pace::after_completion);
    pace.set_now(4_ms);
    pace.completed(0);
    EXPECT_EQ(pace.due(Direction::read), 14_ms);
}

TEST(Pace, a_pause_by_issue_does_not_wait) {
    Pace pace = pace_of("thinktime=10ms\nthinktime_blocks=2\nthinktime_blocks_type=issue");
    pace.issued(Direction::read, 4096);
    pace.set_now(1_ms);
    pace.issued(Direction::read, 4096);
    EXPECT_EQ(pace.due(Direction::read), 11_ms);
}

TEST(Pace, pauses_by_time_come_after_that_time_of_work) {
    Pace pace = pace_of("thinktime=1s\nthinktime_iotime=9s");
    pace.set_now(8_s);
    pace.issued(Direction::read, 4096);
    pace.completed(0);
    EXPECT_EQ(pace.due(Direction::read), Nanos{});
    pace.set_now(9_s);
    pace.issued(Direction::read, 4096);
    pace.completed(0);
    EXPECT_EQ(pace.due(Direction::read), 10_s);
}

TEST(Pace, the_busy_part_and_the_cycles_belong_to_each_pause) {
    Pace pace = pace_of("thinktime=10ms\nthinktime_spin=4ms\nthinkcycles=77");
    EXPECT_EQ(pace.take_cycles(), 0U);
    pace.set_now(1_ms);
    pace.issued(Direction::read, 4096);
    pace.completed(0);
    EXPECT_EQ(pace.busy_until(), 5_ms);
    EXPECT_EQ(pace.take_cycles(), 77U);
    EXPECT_EQ(pace.take_cycles(), 0U);
}

TEST(Pace, rates_decide_the_mix_where_they_differ_from_it) {
    Pace pace = pace_of("rw=randrw\nrate_iops=900,100");
    std::uint64_t reads = 0, writes = 0;
    while (pace.due(Direction::read) < 10_s || pace.due(Direction::write) < 10_s) {
        const Direction d = pace.choose(Direction::write);
        pace.set_now(std::max(pace.due(d), Nanos{}));
        ++(d == Direction::read ? reads : writes);
        pace.issued(d, 4096);
    }
    EXPECT_NEAR(static_cast<double>(reads), 9000, 2);
    EXPECT_NEAR(static_cast<double>(writes), 1000, 2);
}

TEST(Pace, a_missed_least_rate_is_told_with_both_figures) {
    Pace pace = pace_of("rate_iops_min=100\nrate_cycle=500");
    for (int i = 0; i < 49; ++i) pace.issued(Direction::read, 4096);
    pace.set_now(499_ms);
    EXPECT_FALSE(pace.shortfall());
    pace.set_now(500_ms);
    EXPECT_EQ(pace.shortfall(), "rate_iops_min=100 not met, got 98 IOPS");
    for (int i = 0; i < 50; ++i) pace.issued(Direction::read, 4096);
    pace.set_now(1_s);
    EXPECT_FALSE(pace.shortfall());

    Pace bytes = pace_of("rate_min=1m");
    bytes.issued(Direction::read, 4096);
    bytes.set_now(1_s);
    EXPECT_EQ(bytes.shortfall(), "rate_min=1048576B/s not met, got 4096B/s");
}

TEST(Pace, what_cannot_act_is_said) {
    using test::refusal;
    EXPECT_NE(refusal("rate=1m\nrate_iops=5").find("mutually exclusive"), std::string::npos);
    EXPECT_NE(refusal("rate=1m\nrate_min=2m").find("minimum rate exceeds"), std::string::npos);
    const auto warnings = [](const std::string& lines) {
        const BuildResult built = test::build("[a]\n" + lines + "\n");
        return built.warnings.empty() ? std::string() : built.warnings.front().what;
    };
    EXPECT_EQ(warnings("rw=write\nrate=5m,"), "rate=5m, has no effect with rw=write");
    EXPECT_EQ(warnings("thinktime_blocks=4"), "thinktime_blocks has no effect without thinktime");
    EXPECT_EQ(warnings("thinktime=5\nthinktime_spin=6"), "thinktime_spin is longer than thinktime");
    EXPECT_EQ(warnings("rw=randrw\nrate=,5m"), "");
}

}  // namespace
}  // namespace fathom
