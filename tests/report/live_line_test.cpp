#include <gtest/gtest.h>

#include "report/normal.h"

namespace fathom {
namespace {

LiveStatus reading() {
    LiveStatus status;
    status.running = 1;
    status.open_files = 1;
    status.letters = "r";
    status.done_fraction = 0.5;
    status.bytes_per_second[Direction::read] = 172.0 * (1 << 20);
    status.ios_per_second[Direction::read] = 44'100;
    status.eta = 5_s;
    return status;
}

TEST(LiveLine, of_one_reader) {
    EXPECT_EQ(live_line(reading(), 0),
              "Jobs: 1 (f=1): [r(1)][50.0%][r=172MiB/s][r=44.1k IOPS][eta 00m:05s]");
}

TEST(LiveLine, of_several_directions_and_states) {
    LiveStatus status = reading();
    status.running = 3;
    status.open_files = 3;
    status.letters = "____mdW";
    status.done_fraction = 0.24;
    status.bytes_per_second = {{5465.0 * 1024, 6574.0 * 1024, 14.2 * (1 << 20)}};
    status.ios_per_second = {{1366, 1643, 3645}};
    status.eta = 19_s;
    EXPECT_EQ(live_line(status, 0),
              "Jobs: 3 (f=3): [_(4),m(1),d(1),W(1)][24.0%][r=5465KiB/s,w=6574KiB/s,t=14.2MiB/s]"
              "[r=1366,w=1643,t=3645 IOPS][eta 00m:19s]");
}

TEST(LiveLine, without_figures_yet) {
    LiveStatus status;
    status.running = 14;
    EXPECT_EQ(live_line(status, 0), "Jobs: 14 (f=0)");
    status.letters = std::string(14, '/');
    EXPECT_EQ(live_line(status, 0), "Jobs: 14 (f=0): [/(14)][-.-%]");
}

TEST(LiveLine, in_bits) {
    LiveStatus status = reading();
    status.kb_base = 1000;
    status.unit_base = 1;
    status.bytes_per_second[Direction::read] = 3'912'500;
    EXPECT_NE(live_line(status, 0).find("[r=31.3Mbit/s]"), std::string::npos);
}

TEST(LiveLine, long_times) {
    LiveStatus status = reading();
    status.eta = Nanos(3'725) * 1'000'000'000;
    EXPECT_NE(live_line(status, 0).find("[eta 01h:02m:05s]"), std::string::npos);
    status.eta = Nanos(90'061) * 1'000'000'000;
    EXPECT_NE(live_line(status, 0).find("[eta 01d:01h:01m:01s]"), std::string::npos);
}

TEST(LiveLine, never_passes_a_narrow_terminals_edge) {
    for (unsigned columns = 1; columns < 100; ++columns)
        EXPECT_LE(live_line(reading(), columns).size(), columns);
    LiveStatus starting;
    starting.running = 14;
    EXPECT_EQ(live_line(starting, 6), "Jobs: ");
}

TEST(LiveLine, keeps_the_time_left_when_not_all_fits) {
    LiveStatus status = reading();
    status.running = status.open_files = 3;
    status.letters = "mmd";
    status.done_fraction = 0.8;
    status.bytes_per_second = {{5754.0 * (1 << 20), 5747.0 * (1 << 20), 7790.0 * (1 << 20)}};
    status.ios_per_second = {{1'473'000, 1'471'000, 1'994'000}};
    EXPECT_EQ(live_line(status, 120).size(), 113U);
    EXPECT_EQ(live_line(status, 80),
              "Jobs: 3 (f=3): [80.0%][r=5754MiB/s,w=5747MiB/s,t=7790MiB/s][eta 00m:05s]");
    EXPECT_EQ(live_line(status, 60), "Jobs: 3 (f=3): [m(2),d(1)][80.0%][eta 00m:05s]");
    EXPECT_EQ(live_line(reading(), 40), "Jobs: 1 (f=1): [50.0%][eta 00m:05s]");
    for (unsigned columns = 13; columns < 130; ++columns)
        EXPECT_NE(live_line(status, columns).find("[eta 00m:05s]"), std::string::npos) << columns;
}

TEST(StartingLine, counts_threads_and_processes) {
    EXPECT_EQ(starting_line(0, 1), "Starting 1 process");
    EXPECT_EQ(starting_line(0, 4), "Starting 4 processes");
    EXPECT_EQ(starting_line(4, 1), "Starting 4 threads and 1 process");
    EXPECT_EQ(starting_line(1, 0), "Starting 1 thread");
}

}  // namespace
}  // namespace fathom
