// Is a block device in use? Before a job writes to a device or trims it, whoever holds it is named:
// a mounted file system on it or on a partition of it, swap, an md or device-mapper device above
// it, a program that opened it exclusively, an LVM or RAID signature. Reads /proc and /sys below a
// root that tests replace.
#pragma once

#include <string>
#include <vector>

#include <sys/types.h>

namespace fathom {

struct DeviceHolder {
    enum class Kind { mount, swap, holder, exclusive, signature };
    Kind kind = Kind::mount;
    std::string text;  ///< "/dev/sda1 is mounted on /home"
    bool operator==(const DeviceHolder&) const = default;
};

class DeviceGuard {
  public:
    /// `root` stands before /proc and /sys; empty for the real ones.
    explicit DeviceGuard(std::string root = {}) : root_(std::move(root)) {}

    /// What /proc and /sys say holds the device, its partitions or, for a partition, itself.
    [[nodiscard]] std::vector<DeviceHolder> recorded_holders(dev_t device) const;
    /// Asks the kernel (an exclusive open) and looks for a signature on the device at `path`.
    [[nodiscard]] static std::vector<DeviceHolder> probe(const std::string& path);

  private:
    [[nodiscard]] std::vector<dev_t> with_partitions(dev_t device) const;
    [[nodiscard]] std::string sysfs_name(dev_t device) const;

    std::string root_;
};

/// Everything that speaks against writing to the device at `path`. An empty list: go ahead.
std::vector<DeviceHolder> find_holders(const std::string& path);

}  // namespace fathom
