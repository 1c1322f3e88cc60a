// Footnotes of a comparison: what makes its verdicts doubtful, with figures. Nothing is dropped
// because of them.
#pragma once

#include <string>
#include <vector>

#include "experiment/comparison.h"

namespace fathom {

/// Runs that do not count, few pairs, sets not interleaved; drift, two modes, outliers and effects
/// of the order in the runs of each picture; asymmetric noise; warm-up, stalls and trends within
/// runs.
std::vector<std::string> notes_of(const Experiment& experiment, const ComparisonResult& result);

}  // namespace fathom
