// A stream whose requests come one at a time, for a loop that waits between them.
#pragma once

#include <memory>

#include "workload/workload.h"

namespace fathom {

std::unique_ptr<Workload> one_by_one(std::unique_ptr<Workload> stream);

}  // namespace fathom
