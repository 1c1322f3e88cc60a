#include "experiment/row_text.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

namespace fathom {

std::string interval_text(const std::optional<stats::Interval>& interval) {
    if (!interval) return "-";
    const double low = stats::percent(interval->low), high = stats::percent(interval->high);
    const double widest = std::max(std::abs(low), std::abs(high));
    const int decimals = widest < 10 ? 2 : widest < 100 ? 1 : 0;
    return fmt::format("[{:+.{}f}, {:+.{}f}]", low, decimals, high, decimals);
}

std::string direction_text(const Metric& metric) {
    return metric.direction ? std::string(name_of(*metric.direction)) : "all";
}

std::string subject_text(const Metric& metric) {
    if (!metric.direction) return name_of(metric);
    return fmt::format("{} {}", name_of(*metric.direction), name_of(metric));
}

std::string file_unit(const Metric& metric) {
    return metric.kind == MetricKind::iops ? "1/s" : unit_of(metric);
}

std::string csv_field(const std::string& text) {
    if (text.find_first_of(",\"\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text) {
        if (c == '"') quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

}  // namespace fathom
