// "What else differed": the counters and surroundings of the variants side by side, as sentences
// with their figures. Without figures there is no sentence.
#pragma once

#include <string>
#include <vector>

#include "experiment/experiment.h"

namespace fathom {

/// Bytes asked of the system against bytes the device moved, requests merged and their size, queue
/// depth reached against asked, device utilisation, context switches, processor time, page faults,
/// syncs; surroundings and settings that differ beside what is compared.
std::vector<std::string> evidence_of(const Experiment& experiment);

}  // namespace fathom
