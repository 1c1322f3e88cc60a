// A latency curve as a table: what the latencies are at each load that is offered.
#pragma once

#include <vector>

#include "experiment/sweep_result.h"
#include "report/table.h"

namespace fathom {

/// A table for each part and direction, loads in the order of the axis.
std::vector<Table> load_curve_tables(const SweepResult& result);

}  // namespace fathom
