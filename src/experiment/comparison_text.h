// A ComparisonResult as people read it: tables with both medians, the difference, its interval and
// the verdict; the runs as dots; notes; what else differed. And as CSV and JSON for programs.
#pragma once

#include <string>

#include "experiment/comparison.h"

namespace fathom {

struct TextStyle {
    std::size_t width = 80;
    bool utf8 = true;  ///< levels of runs as blocks instead of digits
};

std::string comparison_text(const ComparisonResult& result, const TextStyle& style = {});
std::string comparison_markdown(const ComparisonResult& result);

/// A line per metric and variant: part, direction, metric, unit, names, pairs, medians, difference
/// and interval in percent, noise, p, verdict.
std::string comparison_csv(const ComparisonResult& result);

/// All of it, the values of every run as well: one object.
std::string comparison_json(const ComparisonResult& result);

/// The current state in a line, for progress: "read IOPS of io_uring: -3.9 % [-4.6, -3.1]".
std::string comparison_line(const ComparisonResult& result);

}  // namespace fathom
