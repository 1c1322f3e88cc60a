// What options imply for one another, once all of a job are read.
#pragma once

#include <vector>

#include "job/job.h"

namespace fathom {

/// Clamps and completes `job`; adds a warning for a value that cannot act, a problem for a
/// combination that cannot run.
void settle(Job& job, std::vector<Problem>& warnings, std::vector<Problem>& problems);

}  // namespace fathom
