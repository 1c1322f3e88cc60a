// The terse report: one line of semicolon-separated fields per job, fio's versions 2 to 5.
#pragma once

#include <string>

#include "result/run_result.h"

namespace fathom {

/// One line per job (or group), each ended by a newline. `version` is 2..5.
std::string terse_report(const RunResult& run, int version);

}  // namespace fathom
