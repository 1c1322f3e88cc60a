// The figures every report prints, computed once from a result row: shares of queue depths and
// latencies, percentiles, window samples. Numbers only; how they look is the reports' business.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "result/run_result.h"

namespace fathom {

/// I/Os of all directions.
std::uint64_t total_ios(const JobResult& job);

/// Percent of `total` per depth class. What is above zero is at least 0.1, as fio shows it.
std::array<double, 7> depth_shares(const DepthCounts& counts, std::uint64_t total);
/// The same of the counts' own sum (submissions and completions).
std::array<double, 7> depth_shares(const DepthCounts& counts);

/// Percent of I/Os by completion latency: each bound in a unit, and a last open class of 2 s on.
/// What is above zero is at least 0.01, as fio shows it.
struct LatencyShares {
    static constexpr std::array<std::uint64_t, 10> bounds = {2,   4,   10,  20,  50,
                                                             100, 250, 500, 750, 1000};
    std::array<double, 10> nanoseconds{}, microseconds{};
    std::array<double, 12> milliseconds{};  ///< the bounds, 2000, and all above
};
/// From the completion histograms, so exact to the width of a bucket (1/64) around a bound.
LatencyShares latency_shares(const JobResult& job);

/// The percentiles a job asks for, in rising order, of one latency.
std::vector<std::pair<double, std::uint64_t>> percentiles(const Latency& latency, const Job& job);
/// Digits after the point that tell the job's percentiles apart (two for the standard list).
unsigned percentile_precision(const Job& job);

/// Mean window bandwidth (KiB/s) as percent of its group's bandwidth (bytes/s), at most 100.
double share_of_group(const Samples& bandwidth, std::uint64_t group_bytes_per_second);

/// Whether fio's reports have a submission latency for this row.
bool shows_slat(const JobResult& job, Direction d);

/// The latencies by I/O priority, where I/Os of at least two priorities were done.
std::vector<PriorityLatency> shown_priorities(const DirectionRecord& record);

/// "Tue Dec  1 00:31:25 2026": local time as ctime writes it.
std::string calendar_text(std::int64_t unix_seconds);

}  // namespace fathom
