#include "run/device_guard.h"

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <sstream>

#include <blkid/blkid.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

#include "base/error.h"

namespace fathom {

namespace {

namespace fs = std::filesystem;

std::string numbers(dev_t device) {
    return std::to_string(major(device)) + ":" + std::to_string(minor(device));
}

/// "8:1" as a device number; 0 when it is not one.
dev_t parse_numbers(std::string_view text) {
    unsigned major_number = 0, minor_number = 0;
    const char* const end = text.data() + text.size();
    const auto first = std::from_chars(text.data(), end, major_number);
    if (first.ec != std::errc{} || first.ptr == end || *first.ptr != ':') return 0;
    const auto second = std::from_chars(first.ptr + 1, end, minor_number);
    return second.ec == std::errc{} ? makedev(major_number, minor_number) : 0;
}

std::string first_line(const fs::path& path) {
    std::ifstream in(path);
    std::string line;
    std::getline(in, line);
    return line;
}

std::vector<std::string> names_in(const fs::path& directory) {
    std::vector<std::string> names;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(directory, error))
        names.push_back(entry.path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

/// The kernel writes blanks in paths as \040.
std::string unescape(const std::string& text) {
    std::string plain;
    for (std::size_t i = 0; i < text.size(); ++i) {
        unsigned code = 0;
        const char* const digits = text.data() + i + 1;
        if (text[i] == '\\' && i + 3 < text.size() &&
            std::from_chars(digits, digits + 3, code, 8).ptr == digits + 3) {
            plain += static_cast<char>(code);
            i += 3;
        } else {
            plain += text[i];
        }
    }
    return plain;
}

struct Mount {
    dev_t device = 0;
    std::string place, source;
};

std::vector<Mount> read_mounts(const std::string& path) {
    std::vector<Mount> mounts;
    std::ifstream in(path);
    for (std::string line; std::getline(in, line);) {
        std::istringstream words(line);
        std::string id, parent, device, base, place, word, type, source;
        words >> id >> parent >> device >> base >> place;
        while (words >> word && word != "-") {
        }
        words >> type >> source;
        mounts.push_back({parse_numbers(device), unescape(place), unescape(source)});
    }
    return mounts;
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
    const fs::path link = root_ + "/sys/dev/block/" + numbers(device);
    const fs::path target = fs::read_symlink(link, error);
    return error ? numbers(device) : target.filename().string();
}

std::vector<dev_t> DeviceGuard::with_partitions(dev_t device) const {
    std::vector<dev_t> all = {device};
    const fs::path directory = root_ + "/sys/dev/block/" + numbers(device);
    for (const std::string& name : names_in(directory)) {
        std::error_code error;
        if (!fs::exists(directory / name / "partition", error)) continue;
        const dev_t partition = parse_numbers(first_line(directory / name / "dev"));
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
            const std::string path = unescape(line.substr(0, line.find_first_of(" \t")));
            if (path == name || (root_.empty() && path.starts_with('/') && device_of(path) == part))
                holders.push_back({DeviceHolder::Kind::swap, name + " holds swap space in use"});
        }
        const fs::path directory = root_ + "/sys/dev/block/" + numbers(part);
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
