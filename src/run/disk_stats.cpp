#include "run/disk_stats.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <utility>

#include <sys/stat.h>
#include <sys/sysmacros.h>

#include "base/debug.h"
#include "run/block_devices.h"

namespace fathom {

namespace fs = std::filesystem;

void DiskStats::add_path(const std::string& path) {
    struct stat st {};
    std::error_code error;
    fs::path place = fs::absolute(path, error);
    while (::stat(place.c_str(), &st) != 0) {
        if (!place.has_relative_path()) return;
        place = place.parent_path();
    }
    add_device(S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev);
}

void DiskStats::add_device(dev_t device) {
    const std::string directory = whole_disk_directory(root_, device_numbers(device));
    // File systems without a disk of their own (tmpfs, overlay) have no entry.
    if (directory.empty()) {
        debug(Topic::diskutil, "{}:{} has no disk of its own in {}/sys/dev/block", major(device),
              minor(device), root_);
        return;
    }
    const auto same = [&](const Disk& disk) { return disk.directory == directory; };
    if (std::any_of(disks_.begin(), disks_.end(), same)) return;
    disks_.push_back(make_disk(directory));
    debug(Topic::diskutil, "{}:{} is {} in {}", major(device), minor(device), disks_.back().name,
          directory);
}

DiskStats::Disk DiskStats::make_disk(const std::string& directory) const {
    Disk disk;
    disk.directory = directory;
    disk.name = fs::path(directory).filename();
    std::vector<std::string> slaves;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(fs::path(directory) / "slaves", error))
        slaves.push_back(entry.path().filename());
    std::sort(slaves.begin(), slaves.end());
    for (const std::string& slave : slaves) {
        std::ifstream in(fs::path(directory) / "slaves" / slave / "dev");
        std::string numbers;
        std::getline(in, numbers);
        const std::string below = whole_disk_directory(root_, numbers);
        const auto same = [&](const Disk& member) { return member.directory == below; };
        if (below.empty() || std::any_of(disk.members.begin(), disk.members.end(), same)) continue;
        disk.members.push_back(make_disk(below));
    }
    return disk;
}

std::optional<DiskStats::Counters> DiskStats::read(const Disk& disk) {
    Counters c;
    std::uint64_t in_flight = 0;
    std::ifstream in(disk.directory + "/stat");
    in >> c.read_ios >> c.read_merges >> c.read_sectors >> c.read_ticks >> c.write_ios >>
        c.write_merges >> c.write_sectors >> c.write_ticks >> in_flight >> c.busy_ms >> c.queue_ms;
    return in ? std::optional(c) : std::nullopt;
}

void DiskStats::start(Disk& disk) {
    disk.before = read(disk).value_or(Counters{});
    for (Disk& member : disk.members) start(member);
}

void DiskStats::start() {
    for (Disk& disk : disks_) start(disk);
}

std::optional<DiskUse> DiskStats::use_of(const Disk& disk, Nanos elapsed) {
    const std::optional<Counters> counters = read(disk);
    if (!counters) return std::nullopt;
    const Counters &now = *counters, &before = disk.before;
    DiskUse use;
    use.name = disk.name;
    use.read_ios = now.read_ios - before.read_ios;
    use.write_ios = now.write_ios - before.write_ios;
    use.read_merges = now.read_merges - before.read_merges;
    use.write_merges = now.write_merges - before.write_merges;
    use.read_ticks = now.read_ticks - before.read_ticks;
    use.write_ticks = now.write_ticks - before.write_ticks;
    use.read_sectors = now.read_sectors - before.read_sectors;
    use.write_sectors = now.write_sectors - before.write_sectors;
    use.queue_ms = now.queue_ms - before.queue_ms;
    // The kernel counts busy time in ticks, which may overshoot the interval by one.
    if (elapsed.count() > 0) {
        use.utilisation =
            std::min(100.0, 100.0 * static_cast<double>(now.busy_ms - before.busy_ms) * 1e6 /
                                elapsed.as_double());
    }
    for (const Disk& member : disk.members)
        if (auto below = use_of(member, elapsed)) use.members.push_back(std::move(*below));
    return use;
}

std::vector<DiskUse> DiskStats::finish(Nanos elapsed) const {
    std::vector<DiskUse> uses;
    uses.reserve(disks_.size());
    for (const Disk& disk : disks_)
        if (auto use = use_of(disk, elapsed)) uses.push_back(std::move(*use));
    return uses;
}

}  // namespace fathom
