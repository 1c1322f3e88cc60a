#include "run/disk_stats.h"

#include <filesystem>
#include <string>

#include <gtest/gtest.h>
#include <sys/sysmacros.h>

#include "run/sysfs_fixture.h"

namespace fathom {
namespace {

TEST(DiskStats, differences_of_every_counter) {
    const FakeSystem system;
    system.disk("vda", "254:0");
    system.stat("vda", "10 20 30 40 50 60 70 80 0 90 100 0 0 0 0 0 0");
    DiskStats stats(system.root());
    stats.add_device(makedev(254, 0));
    stats.start();
    system.stat("vda", "11 22 33 44 55 66 77 88 3 590 1100 0 0 0 0 0 0");
    const std::vector<DiskUse> uses = stats.finish(1_s);
    ASSERT_EQ(uses.size(), 1U);
    const DiskUse& use = uses[0];
    EXPECT_EQ(use.name, "vda");
    EXPECT_EQ(use.read_ios, 1U);
    EXPECT_EQ(use.read_merges, 2U);
    EXPECT_EQ(use.read_sectors, 3U);
    EXPECT_EQ(use.read_ticks, 4U);
    EXPECT_EQ(use.write_ios, 5U);
    EXPECT_EQ(use.write_merges, 6U);
    EXPECT_EQ(use.write_sectors, 7U);
    EXPECT_EQ(use.write_ticks, 8U);
    EXPECT_EQ(use.queue_ms, 1000U);
    EXPECT_DOUBLE_EQ(use.utilisation, 50.0);
}

TEST(DiskStats, a_partition_stands_for_its_disk_which_is_listed_once) {
    const FakeSystem system;
    system.disk("sda", "8:0");
    system.partition("sda", "sda1", "8:1");
    system.stat("sda", "0 0 0 0 0 0 0 0 0 0 0");
    DiskStats stats(system.root());
    stats.add_device(makedev(8, 1));
    stats.add_device(makedev(8, 0));
    stats.start();
    const std::vector<DiskUse> uses = stats.finish(1_s);
    ASSERT_EQ(uses.size(), 1U);
    EXPECT_EQ(uses[0].name, "sda");
}

TEST(DiskStats, members_of_an_array_are_counted_below_it) {
    const FakeSystem system;
    system.disk("md0", "9:0");
    system.disk("sda", "8:0");
    system.disk("sdb", "8:16");
    system.partition("sdb", "sdb1", "8:17");
    system.slave("md0", "sda", "8:0");
    system.slave("md0", "sdb1", "8:17");
    for (const char* name : {"md0", "sda", "sdb"}) system.stat(name, "0 0 0 0 0 0 0 0 0 0 0");
    DiskStats stats(system.root());
    stats.add_device(makedev(9, 0));
    stats.start();
    system.stat("sdb", "7 0 0 0 0 0 0 0 0 5000 0");
    const std::vector<DiskUse> uses = stats.finish(1_s);
    ASSERT_EQ(uses[0].members.size(), 2U);
    EXPECT_EQ(uses[0].members[0].name, "sda");
    EXPECT_EQ(uses[0].members[1].name, "sdb");
    EXPECT_EQ(uses[0].members[1].read_ios, 7U);
    EXPECT_DOUBLE_EQ(uses[0].members[1].utilisation, 100.0);
}

TEST(DiskStats, a_disk_that_was_taken_away_is_left_out) {
    const FakeSystem system;
    system.disk("md0", "9:0");
    for (const char* name : {"sda", "sdb"}) {
        const bool first = std::string(name) == "sda";
        system.disk(name, first ? "8:0" : "8:16");
        system.slave("md0", name, first ? "8:0" : "8:16");
    }
    for (const char* name : {"md0", "sda", "sdb"}) system.stat(name, "9 9 9 9 9 9 9 9 9 9 9");
    DiskStats stats(system.root());
    stats.add_device(makedev(9, 0));
    stats.add_device(makedev(8, 16));
    stats.start();
    std::filesystem::remove_all(system.block("sdb"));
    const std::vector<DiskUse> uses = stats.finish(1_s);
    ASSERT_EQ(uses.size(), 1U);
    EXPECT_EQ(uses[0].name, "md0");
    ASSERT_EQ(uses[0].members.size(), 1U);
    EXPECT_EQ(uses[0].members[0].name, "sda");
}

TEST(DiskStats, a_file_system_without_a_disk_is_left_out) {
    const FakeSystem system;
    DiskStats stats(system.root());
    stats.add_device(makedev(0, 30));
    stats.add_path("/no/such/place/at/all");
    stats.start();
    EXPECT_TRUE(stats.finish(1_s).empty());
}

}  // namespace
}  // namespace fathom
