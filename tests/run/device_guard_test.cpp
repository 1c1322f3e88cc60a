#include "run/device_guard.h"

#include <cstdio>

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "run/sysfs_fixture.h"

namespace fathom {
namespace {

using testing::ElementsAre;
using Kind = DeviceHolder::Kind;

constexpr const char* mounted_sda1 =
    "36 25 8:1 / /home\\040dir rw,noatime shared:1 - ext4 /dev/sda1 rw\n"
    "37 25 0:30 / /tmp rw - tmpfs tmpfs rw\n";

TEST(DeviceGuard, a_mounted_partition_holds_itself_and_its_whole_disk) {
    const FakeSystem system;
    system.disk("sda", "8:0");
    system.partition("sda", "sda1", "8:1");
    system.partition("sda", "sda2", "8:2");
    system.mounts(mounted_sda1);
    const DeviceGuard guard(system.root());
    const DeviceHolder expected{Kind::mount, "/dev/sda1 is mounted on /home dir"};
    EXPECT_THAT(guard.recorded_holders(makedev(8, 0)), ElementsAre(expected));
    EXPECT_THAT(guard.recorded_holders(makedev(8, 1)), ElementsAre(expected));
    EXPECT_THAT(guard.recorded_holders(makedev(8, 2)), ElementsAre());
}

TEST(DeviceGuard, a_file_system_with_numbers_of_its_own_is_found_by_its_source) {
    const FakeSystem system;
    system.disk("sdb", "8:16");
    system.mounts("40 25 0:45 / /data rw - btrfs /dev/sdb rw\n");
    EXPECT_THAT(DeviceGuard(system.root()).recorded_holders(makedev(8, 16)),
                ElementsAre(DeviceHolder{Kind::mount, "/dev/sdb is mounted on /data"}));
}

TEST(DeviceGuard, swap_in_use_is_named) {
    const FakeSystem system;
    system.disk("sda", "8:0");
    system.partition("sda", "sda2", "8:2");
    system.swap("/dev/sda2");
    EXPECT_THAT(DeviceGuard(system.root()).recorded_holders(makedev(8, 0)),
                ElementsAre(DeviceHolder{Kind::swap, "/dev/sda2 holds swap space in use"}));
}

TEST(DeviceGuard, arrays_and_mappings_above_are_named) {
    const FakeSystem system;
    system.disk("sda", "8:0");
    system.holder("sda", "dm-0");
    write_text(system.root() + "/sys/class/block/dm-0/dm/name", "vg-root\n");
    system.holder("sda", "md0");
    EXPECT_THAT(DeviceGuard(system.root()).recorded_holders(makedev(8, 0)),
                ElementsAre(DeviceHolder{Kind::holder, "/dev/sda is part of dm-0 (vg-root)"},
                            DeviceHolder{Kind::holder, "/dev/sda is part of md0"}));
}

TEST(DeviceGuard, a_free_disk_has_no_holder) {
    const FakeSystem system;
    system.disk("sda", "8:0");
    system.partition("sda", "sda1", "8:1");
    EXPECT_TRUE(DeviceGuard(system.root()).recorded_holders(makedev(8, 0)).empty());
}

/// A disk image that starts with an LVM physical volume's label, checksum included.
std::string lvm_image() {
    std::string image(4 << 20, '\0');
    const std::size_t label = 512;
    image.replace(label, 8, "LABELONE");
    image[label + 8] = 1;    // sector number
    image[label + 20] = 32;  // where the header after the label starts
    image.replace(label + 24, 8, "LVM2 001");
    std::uint32_t crc = 0xf597a6cf;
    for (std::size_t i = label + 20; i < label + 512; ++i) {
        crc ^= static_cast<unsigned char>(image[i]);
        for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? 0xedb88320U : 0U);
    }
    for (int i = 0; i < 4; ++i) image[label + 16 + i] = static_cast<char>(crc >> (8 * i));
    return image;
}

TEST(DeviceGuard, a_member_signature_is_seen_on_the_device_itself) {
    const TemporaryDirectory directory;
    write_text(directory.path("pv"), lvm_image());
    const std::vector<DeviceHolder> holders = DeviceGuard::probe(directory.path("pv"));
    ASSERT_EQ(holders.size(), 1U);
    EXPECT_EQ(holders[0].kind, Kind::signature);
    EXPECT_THAT(holders[0].text, testing::HasSubstr("LVM2_member"));
    EXPECT_TRUE(DeviceGuard::probe(directory.make("plain", 4 << 20)).empty());
}

/// A loop device over an image, where this host lets us have one.
class LoopDevice {
  public:
    explicit LoopDevice(const std::string& image) {
        const std::string command = "losetup -f --show '" + image + "' 2>/dev/null";
        if (std::FILE* out = ::popen(command.c_str(), "r")) {
            char line[64] = {};
            if (std::fgets(line, sizeof line, out) != nullptr) path_ = line;
            ::pclose(out);
        }
        while (!path_.empty() && path_.back() == '\n') path_.pop_back();
    }
    ~LoopDevice() {
        if (path_.empty()) return;
        [[maybe_unused]] const int status = std::system(("losetup -d " + path_).c_str());
    }
    LoopDevice(const LoopDevice&) = delete;
    LoopDevice& operator=(const LoopDevice&) = delete;
    [[nodiscard]] const std::string& path() const { return path_; }

  private:
    std::string path_;
};

TEST(DeviceGuard, a_device_somebody_holds_alone_is_not_written) {
    const TemporaryDirectory directory;
    const LoopDevice device(directory.make("image", 4 << 20));
    if (device.path().empty()) GTEST_SKIP() << "no loop device can be set up here";
    Job job = file_job("w", device.path(), 65536);
    job.access = writing();
    EXPECT_EQ(run_jobs({job}).jobs[0].directions[Direction::write].record.bytes, 65536U);
    const int held = ::open(device.path().c_str(), O_RDONLY | O_EXCL);
    ASSERT_GE(held, 0);
    const RunResult refused = run_jobs({job});
    EXPECT_EQ(refused.jobs[0].error, EBUSY);
    EXPECT_EQ(refused.jobs[0].directions[Direction::write].record.bytes, 0U);
    job.access = reading();
    EXPECT_EQ(run_jobs({job}).jobs[0].error, 0);
    ::close(held);
}

TEST(DeviceGuard, what_is_no_block_device_needs_no_guard) {
    const TemporaryDirectory directory;
    EXPECT_TRUE(find_holders(directory.make("f", 1)).empty());
    EXPECT_TRUE(find_holders(directory.path("missing")).empty());
}

}  // namespace
}  // namespace fathom
