// Combining results: workers of a group into one row (group_reporting), rows into group totals.
// Merging is associative and commutative up to the order of the rows.
#pragma once

#include <vector>

#include "result/run_result.h"

namespace fathom {

/// Adds `other`'s counters, latencies and CPU use to `into`; run times take the longest. The window
/// samples of workers that ran side by side are summed, as fio does: minimum and minimum, mean and
/// mean, so that the row shows the group's rate.
void merge_into(JobResult& into, const JobResult& other);

/// The rows a report prints, in order: one per worker; the workers of a group that ask for
/// group_reporting are one row, named as the first. A row that stands for jobs of several names
/// carries a footnote that lists them.
std::vector<JobResult> report_rows(const RunResult& run);

/// Totals of every group of `rows`, by group number: bytes, the rate of all, and of the slowest and
/// fastest row. Rates are bytes over the longest time, as fio's.
std::vector<GroupResult> group_totals(const std::vector<JobResult>& rows);

/// The same of a run: of its report_rows.
std::vector<GroupResult> group_totals(const RunResult& run);

}  // namespace fathom
