// What surrounds a run, read from a /proc and /sys of the test's own.
#include "run/surroundings.h"

#include <algorithm>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/sysmacros.h>

#include "run/run_fixture.h"

namespace fathom {
namespace {

namespace fs = std::filesystem;

class SurroundingsTest : public ::testing::Test {
  protected:
    void file(const std::string& path, const std::string& text) const {
        write_text(root_ + path, text);
    }
    static std::string value(const std::vector<Surroundings::Fact>& facts, std::string_view name) {
        const auto found = std::find_if(facts.begin(), facts.end(),
                                        [&](const auto& fact) { return fact.name == name; });
        return found == facts.end() ? "-" : found->value;
    }

    TemporaryDirectory directory_;
    const std::string root_ = directory_.path();
};

TEST_F(SurroundingsTest, OfTheMachine) {
    file("/proc/cpuinfo", "processor\t: 0\nmodel name\t: Some CPU @ 2.0GHz\nmodel name\t: other\n");
    file("/proc/meminfo", "MemTotal:  1000 kB\nMemFree: 1 kB\nMemAvailable:  600 kB\n");
    file("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "powersave\n");
    const auto facts = SurroundingsReader(root_).machine();
    EXPECT_EQ(value(facts, "cpu"), "Some CPU @ 2.0GHz");
    EXPECT_EQ(value(facts, "memory_total_kib"), "1000");
    EXPECT_EQ(value(facts, "memory_available_kib"), "600");
    EXPECT_EQ(value(facts, "governor"), "powersave");
    EXPECT_THAT(value(facts, "kernel"), ::testing::StartsWith("Linux "));
}

TEST_F(SurroundingsTest, OfAFileOnAPartition) {
    file("/proc/self/mountinfo",
         "20 1 0:5 / /proc rw - proc proc rw\n"
         "30 1 8:1 / /data rw,noatime shared:1 master:2 - ext4 /dev/sda1 rw,data=ordered\n");
    const std::string disk = "/sys/devices/x/block/sda";
    file(disk + "/sda1/partition", "1\n");
    file(disk + "/size", "2048\n");
    file(disk + "/device/model", "SPINNER 9000   \n");
    file(disk + "/queue/scheduler", "none [mq-deadline] bfq\n");
    file(disk + "/queue/rotational", "1\n");
    file(disk + "/queue/write_cache", "write back\n");
    file(disk + "/queue/nr_requests", "64\n");
    file(disk + "/queue/read_ahead_kb", "128\n");
    fs::create_directories(root_ + "/sys/dev/block");
    fs::create_symlink(root_ + disk + "/sda1", root_ + "/sys/dev/block/8:1");
    const auto facts = SurroundingsReader(fs::canonical(root_)).place(makedev(8, 1), false);
    EXPECT_EQ(value(facts, "file_system"), "ext4");
    EXPECT_EQ(value(facts, "mount_point"), "/data");
    EXPECT_EQ(value(facts, "mount_options"), "rw,noatime");
    EXPECT_EQ(value(facts, "disk"), "sda");
    EXPECT_EQ(value(facts, "model"), "SPINNER 9000");
    EXPECT_EQ(value(facts, "scheduler"), "mq-deadline");
    EXPECT_EQ(value(facts, "rotational"), "1");
    EXPECT_EQ(value(facts, "write_cache"), "write back");
    EXPECT_EQ(value(facts, "firmware"), "-");
}

TEST_F(SurroundingsTest, WhatIsNotThereIsLeftOut) {
    const auto facts = SurroundingsReader(root_).place(makedev(8, 1), false);
    EXPECT_TRUE(facts.empty());
    EXPECT_EQ(value(SurroundingsReader(root_).machine(), "governor"), "-");
}

TEST_F(SurroundingsTest, OfADeviceOverOthers) {
    const std::string upper = "/sys/devices/virtual/block/dm-0", lower = "/sys/devices/x/block/sda";
    file(upper + "/queue/scheduler", "none\n");
    file(lower + "/dev", "8:0\n");
    file(lower + "/queue/scheduler", "[mq-deadline] none\n");
    fs::create_directories(root_ + upper + "/slaves");
    fs::create_directories(root_ + "/sys/dev/block");
    fs::create_symlink(root_ + lower, root_ + upper + "/slaves/sda");
    fs::create_symlink(root_ + upper, root_ + "/sys/dev/block/253:0");
    fs::create_symlink(root_ + lower, root_ + "/sys/dev/block/8:0");
    const SurroundingsReader reader(fs::canonical(root_));
    EXPECT_EQ(value(reader.place(makedev(253, 0), true), "below"), "sda mq-deadline");
    EXPECT_EQ(value(reader.place(makedev(8, 0), true), "below"), "-");
}

}  // namespace
}  // namespace fathom
