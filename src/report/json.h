// The JSON report, with fio's keys, nesting, types and units; and its json+ form with bins.
#pragma once

#include <string>

#include "result/run_result.h"

namespace fathom {

/// One pretty-printed document; its first and last lines are "{" and "}".
std::string json_report(const RunResult& run, bool with_bins);

}  // namespace fathom
