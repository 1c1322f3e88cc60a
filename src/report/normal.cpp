#include "report/normal.h"

#include <algorithm>
#include <cctype>
#include <cstddef>
#include <string_view>

#include <fmt/format.h>

#include "base/error.h"
#include "job/io_priority.h"
#include "report/disk_text.h"
#include "report/figures.h"
#include "report/idle_text.h"
#include "report/latency_text.h"
#include "report/number.h"
#include "result/merge.h"
#include "result/rates.h"

namespace fathom {

namespace {

const GroupResult& group_of(const std::vector<GroupResult>& groups, std::uint32_t id) {
    return *std::find_if(groups.begin(), groups.end(),
                         [id](const GroupResult& group) { return group.id == id; });
}

void header(TextOutput out, const JobResult& job) {
    std::string error;
    if (job.error != 0) {
        error = fmt::format(" (file:{}, func={}, error={})", job.settings.ioengine,
                            job.error_function.empty() ? "run" : job.error_function,
                            errno_text(job.error));
    }
    fmt::format_to(out, "{}: (groupid={}, jobs={}): err={:2}{}: pid={}: {}\n", job.name,
                   job.group_id, job.jobs, job.error, error, job.pid,
                   calendar_text(job.end_time_seconds));
    if (!job.description.empty()) fmt::format_to(out, "  Description  : [{}]\n", job.description);
}

/// "clat prio 2/4"
std::string priority_title(const PriorityLatency& one, const Job& settings) {
    return fmt::format("{} prio {}/{}", settings.lat_percentiles ? "lat" : "clat",
                       io_priority_class(one.priority), io_priority_level(one.priority));
}

void priority_percentiles(TextOutput out, const std::vector<PriorityLatency>& priorities,
                          const Job& settings) {
    std::uint64_t total = 0;
    for (const PriorityLatency& one : priorities) total += one.latency.moments().count;
    for (const PriorityLatency& one : priorities) {
        const auto count = static_cast<double>(one.latency.moments().count);
        const std::string title = fmt::format("{} ({:.2f}% of IOs)", priority_title(one, settings),
                                              100.0 * count / static_cast<double>(total));
        percentile_lines(out, title, one.latency, settings);
    }
}

void latency_lines(TextOutput out, const JobResult& job, Direction d) {
    const DirectionRecord& record = job.directions[d].record;
    const Job& settings = job.settings;
    const bool slat = shows_slat(job, d);
    if (slat) moments_line(out, "slat", record.slat);
    if (record.clat.moments().count > 0) moments_line(out, "clat", record.clat);
    if (record.lat.moments().count > 0) moments_line(out, " lat", record.lat);
    const std::vector<PriorityLatency> priorities = shown_priorities(record);
    for (const PriorityLatency& one : priorities)
        moments_line(out, priority_title(one, settings), one.latency);
    if (slat && settings.slat_percentiles) percentile_lines(out, "slat", record.slat, settings);
    if (settings.clat_percentiles) percentile_lines(out, "clat", record.clat, settings);
    if (settings.lat_percentiles) percentile_lines(out, "lat", record.lat, settings);
    if (settings.lat_percentiles || settings.clat_percentiles)
        priority_percentiles(out, priorities, settings);
}

void sample_lines(TextOutput out, const DirectionRecord& record, const Job& settings,
                  std::uint64_t group_rate) {
    if (record.bw.count > 0) {
        // Windows are kept in KiB/s; a large mean is shown in the next unit.
        const bool decimal = settings.kb_base == 1000;
        double scale = decimal ? 1.024 : 1.0;
        const double step = decimal ? 1000.0 : 1024.0;
        const bool mega = record.bw.mean * scale > step * step;
        if (mega) scale /= step;
        const std::string_view unit = decimal ? (mega ? "MB" : "kB") : (mega ? "MiB" : "KiB");
        fmt::format_to(out,
                       "   bw ({:>5}/s): min={:5}, max={:5}, per={:3.2f}%, avg={:5.2f}, "
                       "stdev={:5.2f}, samples={}\n",
                       unit, static_cast<std::uint64_t>(record.bw.min * scale),
                       static_cast<std::uint64_t>(record.bw.max * scale),
                       share_of_group(record.bw, group_rate), record.bw.mean * scale,
                       record.bw.stddev() * scale, record.bw.count);
    }
    if (record.iops.count > 0) {
        fmt::format_to(
            out, "   iops        : min={:5}, max={:5}, avg={:5.2f}, stdev={:5.2f}, samples={}\n",
            static_cast<std::uint64_t>(record.iops.min),
            static_cast<std::uint64_t>(record.iops.max), record.iops.mean, record.iops.stddev(),
            record.iops.count);
    }
}

void direction_block(TextOutput out, const JobResult& job, Direction d, const GroupResult& group) {
    const DirectionResult& direction = job.directions[d];
    const DirectionRecord& record = direction.record;
    if (record.bytes == 0 || direction.runtime.count() <= 0) return;
    const Job& settings = job.settings;
    const NumberBase base = base_of(settings.kb_base);
    const std::uint64_t rate = bytes_per_second(record.bytes, direction.runtime);
    fmt::format_to(
        out, "  {}: IOPS={}, BW={} ({})({}/{}msec){}\n", name_of(d),
        count_text(static_cast<std::uint64_t>(ios_per_second(record.ios, direction.runtime))),
        rate_text(rate, base, settings.unit_base),
        rate_text(rate, other_base(base), settings.unit_base), bytes_text(record.bytes, base),
        runtime_ms(direction.runtime), d == Direction::write ? "; 0 zone resets" : "");
    latency_lines(out, job, d);
    sample_lines(out, record, settings, group.directions[d].bandwidth);
}

void sync_block(TextOutput out, const JobResult& job) {
    if (job.sync_latency.moments().count == 0) return;
    fmt::format_to(out, "  fsync/fdatasync/sync_file_range:\n");
    moments_line(out, "sync", job.sync_latency);
    percentile_lines(out, "sync", job.sync_latency, job.settings);
}

void depth_line(TextOutput out, std::string_view title, const std::array<double, 7>& shares,
                std::string_view classes) {
    fmt::format_to(out, "{}: ", title);
    for (std::size_t i = 0, start = 0; i < shares.size(); ++i) {
        const std::size_t end = std::min(classes.find(' ', start), classes.size());
        fmt::format_to(out, "{}{}={:3.1f}%", i == 0 ? "" : ", ", classes.substr(start, end - start),
                       shares[i]);
        start = end + 1;
    }
    fmt::format_to(out, "\n");
}

void closing_lines(TextOutput out, const JobResult& job) {
    fmt::format_to(out, "  cpu          : usr={:3.2f}%, sys={:3.2f}%, ctx={}, majf={}, minf={}\n",
                   job.cpu.user_percent, job.cpu.system_percent, job.cpu.context_switches,
                   job.cpu.major_faults, job.cpu.minor_faults);
    depth_line(out, "  IO depths    ", depth_shares(job.depths, total_ios(job)),
               "1 2 4 8 16 32 >=64");
    depth_line(out, "     submit    ", depth_shares(job.submits), "0 4 8 16 32 64 >=64");
    depth_line(out, "     complete  ", depth_shares(job.completions), "0 4 8 16 32 64 >=64");
    const auto& read = job.directions[Direction::read].record;
    const auto& write = job.directions[Direction::write].record;
    const auto& trim = job.directions[Direction::trim].record;
    fmt::format_to(out, "     issued rwts: total={},{},{},{} short={},{},{},0 dropped={},{},{},0\n",
                   read.ios, write.ios, trim.ios, job.sync_ios, read.short_ios, write.short_ios,
                   trim.short_ios, read.dropped_ios, write.dropped_ios, trim.dropped_ios);
    fmt::format_to(out, "     latency   : target=0, window=0, percentile=100.00%, depth={}\n",
                   job.iodepth);
}

void job_block(TextOutput out, const JobResult& job, const GroupResult& group) {
    std::uint64_t bytes = 0;
    for (const DirectionResult& direction : job.directions.values) bytes += direction.record.bytes;
    if (bytes == 0 && total_ios(job) == 0 && job.error == 0) return;
    header(out, job);
    for (const Direction d : all_directions) direction_block(out, job, d, group);
    share_lines(out, job);
    sync_block(out, job);
    closing_lines(out, job);
}

void group_block(TextOutput out, const GroupResult& group) {
    const NumberBase base = base_of(group.kb_base), other = other_base(base);
    fmt::format_to(out, "\nRun status group {} (all jobs):\n", group.id);
    for (const Direction d : all_directions) {
        const GroupDirection& total = group.directions[d];
        if (total.max_runtime.count() <= 0) continue;
        const auto rate = [&](std::uint64_t value, NumberBase in) {
            return rate_text(value, in, group.unit_base);
        };
        std::string name(name_of(d));
        for (char& c : name) c = static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
        fmt::format_to(out, "  {:>5}: bw={} ({}), {}-{} ({}-{}), io={} ({}), run={}-{}msec\n", name,
                       rate(total.bandwidth, base), rate(total.bandwidth, other),
                       rate(total.min_bandwidth, base), rate(total.max_bandwidth, base),
                       rate(total.min_bandwidth, other), rate(total.max_bandwidth, other),
                       bytes_text(total.bytes, base), bytes_text(total.bytes, other),
                       runtime_ms(total.min_runtime), runtime_ms(total.max_runtime));
    }
}

}  // namespace

std::string normal_report(const RunResult& run) {
    std::string text = "\n";
    const TextOutput out(text);
    const std::vector<JobResult> rows = report_rows(run);
    const std::vector<GroupResult> groups = group_totals(rows);
    for (const JobResult& row : rows) job_block(out, row, group_of(groups, row.group_id));
    for (const GroupResult& group : groups) group_block(out, group);
    text += disk_text(run.disks);
    if (run.idleness) text += "\n" + idle_text(*run.idleness);
    return text;
}

}  // namespace fathom
