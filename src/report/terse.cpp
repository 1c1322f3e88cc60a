// The terse line from one table of fields: each names its figure and the versions that have it.
#include "report/terse.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "report/disk_text.h"
#include "report/figures.h"
#include "result/merge.h"
#include "result/rates.h"

namespace fathom {

namespace {

constexpr std::size_t percentile_fields = 20;

/// What a field is taken from.
struct Line {
    const JobResult& job;
    const GroupResult& group;
    const std::vector<DiskUse>& disks;
    const std::string& version_text;
    int version;
    LatencyShares shares;
};

/// One figure, or a run of figures that stand together, as text ("" for none, ";" between).
struct Field {
    int since;   ///< first version that has it
    int except;  ///< a version that lacks it; 0: none
    std::function<std::string(const Line&)> text;
};

std::string moments_fields(const Latency& latency) {
    const Moments& m = latency.moments();
    return fmt::format("{};{};{:f};{:f}", m.count == 0 ? 0 : m.min / 1000, m.max / 1000,
                       m.mean() / 1000, m.stddev() / 1000);
}

std::string percentile_list(const Latency& latency, const Job& job, bool wanted) {
    std::string text;
    const auto values =
        wanted ? percentiles(latency, job) : std::vector<std::pair<double, std::uint64_t>>();
    for (std::size_t i = 0; i < percentile_fields; ++i) {
        if (i > 0) text += ';';
        text += i < values.size()
                    ? fmt::format("{:f}%={}", values[i].first, values[i].second / 1000)
                    : "0%=0";
    }
    return text;
}

std::string latency_fields(const JobResult& job, Direction d) {
    const DirectionRecord& record = job.directions[d].record;
    const Job& settings = job.settings;
    const bool of_lat = settings.lat_percentiles && !settings.clat_percentiles;
    return fmt::format("{};{};{};{}", moments_fields(shows_slat(job, d) ? record.slat : Latency()),
                       moments_fields(record.clat),
                       percentile_list(of_lat ? record.lat : record.clat, settings,
                                       settings.clat_percentiles || settings.lat_percentiles),
                       moments_fields(record.lat));
}

std::string direction_fields(const Line& line, Direction d) {
    const DirectionResult& direction = line.job.directions[d];
    const DirectionRecord& record = direction.record;
    const Samples &bw = record.bw, &iops = record.iops;
    std::string text =
        fmt::format("{};{};{};{};{};{};{};{:f}%;{:f};{:f}", record.bytes / 1024,
                    bytes_per_second(record.bytes, direction.runtime) / 1024,
                    static_cast<std::uint64_t>(ios_per_second(record.ios, direction.runtime)),
                    runtime_ms(direction.runtime), latency_fields(line.job, d),
                    static_cast<std::uint64_t>(bw.min), static_cast<std::uint64_t>(bw.max),
                    share_of_group(bw, line.group.directions[d].bandwidth), bw.mean, bw.stddev());
    if (line.version >= 5)
        text +=
            fmt::format(";{};{};{};{:f};{:f};{}", bw.count, static_cast<std::uint64_t>(iops.min),
                        static_cast<std::uint64_t>(iops.max), iops.mean, iops.stddev(), iops.count);
    return text;
}

std::string cpu_fields(const Line& line) {
    const CpuUsage& cpu = line.job.cpu;
    return fmt::format("{:f}%;{:f}%;{};{};{}", cpu.user_percent, cpu.system_percent,
                       cpu.context_switches, cpu.major_faults, cpu.minor_faults);
}

std::string depth_fields(const Line& line) {
    const auto shares = depth_shares(line.job.depths, total_ios(line.job));
    std::string text;
    for (const double share : shares)
        text += fmt::format("{}{:3.1f}%", text.empty() ? "" : ";", share);
    return text;
}

std::string share_fields(const Line& line) {
    // The first class of microseconds holds everything below: there are no fields for nanoseconds.
    auto micro = line.shares.microseconds;
    for (const double share : line.shares.nanoseconds) micro[0] += share;
    std::string text;
    for (const double share : micro)
        text += fmt::format("{}{:3.2f}%", text.empty() ? "" : ";", share);
    for (const double share : line.shares.milliseconds) text += fmt::format(";{:3.2f}%", share);
    return text;
}

void add_disk(std::string& text, std::string_view name, const DiskUse& disk) {
    text += fmt::format("{}{};{};{};{};{};{};{};{};{:.2f}%", text.empty() ? "" : ";", name,
                        disk.read_ios, disk.write_ios, disk.read_merges, disk.write_merges,
                        disk.read_ticks, disk.write_ticks, disk.queue_ms, disk.utilisation);
}

/// Each disk; where it is made of others, what these did on average, then each of them.
void add_disks(std::string& text, const std::vector<DiskUse>& disks) {
    for (const DiskUse& disk : disks) {
        add_disk(text, disk.name, disk);
        if (!disk.members.empty()) add_disk(text, "slaves", mean_of_members(disk));
        add_disks(text, disk.members);
    }
}

std::string disk_fields(const Line& line) {
    std::string text;
    add_disks(text, line.disks);
    return text;
}

const std::vector<Field>& fields() {
    static const std::vector<Field> table = {
        {2, 0, [](const Line& l) { return std::to_string(l.version); }},
        {3, 0, [](const Line& l) { return l.version_text; }},
        {2, 0, [](const Line& l) { return l.job.name; }},
        {2, 0, [](const Line& l) { return fmt::format("{};{}", l.job.group_id, l.job.error); }},
        {2, 0, [](const Line& l) { return direction_fields(l, Direction::read); }},
        {2, 0, [](const Line& l) { return direction_fields(l, Direction::write); }},
        {2, 3, [](const Line& l) { return direction_fields(l, Direction::trim); }},
        {2, 0, cpu_fields},
        {2, 0, depth_fields},
        {2, 0, share_fields},
        {3, 0, disk_fields},
    };
    return table;
}

}  // namespace

std::string terse_report(const RunResult& run, int version) {
    if (version < 2 || version > 5)
        throw Error(fmt::format("terse version {} is not known", version), {}, "2, 3, 4 or 5");
    const std::vector<JobResult> rows = report_rows(run);
    const std::vector<GroupResult> groups = group_totals(rows);
    std::string text;
    for (const JobResult& row : rows) {
        const auto group = std::find_if(groups.begin(), groups.end(),
                                        [&](const GroupResult& g) { return g.id == row.group_id; });
        const Line line{row, *group, run.disks, run.version, version, latency_shares(row)};
        bool first = true;
        for (const Field& field : fields()) {
            if (version < field.since || version == field.except) continue;
            const std::string value = field.text(line);
            if (value.empty()) continue;
            text += first ? value : ";" + value;
            first = false;
        }
        // Version 2 puts the description on a line of its own.
        if (!row.description.empty()) text += (version == 2 ? "\n;" : ";") + row.description;
        text += '\n';
    }
    return text;
}

}  // namespace fathom
