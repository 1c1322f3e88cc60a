// What may stand in the way of more threads, for the message when they run out. Used by run/run.
#pragma once

#include <string>

namespace fathom {

/// " (limits: ulimit -u is 1000, pids.max of /user.slice is 2000)", the smallest first; empty when
/// none is known. `root` stands before /proc and /sys; empty for the real ones.
std::string thread_limits(const std::string& root = {});

}  // namespace fathom
