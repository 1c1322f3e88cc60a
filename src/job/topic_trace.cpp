#include "job/topic_trace.h"

#include <algorithm>

namespace fathom {

namespace {

/// The options of a topic, as their names or beginnings of them ("verify*").
struct TopicOptions {
    Topic topic;
    std::vector<std::string_view> names;
};

const std::vector<TopicOptions>& topic_options() {
    static const std::vector<TopicOptions> all = {
        {Topic::blktrace, {"read_iolog*", "write_iolog", "replay_*", "merge_blktrace_*"}},
        {Topic::verify,
         {"verify*", "do_verify", "experimental_verify", "trim_percentage", "trim_verify_zero",
          "trim_backlog*"}},
        {Topic::profile, {"profile"}},
        {Topic::net,
         {"hostname", "port", "protocol", "nodelay", "listen", "pingpong", "interface", "ttl",
          "window_size", "mss"}},
        {Topic::rate,
         {"rate*", "thinktime*", "thinkcycles", "latency_target", "latency_window",
          "latency_percentile", "latency_run", "max_latency", "flow*"}},
        {Topic::compress,
         {"log_compression*", "log_store_compressed", "buffer_compress_*", "dedupe_*"}},
        {Topic::steadystate, {"steadystate*"}},
        {Topic::zbd,
         {"zonemode", "zone*", "max_open_zones", "job_max_open_zones", "read_beyond_wp",
          "ignore_zone_limits", "recover_zbd_write_error", "write_zone_remainder"}},
    };
    return all;
}

bool belongs(std::string_view option, const std::vector<std::string_view>& names) {
    return std::any_of(names.begin(), names.end(), [&](std::string_view name) {
        return name.ends_with('*') ? option.starts_with(name.substr(0, name.size() - 1))
                                   : option == name;
    });
}

std::string joined(const std::vector<std::string_view>& names) {
    std::string all;
    for (const std::string_view name : names) all += (all.empty() ? "" : ", ") + std::string(name);
    return all;
}

bool waits(const OptionTable& table, const Job& job, const std::string& option) {
    const OptionRow* row = table.find(option);
    if (row == nullptr) row = table.find(job.ioengine, option);
    return row != nullptr && row->standing == OptionStanding::later;
}

}  // namespace

std::vector<std::string> topic_settings(Topic topic, std::span<const Job> jobs,
                                        const OptionTable& table) {
    const auto& all = topic_options();
    const auto found = std::find_if(all.begin(), all.end(),
                                    [&](const TopicOptions& one) { return one.topic == topic; });
    std::vector<std::string> lines;
    if (found == all.end()) return lines;
    for (const Job& job : jobs) {
        std::string line;
        for (auto given = job.given.begin(); given != job.given.end(); ++given) {
            if (!belongs(given->name, found->names)) continue;
            // The last one is in force.
            const bool overruled = std::any_of(std::next(given), job.given.end(), [&](auto& next) {
                return next.name == given->name;
            });
            if (overruled) continue;
            line += " " + given->name + (given->value.empty() ? "" : "=" + given->value);
            if (waits(table, job, given->name)) line += " (not supported yet)";
        }
        if (line.empty()) line = " sets none of: " + joined(found->names);
        lines.push_back(job.name + ":" + line);
    }
    return lines;
}

void trace_topics(std::span<const Job> jobs, const OptionTable& table) {
    for (const TopicOptions& one : topic_options()) {
        if (!debugging(one.topic)) continue;
        for (const std::string& line : topic_settings(one.topic, jobs, table))
            debug(one.topic, "{}", line);
    }
}

}  // namespace fathom
