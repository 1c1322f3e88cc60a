// What /proc and /sys say of block devices and what is mounted from them, for those who read them:
// the device guard, the disk statistics, the surroundings of a run.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <sys/types.h>

namespace fathom {

/// "8:1", as the kernel writes a device's numbers; and back, 0 when it is none.
std::string device_numbers(dev_t device);
dev_t parse_device_numbers(std::string_view text);

/// A path as /proc writes it, with \040 for a blank.
std::string unescape_path(const std::string& text);

struct Mount {
    dev_t device = 0;
    std::string place, source, type, options;
};

/// The file systems of a mountinfo file, in its order.
std::vector<Mount> read_mounts(const std::string& path);

/// The directory in sysfs of the disk that has these numbers or holds the partition that has them;
/// empty for a file system without a disk of its own (tmpfs, overlay). `root` stands before /sys.
std::string whole_disk_directory(const std::string& root, const std::string& numbers);

/// The first line of a file of one line; empty when it cannot be read.
std::string first_line(const std::string& path);

}  // namespace fathom
