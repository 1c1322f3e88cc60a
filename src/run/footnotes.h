// What a reader of a result has to know beside its figures: where the run was not what the job
// seems to say. Each becomes a footnote under the job's block.
#pragma once

#include <optional>

#include "base/clock.h"
#include "base/error.h"
#include "engine/engine.h"
#include "job/job.h"

namespace fathom {

/// iodepth above one with an engine that does one I/O at a time.
std::optional<Problem> depth_note(const Job& job, const EngineEntry& engine);

/// `runtime` was given, but the job was done before: its figures are of a shorter run.
std::optional<Problem> ended_early_note(const Job& job, bool ended_by_size, Nanos ran);

/// The clock is not the one asked for, or deviates from the system's by `drift`.
std::optional<Problem> clock_note(const Job& job, ClockSource in_use, double drift);

}  // namespace fathom
