// The stream for everything the plain ones are not: mixed directions, several files or sizes, steps
// and runs, syncs between the writes, files opened and closed as it goes.
#pragma once

#include <memory>

#include "workload/workload.h"

namespace fathom {

std::unique_ptr<Workload> make_general(const Job& job, const WorkloadSetup& setup);

}  // namespace fathom
