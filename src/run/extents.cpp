#include "run/extents.h"

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <vector>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fiemap.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace fathom {

namespace {

constexpr std::uint32_t extents_per_call = 256;

/// Extents by the file system's map, which knows unwritten ones. False when it has no map.
bool read_map(int fd, std::uint64_t begin, std::uint64_t end, std::uint32_t flags,
              ExtentReport& report) {
    report = {};
    std::vector<std::byte> memory(sizeof(fiemap) + extents_per_call * sizeof(fiemap_extent));
    auto* map = reinterpret_cast<fiemap*>(memory.data());
    std::uint64_t at = begin;
    bool last = false;
    while (at < end && !last) {
        std::fill_n(memory.begin(), sizeof(fiemap), std::byte{});
        map->fm_start = at;
        map->fm_length = end - at;
        map->fm_flags = flags;
        map->fm_extent_count = extents_per_call;
        if (::ioctl(fd, FS_IOC_FIEMAP, map) != 0) return false;
        if (map->fm_mapped_extents == 0) break;
        for (std::uint32_t i = 0; i < map->fm_mapped_extents; ++i) {
            const fiemap_extent& extent = map->fm_extents[i];
            const std::uint64_t from = std::max<std::uint64_t>(extent.fe_logical, at);
            const std::uint64_t to =
                std::min<std::uint64_t>(extent.fe_logical + extent.fe_length, end);
            if (from >= end) break;
            report.hole_bytes += from - at;
            if ((extent.fe_flags & FIEMAP_EXTENT_UNWRITTEN) != 0)
                report.unwritten_bytes += to - from;
            at = std::max(at, to);
            last = (extent.fe_flags & FIEMAP_EXTENT_LAST) != 0;
        }
    }
    report.hole_bytes += end - std::min(at, end);
    return true;
}

/// Holes only, by seeking.
bool seek_holes(int fd, std::uint64_t begin, std::uint64_t end, ExtentReport& report) {
    std::uint64_t at = begin;
    while (at < end) {
        const off_t data = ::lseek(fd, static_cast<off_t>(at), SEEK_DATA);
        if (data < 0 && errno != ENXIO) return false;
        const std::uint64_t next = data < 0 ? end : std::min(static_cast<std::uint64_t>(data), end);
        report.hole_bytes += next - at;
        if (next >= end) return true;
        const off_t hole = ::lseek(fd, static_cast<off_t>(next), SEEK_HOLE);
        if (hole < 0) return false;
        at = static_cast<std::uint64_t>(hole);
    }
    return true;
}

}  // namespace

std::optional<ExtentReport> look_at_extents(const File& file) {
    if (file.type != FileType::regular) return std::nullopt;
    const int fd = ::open(file.path.c_str(), O_RDONLY | O_CLOEXEC);
    if (fd < 0) return std::nullopt;
    ExtentReport report;
    struct stat st {};
    const std::uint64_t size = ::fstat(fd, &st) == 0 ? static_cast<std::uint64_t>(st.st_size) : 0;
    const std::uint64_t begin = std::min(file.span.offset, size);
    const std::uint64_t end = std::min(file.span.offset + file.span.length, size);
    bool known = read_map(fd, begin, end, 0, report);
    // Data still in memory over allocated space looks unwritten until it is on its way to the disk.
    if (known && report.unwritten_bytes != 0)
        known = read_map(fd, begin, end, FIEMAP_FLAG_SYNC, report);
    if (!known) {
        report = {};
        known = seek_holes(fd, begin, end, report);
    }
    ::close(fd);
    return known ? std::optional(report) : std::nullopt;
}

std::string extent_note(const File& file, const ExtentReport& report) {
    const std::uint64_t empty = report.hole_bytes + report.unwritten_bytes;
    if (empty == 0 || file.span.length == 0) return {};
    return fmt::format(
        "{}: {:.1f}% of the bytes read hold no data ({} bytes of holes, {} bytes allocated but "
        "never written): the file system answers with zeros, not the disk",
        file.path, 100.0 * static_cast<double>(empty) / static_cast<double>(file.span.length),
        report.hole_bytes, report.unwritten_bytes);
}

}  // namespace fathom
