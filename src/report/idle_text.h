// --idle-prof as text: the block of the normal report.
#pragma once

#include <string>

#include "result/run_result.h"

namespace fathom {

/// "CPU idleness:" and its lines, without an empty line before.
std::string idle_text(const Idleness& idleness);

/// The line of the unit of work alone, as --idle-prof=calibrate prints it.
std::string unit_work_line(double mean_us, double deviation_us);

}  // namespace fathom
