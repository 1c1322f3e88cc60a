#include "fio_run.h"

#include <cmath>
#include <ctime>
#include <fstream>
#include <regex>
#include <sstream>
#include <stdexcept>

namespace fathom::test {

namespace {

using Json = nlohmann::ordered_json;

/// Moments whose mean and deviation are those printed (sums are integers in Moments).
Moments moments_of(const Json& object) {
    Moments moments;
    moments.count = object["N"];
    if (moments.count == 0) return moments;
    moments.min = object["min"];
    moments.max = object["max"];
    const auto n = static_cast<long double>(moments.count);
    const long double mean = object["mean"].get<double>(), dev = object["stddev"].get<double>();
    moments.sum = static_cast<std::uint64_t>(std::llroundl(mean * n));
    moments.sum_of_squares = static_cast<Wide>(dev * dev * (n - 1) + mean * mean * n + 0.5L);
    return moments;
}

Latency latency_of(const Json& object) {
    std::unique_ptr<Histogram> histogram;
    if (object.contains("bins")) {
        histogram = std::make_unique<Histogram>();
        for (const auto& [value, n] : object["bins"].items())
            histogram->add(std::stoull(value), n.get<std::uint64_t>());
    }
    return Latency(moments_of(object), std::move(histogram));
}

Samples samples_of(const Json& object, const std::string& name, const std::string& deviation) {
    Samples samples;
    samples.count = object[name + "_samples"];
    samples.min = object[name + "_min"];
    samples.max = object[name + "_max"];
    samples.mean = object[name + "_mean"];
    const double dev = object[name + deviation];
    if (samples.count > 1) samples.m2 = dev * dev * static_cast<double>(samples.count - 1);
    return samples;
}

DirectionResult direction_of(const Json& object) {
    DirectionResult direction;
    DirectionRecord& record = direction.record;
    record.ios = object["total_ios"];
    record.bytes = object["io_bytes"];
    record.short_ios = object["short_ios"];
    record.dropped_ios = object["drop_ios"];
    direction.runtime = Nanos(object["runtime"].get<std::int64_t>() * 1'000'000);
    record.slat = latency_of(object["slat_ns"]);
    record.clat = latency_of(object["clat_ns"]);
    record.lat = latency_of(object["lat_ns"]);
    record.bw = samples_of(object, "bw", "_dev");
    record.iops = samples_of(object, "iops", "_stddev");
    return direction;
}

DepthCounts counts_of(const Json& shares, double total) {
    DepthCounts counts{};
    std::size_t i = 0;
    for (const auto& [name, share] : shares.items())
        // 0.1 is the least fio shows: there it may stand for a single one.
        counts.at(i++) = share == 0.1 ? 1 : std::llround(share.get<double>() * total / 100);
    return counts;
}

Job settings_of(const Json& document, const Json& job) {
    Job settings;
    const auto apply = [&settings](const Json& options, bool global) {
        for (const auto& [name, value] : options.items()) {
            const std::string text = value;
            settings.given.push_back({name, text, {}, global});
            if (name == "unit_base") settings.unit_base = std::stoul(text);
            if (name == "kb_base") settings.kb_base = std::stoul(text);
            if (name == "clat_percentiles") settings.clat_percentiles = text != "0";
            if (name == "slat_percentiles") settings.slat_percentiles = text != "0";
            if (name == "lat_percentiles") settings.lat_percentiles = text != "0";
            if (name == "disable_lat") settings.disable_lat = text != "0";
            if (name == "ioengine") settings.ioengine = text;
            if (name != "percentile_list") continue;
            settings.percentile_list.clear();
            std::istringstream list(text);
            for (std::string item; std::getline(list, item, ':');)
                settings.percentile_list.push_back(std::stod(item));
        }
    };
    if (document.contains("global options")) apply(document["global options"], true);
    apply(job["job options"], false);
    return settings;
}

JobResult job_of(const Json& document, const Json& object) {
    JobResult job;
    job.name = object["jobname"];
    job.group_id = object["groupid"];
    job.error = object["error"];
    job.elapsed_seconds = object["elapsed"];
    job.description = object.value("desc", "");
    for (const Direction d : all_directions)
        job.directions[d] = direction_of(object[std::string(name_of(d))]);
    job.sync_latency = latency_of(object["sync"]["lat_ns"]);
    job.sync_ios = object["sync"]["total_ios"];
    job.total_runtime = Nanos(object["job_runtime"].get<std::int64_t>() * 1'000'000);
    job.cpu.user_percent = object["usr_cpu"];
    job.cpu.system_percent = object["sys_cpu"];
    job.cpu.context_switches = object["ctx"];
    job.cpu.major_faults = object["majf"];
    job.cpu.minor_faults = object["minf"];
    double ios = 0;
    for (const DirectionResult& direction : job.directions.values) ios += direction.record.ios;
    job.depths = counts_of(object["iodepth_level"], ios);
    job.submits = counts_of(object["iodepth_submit"], 1e6);
    job.completions = counts_of(object["iodepth_complete"], 1e6);
    job.iodepth = object["latency_depth"];
    job.settings = settings_of(document, object);
    job.synchronous_engine = false;
    return job;
}

void add_header_facts(std::vector<JobResult>& jobs, const std::string& normal) {
    static const std::regex header(R"(\(groupid=\d+, jobs=(\d+)\): err=.*: pid=(\d+): (.*)\n)");
    std::size_t i = 0;
    for (std::sregex_iterator it(normal.begin(), normal.end(), header), end; it != end; ++it, ++i) {
        std::tm parts{};
        if (strptime((*it)[3].str().c_str(), "%a %b %d %T %Y", &parts) == nullptr)
            throw std::runtime_error("no date in " + (*it)[3].str());
        parts.tm_isdst = -1;
        JobResult& job = jobs.at(i);
        job.jobs = std::stoul((*it)[1]);
        job.pid = std::stoul((*it)[2]);
        job.end_time_seconds = std::mktime(&parts);
    }
}

std::vector<DiskUse> disks_of(const Json& document) {
    std::vector<DiskUse> disks;
    if (!document.contains("disk_util")) return disks;
    for (const Json& object : document["disk_util"]) {
        DiskUse disk;
        disk.name = object["name"];
        disk.read_ios = object["read_ios"];
        disk.write_ios = object["write_ios"];
        disk.read_merges = object["read_merges"];
        disk.write_merges = object["write_merges"];
        disk.read_ticks = object["read_ticks"];
        disk.write_ticks = object["write_ticks"];
        disk.queue_ms = object["in_queue"];
        disk.utilisation = object["util"];
        disks.push_back(disk);
    }
    return disks;
}

}  // namespace

FioRun read_fio_run(const std::string& name) {
    const std::string path = std::string(FATHOM_SOURCE_DIR) + "/tests/report/fio/" + name + ".out";
    std::ifstream file(path);
    if (!file) throw std::runtime_error("cannot read " + path);
    std::stringstream all;
    all << file.rdbuf();
    const std::string text = all.str();
    const std::size_t start = text.find("{\n"), end = text.find("\n}\n") + 3;
    FioRun run;
    run.json_text = text.substr(start, end - start);
    run.document = Json::parse(run.json_text);
    run.normal = text.substr(end);
    return run;
}

RunResult result_of(const FioRun& run) {
    RunResult result;
    result.version = run.document["fio version"];
    result.unix_milliseconds = run.document["timestamp_ms"];
    for (const Json& job : run.document["jobs"]) result.jobs.push_back(job_of(run.document, job));
    if (run.document.contains("global options")) {
        for (const auto& [name, value] : run.document["global options"].items())
            result.global_options.push_back({name, value, {}, true});
    }
    add_header_facts(result.jobs, run.normal);
    result.disks = disks_of(run.document);
    return result;
}

}  // namespace fathom::test
