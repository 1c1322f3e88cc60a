#include "run/surroundings.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string_view>

#include <fmt/format.h>
#include <linux/magic.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "engine/engine.h"
#include "run/block_devices.h"
#include "run/file_set.h"

namespace fathom {

namespace {

using Facts = std::vector<Surroundings::Fact>;

void add(Facts& facts, std::string name, std::string value) {
    if (!value.empty()) facts.push_back({std::move(name), std::move(value)});
}

/// The file system's kind by its number, for files whose mount is not to be seen: below a changed
/// root, or in a subvolume with a device number of its own.
std::string kind_of_file_system(const std::string& path) {
    constexpr std::pair<std::uint32_t, const char*> kinds[] = {
        {EXT4_SUPER_MAGIC, "ext2, ext3 or ext4"},
        {XFS_SUPER_MAGIC, "xfs"},
        {BTRFS_SUPER_MAGIC, "btrfs"},
        {F2FS_SUPER_MAGIC, "f2fs"},
        {OVERLAYFS_SUPER_MAGIC, "overlay"},
        {TMPFS_MAGIC, "tmpfs"},
        {RAMFS_MAGIC, "ramfs"},
        {NFS_SUPER_MAGIC, "nfs"},
        {CIFS_SUPER_MAGIC, "cifs"},
        {SMB2_SUPER_MAGIC, "smb2"},
        {FUSE_SUPER_MAGIC, "fuse"},
        {CEPH_SUPER_MAGIC, "ceph"},
    };
    struct statfs found {};
    if (::statfs(path.c_str(), &found) != 0) return {};
    const auto number = static_cast<std::uint32_t>(found.f_type);
    for (const auto& [magic, name] : kinds) {
        if (magic == number) return name;
    }
    return fmt::format("{:#x}", number);
}

/// The chosen word of "[none] mq-deadline kyber"; the whole text where none is bracketed.
std::string chosen(const std::string& text) {
    const auto open = text.find('[');
    const auto close = text.find(']', open);
    if (open == std::string::npos || close == std::string::npos) return text;
    return text.substr(open + 1, close - open - 1);
}

std::string without_blanks(std::string text) {
    text.erase(text.find_last_not_of(" \t\n") + 1);
    return text;
}

}  // namespace

std::string SurroundingsReader::line_of(const std::string& path) const {
    return without_blanks(first_line(root_ + path));
}

Facts SurroundingsReader::machine() const {
    Facts facts;
    utsname name{};
    if (::uname(&name) == 0) {
        add(facts, "kernel", std::string(name.sysname) + " " + name.release);
        add(facts, "architecture", name.machine);
    }
    std::ifstream cpuinfo(root_ + "/proc/cpuinfo");
    for (std::string line; std::getline(cpuinfo, line);) {
        if (!line.starts_with("model name")) continue;
        const auto colon = line.find(": ");
        if (colon != std::string::npos) add(facts, "cpu", line.substr(colon + 2));
        break;
    }
    add(facts, "cpus", std::to_string(::sysconf(_SC_NPROCESSORS_ONLN)));
    add(facts, "governor", line_of("/sys/devices/system/cpu/cpu0/cpufreq/scaling_governor"));
    std::ifstream meminfo(root_ + "/proc/meminfo");
    for (std::string line; std::getline(meminfo, line);) {
        std::istringstream words(line);
        std::string key, value;
        words >> key >> value;
        if (key == "MemTotal:") add(facts, "memory_total_kib", value);
        if (key == "MemAvailable:") add(facts, "memory_available_kib", value);
    }
    return facts;
}

Facts SurroundingsReader::place(dev_t device, bool is_block_device) const {
    Facts facts;
    if (!is_block_device) add_file_system(facts, device);
    add_disk(facts, device);
    return facts;
}

void SurroundingsReader::add_file_system(Facts& facts, dev_t device) const {
    for (const Mount& mount : read_mounts(root_ + "/proc/self/mountinfo")) {
        if (mount.device != device) continue;
        add(facts, "file_system", mount.type);
        add(facts, "mount_point", mount.place);
        add(facts, "mount_options", mount.options);
        return;
    }
}

void SurroundingsReader::add_disk(Facts& facts, dev_t device) const {
    const std::string directory = whole_disk_directory(root_, device_numbers(device));
    if (directory.empty()) return;
    const auto line = [&](const std::string& name) {
        return without_blanks(first_line(directory + "/" + name));
    };
    add(facts, "disk", std::filesystem::path(directory).filename());
    add(facts, "model", line("device/model"));
    add(facts, "firmware", line("device/firmware_rev"));
    add(facts, "sectors", line("size"));
    add(facts, "scheduler", chosen(line("queue/scheduler")));
    for (const char* name : {"rotational", "write_cache", "nr_requests", "read_ahead_kb"}) {
        add(facts, name, line(std::string("queue/") + name));
    }
    add(facts, "below", below(directory));
}

std::string SurroundingsReader::below(const std::string& directory) const {
    std::vector<dev_t> devices;
    std::error_code none;
    for (const auto& slave : std::filesystem::directory_iterator(directory + "/slaves", none))
        devices.push_back(parse_device_numbers(first_line(slave.path().string() + "/dev")));
    struct stat file {};
    const std::string backing = first_line(directory + "/loop/backing_file");
    if (!backing.empty() && ::stat((root_ + backing).c_str(), &file) == 0)
        devices.push_back(file.st_dev);
    std::vector<std::string> disks;
    for (const dev_t device : devices) {
        const std::string disk = whole_disk_directory(root_, device_numbers(device));
        if (disk.empty()) continue;
        std::string text = std::filesystem::path(disk).filename();
        const std::string scheduler = chosen(without_blanks(first_line(disk + "/queue/scheduler")));
        if (!scheduler.empty()) text += " " + scheduler;
        disks.push_back(text);
    }
    std::sort(disks.begin(), disks.end());
    return fmt::format("{}", fmt::join(disks, ", "));
}

Surroundings surroundings_of(const Plan& plan) {
    const SurroundingsReader reader;
    Surroundings all;
    all.machine = reader.machine();
    std::vector<dev_t> seen;
    for (const PlannedWorker& worker : plan.workers) {
        const Job& job = plan.jobs[worker.job];
        const EngineEntry* engine = find_engine(job.ioengine);
        if (engine == nullptr || engine->traits.diskless) continue;
        for (const std::string& path : file_paths(job, worker, engine->traits)) {
            struct stat st {};
            if (::stat(path.c_str(), &st) != 0) continue;
            const dev_t device = S_ISBLK(st.st_mode) ? st.st_rdev : st.st_dev;
            if (std::find(seen.begin(), seen.end(), device) != seen.end()) continue;
            seen.push_back(device);
            Facts facts = reader.place(device, S_ISBLK(st.st_mode));
            const bool named = std::any_of(facts.begin(), facts.end(), [](const auto& fact) {
                return fact.name == "file_system";
            });
            if (!named && !S_ISBLK(st.st_mode)) {
                add(facts, "file_system", kind_of_file_system(path));
            }
            all.places.push_back({path, std::move(facts)});
        }
    }
    return all;
}

}  // namespace fathom
