// Everything that can be known to be wrong before the first file is made: engines, --readonly,
// directories, permissions, devices in use. All problems are collected, then one Error is thrown.
#pragma once

#include "run/plan.h"
#include "run/run.h"

namespace fathom {

/// Throws Error with every problem found; else returns what the user should know before files are
/// made. Changes nothing.
std::vector<Problem> check_before_start(const Plan& plan, const RunOptions& options);

}  // namespace fathom
