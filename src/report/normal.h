// The normal report: what fio prints for people, line for line.
#pragma once

#include <string>

#include "job/job.h"
#include "result/live_status.h"
#include "result/run_result.h"

namespace fathom {

/// "a: (g=0): rw=read, bs=(R) 4096B-4096B, ...": the line that echoes a job before it runs.
/// `jobs` above one adds the "..." line that stands for the clones.
std::string job_line(const Job& job, std::uint32_t group, std::uint32_t jobs);

/// "Starting 2 threads and 1 process".
std::string starting_line(std::uint32_t threads, std::uint32_t processes);

/// Every job (or group) block, the run status of each group and the disk statistics.
std::string normal_report(const RunResult& run);

/// "Jobs: 1 (f=1): [r(1)][50.0%][r=172MiB/s][r=44.1k IOPS][eta 00m:05s]", at most `columns` wide.
std::string live_line(const LiveStatus& status, unsigned columns);

}  // namespace fathom
