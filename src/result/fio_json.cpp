// fio's JSON and JSON+ reports as facts. Written from the reports themselves, fio 2 to 3.4x.
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "result/read_documents.h"

namespace fathom {

namespace {

using FioJson = nlohmann::json;

double number(const FioJson& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_number() ? found->get<double>() : 0.0;
}

std::string text(const FioJson& object, const char* key) {
    const auto found = object.find(key);
    return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

/// The latency object of a direction, and nanoseconds per unit of it.
struct LatencyPart {
    const FioJson* object = nullptr;
    double unit = 1;
    [[nodiscard]] double mean() const {
        return object == nullptr ? 0 : number(*object, "mean") * unit;
    }
};

LatencyPart latency(const FioJson& direction, const std::string& name) {
    if (const auto found = direction.find(name + "_ns"); found != direction.end())
        return {&*found, 1};
    // fio 2 wrote microseconds.
    if (const auto found = direction.find(name); found != direction.end() && found->is_object())
        return {&*found, 1000};
    return {};
}

using Bins = std::map<double, double>;  ///< ns to count

Bins bins_of(const LatencyPart& part) {
    Bins bins;
    if (part.object == nullptr) return bins;
    const auto found = part.object->find("bins");
    if (found == part.object->end()) return bins;
    for (const auto& [ns, count] : found->items())
        bins[std::stod(ns) * part.unit] += count.get<double>();
    return bins;
}

double percentile(const Bins& bins, double percent) {
    double total = 0, seen = 0;
    for (const auto& [ns, count] : bins) total += count;
    for (const auto& [ns, count] : bins) {
        seen += count;
        if (seen >= std::ceil(total * percent / 100.0 - 1e-9)) return ns;
    }
    return bins.empty() ? 0 : bins.rbegin()->first;
}

/// The rows of one group in one direction, added up.
class DirectionSum {
  public:
    void add(const FioJson& row) {
        const double ios = number(row, "total_ios");
        if (ios <= 0) return;
        ++rows_;
        ios_ += ios;
        // fio 2 counted KiB under this name; there bw_bytes is missing as well.
        bytes_ += number(row, "io_bytes") * (row.contains("bw_bytes") ? 1 : 1024);
        runtime_ms_ = std::max(runtime_ms_, number(row, "runtime"));
        LatencyPart whole = latency(row, "lat");
        const LatencyPart completion = latency(row, "clat");
        if (whole.mean() <= 0) whole = completion;
        latency_sum_ += whole.mean() * ios;
        if (whole.mean() > 0) timed_ios_ += ios;
        const LatencyPart& kept =
            completion.object != nullptr && completion.object->contains("percentile") ? completion
                                                                                      : whole;
        const Bins bins = bins_of(kept);
        all_have_bins_ = all_have_bins_ && !bins.empty();
        for (const auto& [ns, count] : bins) bins_[ns] += count;
        if (kept.object != nullptr && kept.object->contains("percentile")) {
            printed_.clear();
            for (const auto& [percent, value] : kept.object->at("percentile").items())
                printed_[std::stod(percent)] = value.get<double>() * kept.unit;
        }
    }

    [[nodiscard]] DirectionFacts facts() const {
        DirectionFacts facts;
        facts.ios = static_cast<std::uint64_t>(ios_);
        facts.bytes = static_cast<std::uint64_t>(bytes_);
        facts.runtime = Nanos{static_cast<std::int64_t>(runtime_ms_ * 1e6)};
        if (ios_ <= 0 || runtime_ms_ <= 0) return facts;
        facts.iops = ios_ / runtime_ms_ * 1000;
        facts.bandwidth = bytes_ / runtime_ms_ * 1000;
        if (timed_ios_ > 0) facts.mean_latency = latency_sum_ / timed_ios_;
        for (const double percent : fact_percentiles) {
            if (!percentile_has_support(percent, facts.ios)) continue;
            if (all_have_bins_ && !bins_.empty()) {
                facts.percentiles.emplace_back(percent, percentile(bins_, percent));
            } else if (const auto found = printed_.find(percent);
                       rows_ == 1 && found != printed_.end()) {
                facts.percentiles.emplace_back(percent, found->second);
            }
        }
        return facts;
    }

  private:
    int rows_ = 0;
    double ios_ = 0, bytes_ = 0, runtime_ms_ = 0, latency_sum_ = 0, timed_ios_ = 0;
    bool all_have_bins_ = true;
    Bins bins_;
    std::map<double, double> printed_;
};

void add_settings(PartFacts& part, const FioJson& options) {
    if (!options.is_object()) return;
    for (const auto& option : options.items()) {
        const std::string& name = option.key();
        const FioJson& value = option.value();
        const auto same = std::find_if(part.settings.begin(), part.settings.end(),
                                       [&](const auto& s) { return s.first == name; });
        const std::string written = value.is_string() ? value.get<std::string>() : value.dump();
        if (same == part.settings.end()) {
            part.settings.emplace_back(name, written);
        } else {
            same->second = written;
        }
    }
}

double asked_depth(const PartFacts& part) {
    const auto setting = [&](const char* name) {
        const auto found = std::find_if(part.settings.begin(), part.settings.end(),
                                        [&](const auto& s) { return s.first == name; });
        return found == part.settings.end() ? 1.0 : std::max(1.0, std::atof(found->second.c_str()));
    };
    return setting("iodepth") * setting("numjobs");
}

PartFacts part_of(const std::vector<const FioJson*>& rows, const FioJson& global_options) {
    PartFacts part;
    std::vector<std::string> names;
    std::array<DirectionSum, direction_count> sums;
    double cpu_ms = 0, switches = 0, major = 0, minor = 0, syncs = 0;
    add_settings(part, global_options);
    for (const FioJson* row : rows) {
        names.push_back(row->at("jobname").get<std::string>());
        for (const Direction d : all_directions) {
            const auto found = row->find(std::string(name_of(d)));
            if (found != row->end()) sums[index_of(d)].add(*found);
        }
        if (part.error == 0) part.error = static_cast<int>(number(*row, "error"));
        cpu_ms +=
            (number(*row, "usr_cpu") + number(*row, "sys_cpu")) / 100 * number(*row, "job_runtime");
        switches += number(*row, "ctx");
        major += number(*row, "majf");
        minor += number(*row, "minf");
        if (const auto sync = row->find("sync"); sync != row->end())
            syncs += number(*sync, "total_ios");
        if (row->contains("job options")) add_settings(part, row->at("job options"));
    }
    part.name = part_name(names);
    if (part.error != 0) part.error_text = fmt::format("errno {}", part.error);
    double ios = 0, depth = 0;
    for (const Direction d : all_directions) {
        part.directions[d] = sums[index_of(d)].facts();
        ios += static_cast<double>(part.directions[d].ios);
        depth += part.directions[d].iops * part.directions[d].mean_latency.value_or(0) / 1e9;
    }
    if (ios <= 0) return part;
    if (cpu_ms > 0) part.cpu_per_io = cpu_ms * 1e6 / ios;
    if (depth > 0) {
        part.counters.push_back({"queue depth asked", asked_depth(part), ""});
        part.counters.push_back({"queue depth reached", depth, ""});
    }
    part.counters.push_back({"context switches per I/O", switches / ios, ""});
    part.counters.push_back({"major page faults", major, ""});
    part.counters.push_back({"minor page faults per I/O", minor / ios, ""});
    part.counters.push_back({"syncs", syncs, ""});
    return part;
}

std::vector<DiskUse> disks_of(const FioJson& document) {
    std::vector<DiskUse> disks;
    const auto found = document.find("disk_util");
    if (found == document.end() || !found->is_array()) return disks;
    for (const FioJson& row : *found) {
        const auto count = [&](const char* key) {
            return static_cast<std::uint64_t>(number(row, key));
        };
        DiskUse disk;
        disk.name = text(row, "name");
        disk.read_ios = count("read_ios");
        disk.write_ios = count("write_ios");
        disk.read_merges = count("read_merges");
        disk.write_merges = count("write_merges");
        disk.read_sectors = count("read_sectors");
        disk.write_sectors = count("write_sectors");
        disk.utilisation = number(row, "util");
        disks.push_back(std::move(disk));
    }
    // fio before 3.37 names no sectors: no bytes are better than none moved.
    const bool has_sectors = std::any_of(disks.begin(), disks.end(), [](const DiskUse& disk) {
        return disk.read_sectors + disk.write_sectors != 0;
    });
    return has_sectors ? disks : std::vector<DiskUse>();
}

RunFacts facts_in(const FioJson& document) {
    RunFacts facts;
    facts.tester = text(document, "fio version");
    facts.unix_milliseconds = static_cast<std::int64_t>(number(document, "timestamp_ms"));
    if (facts.unix_milliseconds == 0)
        facts.unix_milliseconds = static_cast<std::int64_t>(number(document, "timestamp")) * 1000;
    std::map<int, std::vector<const FioJson*>> groups;
    for (const FioJson& row : document.at("jobs"))
        groups[static_cast<int>(number(row, "groupid"))].push_back(&row);
    const FioJson global = document.value("global options", FioJson::object());
    for (const auto& [id, rows] : groups) facts.parts.push_back(part_of(rows, global));
    add_disk_counters(facts, disks_of(document));
    return facts;
}

}  // namespace

RunFacts facts_of_fio(std::string_view document, const Origin& where) {
    try {
        const FioJson parsed = FioJson::parse(document);
        if (!parsed.contains("jobs") || !parsed.at("jobs").is_array()) {
            throw Error("is no result: it has no \"jobs\"", where,
                        "--save FILE makes one, or --output-format=json of fio");
        }
        return facts_in(parsed);
    } catch (const FioJson::exception& failure) {
        throw Error(fmt::format("is no result: {}", failure.what()), where);
    } catch (const std::logic_error& failure) {
        throw Error("is no result: a percentile or bin that is no number", where);
    }
}

}  // namespace fathom
