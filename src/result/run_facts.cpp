#include "result/run_facts.h"

#include <algorithm>
#include <map>

#include <fmt/format.h>

#include "result/merge.h"
#include "result/rates.h"
#include "result/read_documents.h"
#include "result/saved.h"

namespace fathom {

namespace {

/// Points that are cut short (the last, usually) say little about the rate.
std::vector<double> rates_of(const Series& series) {
    std::vector<double> rates;
    const auto& points = series.points();
    if (points.empty()) return rates;
    const double whole = points.front().length.as_double();
    for (const SeriesPoint& point : points) {
        const double length = point.length.as_double();
        if (length <= 0 || length < whole / 2) continue;
        rates.push_back(static_cast<double>(point.ios) * 1e9 / length);
    }
    return rates;
}

std::vector<std::pair<double, double>> percentiles_of(const Latency& latency) {
    std::vector<std::pair<double, double>> percentiles;
    if (latency.histogram() == nullptr) return percentiles;
    for (const double p : fact_percentiles) {
        if (!percentile_has_support(p, latency.moments().count)) continue;
        percentiles.emplace_back(p, static_cast<double>(latency.percentile(p)));
    }
    return percentiles;
}

DirectionFacts direction_facts(const DirectionResult& result) {
    const DirectionRecord& record = result.record;
    DirectionFacts facts;
    facts.ios = record.ios;
    facts.bytes = record.bytes;
    facts.runtime = result.runtime;
    const double seconds = result.runtime.as_double() / 1e9;
    if (record.ios == 0 || seconds <= 0) return facts;
    // Not through whole milliseconds, as the reports do: short runs are compared as well.
    facts.iops = static_cast<double>(record.ios) / seconds;
    facts.bandwidth = static_cast<double>(record.bytes) / seconds;
    const Latency& whole = record.lat.moments().count != 0 ? record.lat : record.clat;
    if (whole.moments().count != 0) facts.mean_latency = whole.moments().mean();
    // Of the whole latency where its distribution was asked for, as the mean is.
    const Latency& kept = record.lat.histogram() != nullptr ? record.lat : record.clat;
    facts.percentiles = percentiles_of(kept);
    if (record.intended.moments().count != 0) {
        facts.mean_from_due = record.intended.moments().mean();
        facts.percentiles_from_due = percentiles_of(record.intended);
        facts.mean_lateness = record.lateness.moments().mean();
    }
    facts.per_second = rates_of(record.series);
    return facts;
}

void add_counters(PartFacts& part, const JobResult& job, double asked_depth) {
    double ios = 0, depth = 0;
    for (const Direction d : all_directions) {
        const DirectionFacts& facts = part.directions[d];
        ios += static_cast<double>(facts.ios);
        // Little's law: what is in flight is the rate times how long each takes.
        if (facts.mean_latency) depth += facts.iops * *facts.mean_latency / 1e9;
        if (facts.mean_lateness) {
            part.counters.push_back({fmt::format("{}s issued after they were due", name_of(d)),
                                     *facts.mean_lateness, "ns"});
        }
    }
    if (ios <= 0) return;
    part.cycles = job.cycles;
    part.cpu_per_io = (job.cpu.user_time.as_double() + job.cpu.system_time.as_double()) / ios;
    const auto add = [&](const char* name, double value, const char* unit) {
        part.counters.push_back({name, value, unit});
    };
    if (depth > 0) {
        add("queue depth asked", asked_depth, "");
        add("queue depth reached", depth, "");
    }
    add("processor time per I/O, user", job.cpu.user_time.as_double() / ios, "ns");
    add("processor time per I/O, system", job.cpu.system_time.as_double() / ios, "ns");
    add("context switches per I/O", static_cast<double>(job.cpu.context_switches) / ios, "");
    add("major page faults", static_cast<double>(job.cpu.major_faults), "");
    add("minor page faults per I/O", static_cast<double>(job.cpu.minor_faults) / ios, "");
    add("syncs", static_cast<double>(job.sync_ios), "");
    const Addresses& addresses = job.addresses;
    if (addresses.steps != 0) {
        part.mean_distance = addresses.distance_sum / static_cast<double>(addresses.steps);
        add("mean seek from I/O to I/O", *part.mean_distance, "B");
    }
    if (addresses.ios != 0) {
        add("mean position in the file or device",
            100 * addresses.position_sum / static_cast<double>(addresses.ios), "%");
    }
}

std::vector<std::pair<std::string, std::string>> settings_of(const Job& job) {
    std::vector<std::pair<std::string, std::string>> settings;
    for (const GivenOption& option : job.given) {
        const auto same = std::find_if(settings.begin(), settings.end(),
                                       [&](const auto& s) { return s.first == option.name; });
        if (same != settings.end()) {
            same->second = option.value;
        } else {
            settings.emplace_back(option.name, option.value);
        }
    }
    return settings;
}

}  // namespace

bool percentile_has_support(double percent, std::uint64_t ios) {
    return static_cast<double>(ios) * (100.0 - percent) >= 1000.0 - 1e-6;
}

std::string part_name(const std::vector<std::string>& jobs) {
    std::vector<std::string> different;
    for (const std::string& name : jobs) {
        if (std::find(different.begin(), different.end(), name) == different.end())
            different.push_back(name);
    }
    constexpr std::size_t few = 3;
    if (different.size() <= few) return fmt::format("{}", fmt::join(different, ", "));
    return fmt::format("{} and {} others", different.front(), different.size() - 1);
}

void add_disk_counters(RunFacts& facts, const std::vector<DiskUse>& disks) {
    double read = 0, written = 0, requests = 0, merges = 0, busy = 0;
    for (const DiskUse& disk : disks) {
        read += static_cast<double>(disk.read_sectors) * 512;
        written += static_cast<double>(disk.write_sectors) * 512;
        requests += static_cast<double>(disk.read_ios + disk.write_ios);
        merges += static_cast<double>(disk.read_merges + disk.write_merges);
        busy = std::max(busy, disk.utilisation);
    }
    if (disks.empty()) return;
    facts.counters.push_back({"bytes read from the device", read, "B"});
    facts.counters.push_back({"bytes written to the device", written, "B"});
    facts.counters.push_back({"requests merged", merges, ""});
    if (requests > 0) {
        facts.counters.push_back({"mean request at the device", (read + written) / requests, "B"});
    }
    facts.counters.push_back({"device busy", busy, "%"});
}

namespace {

/// Adds a worker's limit to those of the ones before it; one without a limit ends it.
void add_asked(std::optional<double>& sum, double limit, bool is_first) {
    if (is_first) {
        if (limit > 0) sum = limit;
    } else if (limit > 0 && sum) {
        *sum += limit;
    } else {
        sum.reset();
    }
}

}  // namespace

RunFacts facts_of(const RunResult& run) {
    RunFacts facts;
    facts.tester = run.version;
    facts.unix_milliseconds = run.unix_milliseconds;
    facts.surroundings = run.surroundings;
    facts.warnings = run.warnings;
    facts.interrupted = run.interrupted;
    struct Group {
        JobResult sum;
        std::vector<std::string> names;
        double asked_depth = 0;
        PerDirection<std::optional<double>> iops{}, bandwidth{};
        bool at_random = false, pauses = false;
        Nanos shortest{}, longest{};  ///< run times of its workers
    };
    std::map<std::uint32_t, Group> groups;
    for (const JobResult& job : run.jobs) {
        const auto [found, is_new] = groups.try_emplace(job.group_id);
        Group& group = found->second;
        if (is_new) {
            group.sum = job;
        } else {
            merge_into(group.sum, job);
        }
        group.names.push_back(job.name);
        for (const Direction d : all_directions) {
            add_asked(group.iops[d], job.settings.rate_iops[d], is_new);
            add_asked(group.bandwidth[d], static_cast<double>(job.settings.rate[d]), is_new);
        }
        group.pauses = group.pauses || job.settings.thinktime.count() > 0;
        group.at_random = group.at_random || job.settings.rate_process == RateProcess::poisson;
        const Nanos ran = job.total_runtime;
        group.shortest = is_new ? ran : std::min(group.shortest, ran);
        group.longest = std::max(group.longest, ran);
        group.asked_depth += job.synchronous_engine ? 1.0 : static_cast<double>(job.iodepth);
        facts.warnings.insert(facts.warnings.end(), job.footnotes.begin(), job.footnotes.end());
    }
    for (const auto& [id, group] : groups) {
        PartFacts part;
        part.name = part_name(group.names);
        if (group.shortest.as_double() < 0.9 * group.longest.as_double()) {
            facts.warnings.push_back(
                {fmt::format("the jobs of {} did not run equally long; its rates are those of all "
                             "over the longest time",
                             part.name),
                 {},
                 ""});
        }
        for (const Direction d : all_directions) {
            DirectionFacts& facts_here = part.directions[d] =
                direction_facts(group.sum.directions[d]);
            facts_here.asked_iops = group.iops[d];
            facts_here.asked_bandwidth = group.bandwidth[d];
            facts_here.asked_at_random = group.at_random;
            facts_here.pauses = group.pauses;
            facts_here.behind = group.sum.behind;
        }
        add_counters(part, group.sum, group.asked_depth);
        part.settings = settings_of(group.sum.settings);
        part.error = group.sum.error;
        part.error_text = group.sum.error_text;
        facts.parts.push_back(std::move(part));
    }
    add_disk_counters(facts, run.disks);
    const Throttling& throttling = run.throttling;
    if (throttling.heat_events) {
        facts.counters.push_back({"times a processor was throttled by heat",
                                  static_cast<double>(*throttling.heat_events), ""});
    }
    if (throttling.group_time) {
        facts.counters.push_back({"time held back by the control group's CPU limit",
                                  throttling.group_time->as_double(), "ns"});
    }
    return facts;
}

std::vector<RunFacts> read_facts(std::string_view text, const std::string& file,
                                 const OptionTable& table) {
    std::vector<RunFacts> runs;
    for (const Document& document : documents_in(text, file)) {
        if (is_saved(document.text)) {
            runs.push_back(facts_of(read_saved(document.text, file, table)));
        } else {
            runs.push_back(facts_of_fio(document.text, {file, document.line}));
        }
    }
    if (runs.empty()) {
        throw Error("holds no result", {file, 0},
                    "--save FILE makes one, or --output-format=json of fio");
    }
    return runs;
}

}  // namespace fathom
