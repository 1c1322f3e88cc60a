// Between a job's settings and what is measured: which figures a worker keeps, what CPU time it
// used, and how a finished worker's figures become a JobResult.
#pragma once

#include <cstdint>

#include "engine/engine.h"
#include "measure/thread_usage.h"
#include "result/run_result.h"
#include "run/plan.h"

namespace fathom {

/// What to record for this job under this engine; `series`: second by second as well.
RecorderSetup recorder_setup(const Job& job, const EngineEntry& engine, bool series = false);

/// False when nothing needs a clock reading per I/O (gtod_reduce).
bool needs_timing(const RecorderSetup& setup);

/// `used` as percentages of `runtime`.
CpuUsage cpu_usage(const ThreadUsage& used, Nanos runtime);

/// The row of a worker that has not done anything yet.
JobResult empty_result(const Job& job, const PlannedWorker& worker, const EngineEntry& engine);

/// Moves what was recorded into `result`.
void fill_result(JobResult& result, Recorder&& recorder, const ThreadUsage& used, Nanos runtime);

}  // namespace fathom
