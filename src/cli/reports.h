// Which texts a run's results become, in the order fio writes them. Used by cli/fio_command for the
// end of a run and by cli/terminal for its state on the way.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "cli/output.h"
#include "result/run_result.h"
#include "run/plan.h"

namespace fathom {

/// What the normal report says before anything runs: each job's settings, version, head count.
std::string opening_text(const Plan& plan, const std::string& version);

/// Every report asked for: terse, JSON, normal.
void write_reports(const RunResult& result, const Arguments& arguments, Output& output);

}  // namespace fathom
