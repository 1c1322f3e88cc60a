// From what `fathom seek` is asked to jobs: a cell for each size and cycle, a variant for each
// order; or a cell for each place or distance.
#pragma once

#include <string>
#include <vector>

#include "cli/compare_flags.h"
#include "cli/compare_variants.h"
#include "cli/seek_target.h"
#include "experiment/seek_profile.h"
#include "experiment/seek_study.h"
#include "experiment/sweep.h"

namespace fathom {

struct SeekPlan {
    SweepPlan sweep;
    std::vector<std::vector<NamedSettings>> cells;  ///< the variants of each
    std::vector<std::string> words;                 ///< job options of all
    SeekSubject subject;
    std::uint64_t each = 0;  ///< bytes at a place or of a request, of a profile
};

/// Throws Error for sizes, cycles or a range that the target cannot have.
SeekPlan plan_seek(const SeekTarget& target, const SeekChoice& choice);

/// The same for places or distances; one size at most is chosen.
SeekPlan plan_profile(const SeekTarget& target, const SeekChoice& choice, ProfileKind kind);

}  // namespace fathom
