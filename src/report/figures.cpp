#include "report/figures.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <ctime>
#include <string_view>

#include <fmt/format.h>

namespace fathom {

namespace {

double share(std::uint64_t part, std::uint64_t total, double least) {
    if (part == 0 || total == 0) return 0.0;
    return std::max(least, 100.0 * static_cast<double>(part) / static_cast<double>(total));
}

/// Index of the class a value belongs to: the first bound above it, or one past the last.
template <std::size_t N>
std::size_t class_of(std::uint64_t value, const std::array<std::uint64_t, N>& bounds) {
    return static_cast<std::size_t>(std::upper_bound(bounds.begin(), bounds.end(), value) -
                                    bounds.begin());
}

/// An engine that times only part of an I/O (creating a file) has no distribution in fio's reports.
bool has_distribution(const JobResult& job) {
    bool moved = false, timed = job.settings.disable_lat;
    for (const DirectionResult& direction : job.directions.values) {
        moved = moved || direction.record.bytes > 0;
        timed = timed || direction.record.lat.moments().count > 0;
    }
    return timed || !moved;
}

std::size_t decimals_of(std::string_view number) {
    const std::size_t point = number.find('.');
    return point == std::string_view::npos ? 0 : number.size() - point - 1;
}

}  // namespace

std::uint64_t total_ios(const JobResult& job) {
    std::uint64_t n = 0;
    for (const DirectionResult& direction : job.directions.values) n += direction.record.ios;
    return n;
}

std::array<double, 7> depth_shares(const DepthCounts& counts, std::uint64_t total) {
    std::array<double, 7> shares{};
    for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = share(counts[i], total, 0.1);
    return shares;
}

std::array<double, 7> depth_shares(const DepthCounts& counts) {
    std::uint64_t total = 0;
    for (const std::uint64_t n : counts) total += n;
    return depth_shares(counts, total);
}

LatencyShares latency_shares(const JobResult& job) {
    if (!has_distribution(job)) return {};
    constexpr std::array<std::uint64_t, 11> milli_bounds = {2,   4,   10,  20,   50,  100,
                                                            250, 500, 750, 1000, 2000};
    std::array<std::uint64_t, 10> nano{}, micro{};
    std::array<std::uint64_t, 12> milli{};
    for (const DirectionResult& direction : job.directions.values) {
        const Histogram* histogram = direction.record.clat.histogram();
        if (histogram == nullptr) continue;
        for (std::size_t bucket = 0; bucket < Histogram::bucket_count; ++bucket) {
            const std::uint64_t n = histogram->counts()[bucket];
            if (n == 0) continue;
            const std::uint64_t value = Histogram::value_of(bucket);
            if (value < 1'000) {
                nano[class_of(value, LatencyShares::bounds)] += n;
            } else if (value < 1'000'000) {
                micro[class_of(value / 1'000, LatencyShares::bounds)] += n;
            } else {
                milli[class_of(value / 1'000'000, milli_bounds)] += n;
            }
        }
    }
    const std::uint64_t total = total_ios(job);
    LatencyShares shares;
    for (std::size_t i = 0; i < nano.size(); ++i) {
        shares.nanoseconds[i] = share(nano[i], total, 0.01);
        shares.microseconds[i] = share(micro[i], total, 0.01);
    }
    for (std::size_t i = 0; i < milli.size(); ++i)
        shares.milliseconds[i] = share(milli[i], total, 0.01);
    return shares;
}

std::vector<std::pair<double, std::uint64_t>> percentiles(const Latency& latency, const Job& job) {
    std::vector<double> wanted = job.percentile_list;
    std::sort(wanted.begin(), wanted.end());
    std::vector<std::pair<double, std::uint64_t>> result;
    for (const double p : wanted) result.emplace_back(p, latency.percentile(p));
    return result;
}

unsigned percentile_precision(const Job& job) {
    std::size_t most = 0;
    // As written where it was written ("99.90" asks for two digits), else what the values need.
    for (const GivenOption& option : job.given) {
        if (option.name != "percentile_list") continue;
        most = 0;
        for (std::size_t start = 0; start < option.value.size();) {
            const std::size_t end = std::min(option.value.find(':', start), option.value.size());
            most = std::max(most,
                            decimals_of(std::string_view(option.value).substr(start, end - start)));
            start = end + 1;
        }
        return static_cast<unsigned>(most);
    }
    for (const double p : job.percentile_list)
        most = std::max(most, decimals_of(fmt::format("{}", p)));
    return static_cast<unsigned>(most);
}

double share_of_group(const Samples& bandwidth, std::uint64_t group_bytes_per_second) {
    if (bandwidth.count == 0 || group_bytes_per_second == 0) return 0.0;
    const double group = static_cast<double>(group_bytes_per_second) / 1024.0;
    return std::min(100.0,
                    100.0 * std::floor(bandwidth.mean) / group);  // fio drops the fraction, too
}

bool shows_slat(const JobResult& job, Direction d) {
    return !job.synchronous_engine && job.directions[d].record.slat.moments().count > 0;
}

std::vector<PriorityLatency> shown_priorities(const DirectionRecord& record) {
    std::vector<PriorityLatency> used;
    for (const PriorityLatency& one : record.priorities)
        if (one.latency.moments().count > 0) used.push_back(one);
    return used.size() < 2 ? std::vector<PriorityLatency>{} : used;
}

std::string calendar_text(std::int64_t unix_seconds) {
    const std::time_t when = unix_seconds;
    std::tm parts{};
    char text[64] = "";
    if (localtime_r(&when, &parts) != nullptr)
        std::strftime(text, sizeof text, "%a %b %e %T %Y", &parts);
    return text;
}

}  // namespace fathom
