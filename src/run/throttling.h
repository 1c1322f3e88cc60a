// What held the processors back: heat, and the CPU limit of this process's control group. Counters
// that only rise; a run's share is a difference. Reads /proc and /sys below a root that tests
// replace; what cannot be read stays empty.
#pragma once

#include <string>

#include "result/run_result.h"

namespace fathom {

Throttling read_throttling(const std::string& root = {});

/// From `before` on, where both could be read.
Throttling since(const Throttling& now, const Throttling& before);

}  // namespace fathom
