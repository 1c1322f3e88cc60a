// Reads a captured run of fio (its json+ document followed by its normal report of the same run)
// and builds the RunResult that has the same figures, so that our reports can be held against it.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "result/run_result.h"

namespace fathom::test {

struct FioRun {
    nlohmann::ordered_json document;
    std::string json_text;  ///< the document as fio wrote it
    std::string normal;     ///< from the empty line before the first job block
};

/// `name` is a file of tests/report/fio without its ending.
FioRun read_fio_run(const std::string& name);

/// Jobs, disks and version of the run; what the JSON does not hold (pid, number of jobs, time of
/// day) is read from the normal report.
RunResult result_of(const FioRun& run);

}  // namespace fathom::test
