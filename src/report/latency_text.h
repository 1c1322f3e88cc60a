// The latency lines of the normal report: minimum to deviation, percentiles, distribution.
// Each block picks nsec, usec or msec once, as fio does.
#pragma once

#include <iterator>
#include <string>
#include <string_view>

#include "result/run_result.h"

namespace fathom {

using TextOutput = std::back_insert_iterator<std::string>;

/// "    clat (nsec): min=1372, max=8117.1k, avg=11813.40, stdev=230635.51"
void moments_line(TextOutput out, std::string_view title, const Latency& latency);

/// "    clat percentiles (nsec):" and its rows; nothing when there are no values.
void percentile_lines(TextOutput out, std::string_view title, const Latency& latency,
                      const Job& job);

/// "  lat (usec)   : 2=72.46%, 4=1.27%, ...", at most five classes a line, empty ones left out.
void share_lines(TextOutput out, const JobResult& job);

}  // namespace fathom
