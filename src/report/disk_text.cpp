#include "report/disk_text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>

#include <fmt/format.h>

namespace fathom {

namespace {

void counters(std::string& text, const char* prefix, const DiskUse& disk) {
    fmt::format_to(std::back_inserter(text),
                   "{0}ios={1}/{2}, {0}merge={3}/{4}, {0}ticks={5}/{6}, {0}in_queue={7}, "
                   "{0}util={8:3.2f}%",
                   prefix, disk.read_ios, disk.write_ios, disk.read_merges, disk.write_merges,
                   disk.read_ticks, disk.write_ticks, disk.queue_ms, disk.utilisation);
}

void disk_lines(std::string& text, const DiskUse& disk) {
    text += disk.members.empty() ? "  " : "    ";
    text += disk.name + ": ";
    counters(text, "", disk);
    if (!disk.members.empty()) {
        text += ", ";
        counters(text, "aggr", mean_of_members(disk));
    }
    text += '\n';
    for (const DiskUse& member : disk.members) disk_lines(text, member);
}

}  // namespace

DiskUse mean_of_members(const DiskUse& disk) {
    DiskUse mean;
    if (disk.members.empty()) return mean;
    constexpr std::uint64_t DiskUse::*counts[] = {
        &DiskUse::read_ios,     &DiskUse::write_ios,     &DiskUse::read_merges,
        &DiskUse::write_merges, &DiskUse::read_ticks,    &DiskUse::write_ticks,
        &DiskUse::read_sectors, &DiskUse::write_sectors, &DiskUse::queue_ms};
    for (const auto count : counts) {
        for (const DiskUse& member : disk.members) mean.*count += member.*count;
        mean.*count /= disk.members.size();
    }
    for (const DiskUse& member : disk.members)
        mean.utilisation = std::max(mean.utilisation, member.utilisation);
    return mean;
}

std::string disk_text(const std::vector<DiskUse>& disks) {
    if (disks.empty()) return "";
    std::string text = "\nDisk stats (read/write):\n";
    for (const DiskUse& disk : disks) disk_lines(text, disk);
    return text;
}

}  // namespace fathom
