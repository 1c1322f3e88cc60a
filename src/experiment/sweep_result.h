// What a sweep says: a row for each cell and direction, with verdicts judged over all cells
// together, or with absolute figures where nothing is compared. Pure; printed by sweep_text.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "experiment/comparison.h"
#include "experiment/sweep.h"
#include "stats/matrix.h"
#include "stats/student.h"

namespace fathom {

/// One metric of a cell, a variant against the first.
struct SweepRow {
    std::size_t cell = 0;
    std::size_t part = 0;
    std::size_t variant = 1;
    Metric metric;
    stats::Comparison result;
    stats::CellVerdict judged;       ///< among all rows
    std::vector<double> log_ratios;  ///< of every pair, in order of rounds
    double noise = 0;                ///< the larger one of the two, as a share
    bool masked = false;             ///< a run missed the rate it asked for: not compared
};

/// A figure of a cell where nothing is compared: the geometric mean of the runs, with Student's
/// interval of the logarithms.
struct SweepFigure {
    std::size_t cell = 0;
    std::size_t part = 0;
    Metric metric;
    std::size_t runs = 0;
    double value = 0;
    std::optional<stats::Interval> interval;  ///< of the value; empty with one run
    bool masked = false;                      ///< its runs missed the rate they asked for
};

struct SweepResult {
    SweepPlan plan;
    ExperimentQuestion question;
    Metric metric;                     ///< the one that is looked at, its direction unset
    std::vector<SweepRow> rows;        ///< with variants
    std::vector<SweepFigure> figures;  ///< without: of the metric, mean latency and p99 beside it
    std::vector<std::string> parts;    ///< of the first cell
    std::size_t pairs_for_any = 0;     ///< fewer pairs than these cannot pass among so many rows
    std::vector<std::string> notes;
    bool interrupted = false;
};

/// Cells without a run that counts are left out, with a note. Throws Error when none is left.
SweepResult analyse(const Sweep& sweep, const Metric& metric);

/// The rows' geometric mean: of one variant and direction, over the cells of `rows` (indices), with
/// Student's interval over the means of blocks. Empty when cells have different numbers of pairs or
/// fewer than two blocks.
std::optional<stats::StudentMean> mean_ratio(const SweepResult& result,
                                             const std::vector<std::size_t>& rows);

/// As of a comparison: by Holm's p values over all rows.
int exit_status(const SweepResult& result, const std::set<FailOn>& fail_on);

}  // namespace fathom
