// Every run as a dot on a line, and the runs in order of execution: clusters, drifts and outliers
// that a median and an interval do not show.
#pragma once

#include <string>
#include <vector>

#include "experiment/comparison.h"

namespace fathom {

/// A line per variant on a common axis (a dot is one run, a colon two, a digit as many, # ten and
/// more), then each variant's runs as levels in order of execution: blocks, or digits 0-9 without
/// `utf8`. At most `width` columns.
std::string run_dots(const std::string& title, const RunPicture& picture,
                     const std::vector<VariantLabel>& variants, std::size_t width, bool utf8);

}  // namespace fathom
