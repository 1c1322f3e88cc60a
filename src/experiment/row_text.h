// Pieces that the tables and files of comparisons and sweeps share: how an interval, a metric's
// unit and its direction are written, and a field of CSV.
#pragma once

#include <optional>
#include <string>

#include "experiment/comparison.h"
#include "stats/interval.h"

namespace fathom {

/// Of logarithms of ratios, in percent: "[-4.60, +3.10]"; "-" where there is none.
std::string interval_text(const std::optional<stats::Interval>& interval);

/// "read", or "all".
std::string direction_text(const Metric& metric);

/// "read IOPS", or "IOPS" where it is of all directions.
std::string subject_text(const Metric& metric);

/// The unit in files for programs: a rate has one there.
std::string file_unit(const Metric& metric);

/// Quoted where it has to be (RFC 4180).
std::string csv_field(const std::string& text);

}  // namespace fathom
