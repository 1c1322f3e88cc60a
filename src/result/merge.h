// Combining results: workers of a group into one row (group_reporting), rows into group totals.
// Merging is associative and commutative up to the order of the rows.
#pragma once

#include <vector>

#include "result/run_result.h"

namespace fathom {

/// Adds `other`'s counters, latencies, samples and CPU use to `into`; run times take the longest.
void merge_into(JobResult& into, const JobResult& other);

/// The rows a report prints: one per worker, or with group_reporting one per group of workers.
std::vector<JobResult> report_rows(const RunResult& run);

/// Totals of every group: bytes, bandwidth of all and of the slowest and fastest job, run times.
/// Rates are bytes over the longest time, as fio's.
std::vector<GroupResult> group_totals(const RunResult& run);

}  // namespace fathom
