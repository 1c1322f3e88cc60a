#include "run/device_guard.h"

#include <algorithm>
#include <cerrno>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <blkid/blkid.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/error.h"
#include "run/block_devices.h"

namespace fathom {

namespace {

namespace fs = std::filesystem;

std::vector<std::string> names_in(const fs::path& directory) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(directory, error))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

/// A swap area may be named by any path; what counts is the device it leads to.
dev_t device_of(const std::string& path) {
    struct stat st {};
    if (::stat(path.c_str(), &st) != 0) return 0;
    return S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev;
}

std::string signature_on(const std::string& path) {
    blkid_probe probe = blkid_new_probe_from_filename(path.c_str());
    if (probe == nullptr) return {};
    blkid_probe_enable_superblocks(probe, 1);
    blkid_probe_set_superblocks_flags(probe, BLKID_SUBLKS_TYPE);
    std::string type;
    const char* value = nullptr;
    if (blkid_do_safeprobe(probe) == 0 &&
        blkid_probe_lookup_value(probe, "TYPE", &value, nullptr) == 0)
        type = value;
    blkid_free_probe(probe);
    return type;
}

bool is_member_signature(const std::string& type) {
    return type == "LVM2_member" || type == "LVM1_member" || type == "zfs_member" ||
           type.ends_with("_raid_member");
}

}  // namespace

std::string DeviceGuard::sysfs_name(dev_t device) const {
    std::error_code error;
    const fs::path link = root_ + "/sys/dev/block/" + device_numbers(device);
    const fs::path target = fs::read_symlink(link, error);
    return error ? device_numbers(device) : target.filename().string();
}

std::vector<dev_t> DeviceGuard::with_partitions(dev_t device) const {
    std::vector<dev_t> all = {device};
    const fs::path directory = root_ + "/sys/dev/block/" + device_numbers(device);
    for (const std::string& name : names_in(directory)) {
        std::error_code error;
        if (!fs::exists(directory / name / "partition", error)) continue;
        const dev_t partition = parse_device_numbers(first_line(directory / name / "dev"));
        if (partition != 0) all.push_back(partition);
    }
    return all;
}

std::vector<DeviceHolder> DeviceGuard::recorded_holders(dev_t device) const {
    std::vector<DeviceHolder> holders;
    const std::vector<Mount> mounts = read_mounts(root_ + "/proc/self/mountinfo");
    for (const dev_t part : with_partitions(device)) {
        const std::string name = "/dev/" + sysfs_name(part);
        for (const Mount& mount : mounts) {
            // Some file systems (btrfs) show a device number of their own: the source tells too.
            if (mount.device != part && mount.source != name) continue;
            holders.push_back({DeviceHolder::Kind::mount, name + " is mounted on " + mount.place});
            break;
        }
        std::ifstream swaps(root_ + "/proc/swaps");
        for (std::string line; std::getline(swaps, line);) {
            const std::string path = unescape_path(line.substr(0, line.find_first_of(" \t")));
            if (path == name || (root_.empty() && path.starts_with('/') && device_of(path) == part))
                holders.push_back({DeviceHolder::Kind::swap, name + " holds swap space in use"});
        }
        const fs::path directory = root_ + "/sys/dev/block/" + device_numbers(part);
        for (const std::string& holder : names_in(directory / "holders")) {
            const std::string alias = first_line(root_ + "/sys/class/block/" + holder + "/dm/name");
            holders.push_back({DeviceHolder::Kind::holder,
                               name + " is part of " + holder +
                                   (alias.empty() ? std::string{} : " (" + alias + ")")});
        }
    }
    return holders;
}

std::vector<DeviceHolder> DeviceGuard::probe(const std::string& path) {
    std::vector<DeviceHolder> holders;
    const int fd = ::open(path.c_str(), O_RDONLY | O_EXCL | O_CLOEXEC);
    if (fd < 0 && errno == EBUSY) {
        holders.push_back(
            {DeviceHolder::Kind::exclusive, path + " is in use by something that holds it alone"});
    }
    if (fd >= 0) ::close(fd);
    const std::string type = signature_on(path);
    if (is_member_signature(type))
        holders.push_back(
            {DeviceHolder::Kind::signature, path + " carries a " + type + " signature"});
    return holders;
}

std::vector<DeviceHolder> find_holders(const std::string& path) {
    struct stat st {};
    if (::stat(path.c_str(), &st) != 0 || !S_ISBLK(st.st_mode)) return {};
    std::vector<DeviceHolder> holders = DeviceGuard().recorded_holders(st.st_rdev);
    for (DeviceHolder& holder : DeviceGuard::probe(path)) {
        // Busy is what a mount or an array above it looks like: the name already given says more.
        if (holder.kind == DeviceHolder::Kind::exclusive && !holders.empty()) continue;
        holders.push_back(std::move(holder));
    }
    return holders;
}

}  // namespace fathom
