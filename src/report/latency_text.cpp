#include "report/latency_text.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "report/figures.h"
#include "report/number.h"

namespace fathom {

namespace {

struct TimeUnit {
    std::string_view name;
    std::uint64_t nanos;
};
constexpr TimeUnit nanoseconds{"nsec", 1}, microseconds{"usec", 1'000},
    milliseconds{"msec", 1'000'000};

/// The unit for a block of percentiles: the largest that leaves the smallest two digits and the
/// largest more than a hundred.
TimeUnit unit_for(std::uint64_t least, std::uint64_t most) {
    if (least > 2'000'000 && most > 99'999'999) return milliseconds;
    if (least > 2'000 && most > 99'999) return microseconds;
    return nanoseconds;
}

/// The unit for min, max, mean and deviation; a deviation too small for the unit keeps the finer.
TimeUnit unit_for(const Moments& moments) {
    const double deviation = moments.stddev();
    if (moments.min > 2'000'000 && moments.max > 99'999'999 && deviation > 1'000'000)
        return milliseconds;
    if (moments.min > 2'000 && moments.max > 99'999 && deviation > 1'000) return microseconds;
    return nanoseconds;
}

void share_line(TextOutput out, std::string_view unit, std::span<const double> shares) {
    constexpr std::size_t per_line = 5;
    std::size_t shown = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        if (shares[i] <= 0) continue;
        if (shown % per_line == 0)
            fmt::format_to(out, "{}  lat ({})   : ", shown == 0 ? "" : "\n", unit);
        else
            fmt::format_to(out, ", ");
        ++shown;
        if (i < LatencyShares::bounds.size())
            fmt::format_to(out, "{}={:3.2f}%", LatencyShares::bounds[i], shares[i]);
        else
            fmt::format_to(out, "{}={:3.2f}%", i == 10 ? "2000" : ">=2000", shares[i]);
    }
    if (shown > 0) fmt::format_to(out, "\n");
}

}  // namespace

void moments_line(TextOutput out, std::string_view title, const Latency& latency) {
    const Moments& moments = latency.moments();
    if (moments.count == 0) return;
    const TimeUnit unit = unit_for(moments);
    const auto whole = [&](std::uint64_t value) {
        return short_number(value / unit.nanos, 6, NumberBase::decimal, NumberUnit::none);
    };
    const double scale = static_cast<double>(unit.nanos);
    fmt::format_to(out, "    {} ({}): min={}, max={}, avg={:5.2f}, stdev={:5.2f}\n", title,
                   unit.name, whole(moments.min), whole(moments.max), moments.mean() / scale,
                   moments.stddev() / scale);
}

void percentile_lines(TextOutput out, std::string_view title, const Latency& latency,
                      const Job& job) {
    if (latency.moments().count == 0 || latency.histogram() == nullptr) return;
    const auto values = percentiles(latency, job);
    if (values.empty()) return;
    std::uint64_t least = values.front().second, most = least;
    for (const auto& [p, value] : values) {
        least = std::min(least, value);
        most = std::max(most, value);
    }
    const TimeUnit unit = unit_for(least, most);
    const auto scaled = [&](std::uint64_t value) {
        return (value + unit.nanos - 1) / unit.nanos;  // fio rounds up here
    };
    const unsigned width = std::max<unsigned>(5, digits_of(scaled(most)));
    const std::size_t precision = percentile_precision(job);
    const std::size_t per_line = std::max<std::size_t>(1, (80 - 7) / (precision + 10 + width));
    fmt::format_to(out, "    {} percentiles ({}):\n     |", title, unit.name);
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (i > 0) fmt::format_to(out, "{}", i % per_line == 0 ? ",\n     |" : ",");
        const std::string name = fmt::format("{:.{}f}", values[i].first, precision);
        fmt::format_to(out, " {:>{}}th=[{:>{}}]", name, precision + 3, scaled(values[i].second),
                       width);
    }
    fmt::format_to(out, "\n");
}

void share_lines(TextOutput out, const JobResult& job) {
    const LatencyShares shares = latency_shares(job);
    share_line(out, nanoseconds.name, shares.nanoseconds);
    share_line(out, microseconds.name, shares.microseconds);
    share_line(out, milliseconds.name, shares.milliseconds);
}

}  // namespace fathom
