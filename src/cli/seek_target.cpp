#include "cli/seek_target.h"

#include <algorithm>
#include <cerrno>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "disk/device.h"
#include "disk/named_drive.h"
#include "run/surroundings.h"

namespace fathom {

namespace {

constexpr std::string_view simulated_prefix = "sim:";
constexpr const char* no_arm =
    "the disk does not rotate: it has no arm to move, and what an order gains there is chance or "
    "the work of its queue";

/// An open file that is closed.
class Descriptor {
  public:
    Descriptor(const std::string& path, int flags)
        : fd_(::open(path.c_str(), flags | O_CLOEXEC | O_NONBLOCK)) {}
    ~Descriptor() {
        if (fd_ >= 0) ::close(fd_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] int get() const { return fd_; }

  private:
    int fd_;
};

SeekTarget simulated_target(const std::string& text) {
    const std::string name = text.substr(simulated_prefix.size());
    const disk::Parameters parameters = disk::named_drive(name, "sim:" + name);
    SeekTarget target;
    target.name = text;
    target.simulated = true;
    target.bytes = disk::capacity_bytes(parameters);
    target.block = parameters.sector;
    target.direct = true;
    target.medium = "simulated drive " + parameters.name;
    if (parameters.type == disk::DriveType::ssd) {
        target.rotational = false;
        target.notes.emplace_back(no_arm);
    }
    target.words = {"--ioengine=sim", "--disk=" + name};
    return target;
}

/// A colon separates files in filename=.
std::string escaped(const std::string& path) {
    std::string text;
    for (const char c : path) {
        if (c == ':' || c == '\\') text += '\\';
        text += c;
    }
    return text;
}

/// The smallest request that goes past the page cache.
std::uint64_t direct_block(const std::string& path, int fd, bool is_device) {
    if (is_device) {
        int block = 512;
        if (::ioctl(fd, BLKSSZGET, &block) == 0 && block > 0)
            return static_cast<std::uint64_t>(block);
        return 512;
    }
#ifdef STATX_DIOALIGN
    struct statx facts {};
    if (::statx(AT_FDCWD, path.c_str(), 0, STATX_DIOALIGN, &facts) == 0 &&
        (facts.stx_mask & STATX_DIOALIGN) != 0 && facts.stx_dio_offset_align != 0)
        return std::max<std::uint64_t>(facts.stx_dio_offset_align, 512);
#else
    static_cast<void>(path);
#endif
    return 512;
}

void describe_disk(SeekTarget& target, const struct stat& about) {
    const bool is_device = S_ISBLK(about.st_mode);
    const auto facts =
        SurroundingsReader().place(is_device ? about.st_rdev : about.st_dev, is_device);
    const auto fact = [&](std::string_view name) {
        for (const auto& one : facts)
            if (one.name == name) return one.value;
        return std::string();
    };
    target.medium = is_device ? "device" : "file";
    if (const std::string system = fact("file_system"); !system.empty()) {
        target.medium += " on " + system;
        if (system == "tmpfs" || system == "ramfs")
            target.notes.emplace_back("the file is in memory: there is nothing to seek");
    }
    if (const std::string disk = fact("disk"); !disk.empty()) {
        target.medium += ", disk " + disk;
        if (const std::string model = fact("model"); !model.empty())
            target.medium += " (" + model + ")";
    }
    if (const std::string scheduler = fact("scheduler"); !scheduler.empty())
        target.medium += ", scheduler " + scheduler;
    if (const std::string below = fact("below"); !below.empty()) {
        target.notes.push_back(fmt::format(
            "{} lies on {}: two queues, one above the other, and each may sort what it holds",
            fact("disk"), below));
    }
    if (const std::string rotational = fact("rotational"); !rotational.empty())
        target.rotational = rotational == "1";
    if (target.rotational && !*target.rotational) {
        target.notes.emplace_back(no_arm);
    }
}

void note_holes(SeekTarget& target, const struct stat& about) {
    if (!S_ISREG(about.st_mode)) return;
    const auto held = static_cast<std::uint64_t>(about.st_blocks) * 512;
    if (held >= target.bytes / 100 * 99) return;
    target.notes.push_back(fmt::format(
        "the file is sparse: {:.3g} % of it has places on the disk, and what is not there is "
        "answered without it",
        100.0 * static_cast<double>(held) / static_cast<double>(target.bytes)));
}

}  // namespace

SeekTarget seek_target(const std::string& text) {
    if (text.starts_with(simulated_prefix)) return simulated_target(text);
    struct stat about {};
    if (::stat(text.c_str(), &about) != 0) {
        throw Error(fmt::format("{}: {}", text, errno_text(errno)), {},
                    "a device, a file, or sim:NAME (`fathom disks` lists the names)");
    }
    const bool is_device = S_ISBLK(about.st_mode);
    if (!is_device && !S_ISREG(about.st_mode)) {
        throw Error(fmt::format("{} is neither a block device nor a file", text), {},
                    S_ISDIR(about.st_mode) ? "a file in it can be read" : "");
    }
    SeekTarget target;
    target.name = text;
    target.bytes = static_cast<std::uint64_t>(about.st_size);
    const Descriptor plain(text, O_RDONLY);
    if (plain.get() < 0) throw Error(fmt::format("{}: {}", text, errno_text(errno)));
    if (is_device && ::ioctl(plain.get(), BLKGETSIZE64, &target.bytes) != 0)
        throw Error(fmt::format("{}: its size: {}", text, errno_text(errno)));
    if (target.bytes < 512) {
        throw Error(fmt::format("{} is empty", text), {},
                    "a file for it: fallocate -l 1G, then written once");
    }
    const Descriptor direct(text, O_RDONLY | O_DIRECT);
    target.direct = direct.get() >= 0;
    target.block = target.direct ? direct_block(text, plain.get(), is_device) : 512;
    describe_disk(target, about);
    note_holes(target, about);
    if (!target.direct) {
        target.notes.emplace_back(
            "no direct I/O here: the page cache answers what it holds, and the figures say little "
            "of the disk");
    }
    target.words = {"--filename=" + escaped(text), target.direct ? "--direct=1" : "--direct=0"};
    return target;
}

}  // namespace fathom
