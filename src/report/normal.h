// The normal report: what fio prints for people, line for line.
#pragma once

#include <string>

#include "job/job.h"
#include "result/live_status.h"
#include "result/run_result.h"

namespace fathom {

/// "a: (g=0): rw=read, bs=(R) 4096B-4096B, ...": the line that echoes a job before it runs, without
/// a final newline. `jobs` above one adds a "..." line that stands for the clones. A job of cpuio,
/// which does no I/O, has no line of its own: only the "...", or nothing.
std::string job_line(const Job& job, std::uint32_t group, std::uint32_t jobs);

/// "Starting 2 threads and 1 process", without a newline.
std::string starting_line(std::uint32_t threads, std::uint32_t processes);

/// Every job (or group) block, the run status of each group and the disk statistics. Begins with
/// the empty line that separates it from what was printed before.
std::string normal_report(const RunResult& run);

/// What a reader should know beside the figures: the warnings of the run and the footnotes of its
/// rows, a line each, every one once. Not part of fio's report, so not for standard output.
std::string footnotes_text(const RunResult& run);

/// "Jobs: 1 (f=1): [r(1)][50.0%][r=172MiB/s][r=44.1k IOPS][eta 00m:05s]", at most `columns` wide
/// (0: any width); what does not fit is cut at a bracket's end.
std::string live_line(const LiveStatus& status, unsigned columns);

}  // namespace fathom
