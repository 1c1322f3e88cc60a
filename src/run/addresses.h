// Where a worker's I/Os went: how far apart they were and how far into the file, from the offsets.
// Taken after the run by drawing the same stream once more, so that the loop knows nothing of it.
#pragma once

#include <cstdint>
#include <span>

#include "engine/file.h"
#include "job/job.h"
#include "result/run_result.h"
#include "workload/workload.h"

namespace fathom {

/// Of the first `ios` data requests of the stream, or of as many as show it (16,384).
Addresses addresses_of(const Job& job, WorkloadSetup setup, std::span<const File> files,
                       std::uint64_t ios);

}  // namespace fathom
