// Counters of heat and of a control group's CPU limit, from a made-up /proc and /sys.
#include "run/throttling.h"

#include <gtest/gtest.h>

#include "run/run_fixture.h"

namespace fathom {
namespace {

TEST(Throttling, sums_the_cores_and_reads_the_groups_own_limit) {
    const TemporaryDirectory root;
    for (const char* cpu : {"cpu0", "cpu1"}) {
        write_text(root.path("sys/devices/system/cpu/" + std::string(cpu) +
                             "/thermal_throttle/core_throttle_count"),
                   "21\n");
    }
    write_text(root.path("proc/self/cgroup"), "0::/jobs\n");
    write_text(root.path("sys/fs/cgroup/jobs/cpu.stat"),
               "usage_usec 5\nnr_throttled 2\nthrottled_usec 700\n");
    const Throttling before = read_throttling(root.path());
    EXPECT_EQ(before.heat_events, 42U);
    EXPECT_EQ(before.group_time, 700_us);

    write_text(root.path("sys/fs/cgroup/jobs/cpu.stat"), "throttled_usec 950\n");
    const Throttling during = since(read_throttling(root.path()), before);
    EXPECT_EQ(during.heat_events, 0U);
    EXPECT_EQ(during.group_time, 250_us);
}

TEST(Throttling, knows_the_older_layout_of_control_groups) {
    const TemporaryDirectory root;
    write_text(root.path("proc/self/cgroup"), "9:pids:/a\n4:cpu,cpuacct:/b\n");
    write_text(root.path("sys/fs/cgroup/cpu,cpuacct/b/cpu.stat"), "throttled_time 12345\n");
    EXPECT_EQ(read_throttling(root.path()).group_time, 12345_ns);
}

TEST(Throttling, what_is_not_there_is_not_told) {
    const TemporaryDirectory root;
    const Throttling nothing = read_throttling(root.path());
    EXPECT_FALSE(nothing.heat_events || nothing.group_time);
    EXPECT_EQ(since(nothing, nothing), Throttling{});
}

}  // namespace
}  // namespace fathom
