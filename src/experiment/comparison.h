// What an Experiment says: every variant against the first, metric by metric, with verdicts; what
// makes them doubtful; what else differed. A pure function of its runs; printed by comparison_text.
#pragma once

#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/direction.h"
#include "experiment/experiment.h"
#include "stats/verdict.h"

namespace fathom {

enum class MetricKind : std::uint8_t { iops, bandwidth, mean_latency, percentile, cpu_per_io };

/// A figure that each run has, of a part (a reporting group) of it.
struct Metric {
    MetricKind kind = MetricKind::iops;
    double percent = 0;                  ///< which percentile
    std::optional<Direction> direction;  ///< empty: of all (processor time)
    bool from_due = false;  ///< a latency: from when a rate had the I/O due, not from its issue
    bool operator==(const Metric&) const = default;
};

/// "IOPS", "bandwidth", "latency mean", "latency p99.9", "CPU per I/O".
std::string name_of(const Metric& metric);
/// "", "B/s", "ns".
std::string unit_of(const Metric& metric);
stats::Better better_of(const Metric& metric);
/// Empty where the run does not tell it.
std::optional<double> value_of(const Metric& metric, const PartFacts& part);

/// One metric of one part, a variant against the first.
struct MetricComparison {
    std::size_t part = 0;
    std::size_t variant = 1;
    Metric metric;
    stats::Comparison result;
    double noise_a = 0, noise_b = 0;  ///< standard deviation between runs, as a share
    bool in_gate = false;             ///< counts for the exit status
    double p_gate = 1;                ///< Holm's over all that count
};

/// A metric's value in every run of a variant, in order of execution.
struct RunValues {
    std::size_t variant = 0;
    std::vector<double> values;
    std::vector<std::size_t> order;  ///< place in the order of the whole experiment
};

/// The runs of a part's metric, drawn as dots: what is behind the intervals.
struct RunPicture {
    std::size_t part = 0;
    Metric metric;
    std::vector<RunValues> variants;
};

struct ComparisonResult {
    std::vector<VariantLabel> variants;
    std::vector<std::string> parts;
    std::vector<std::size_t> runs;  ///< that count, per variant
    std::vector<MetricComparison> rows;
    std::vector<RunPicture> pictures;
    std::vector<std::string> notes;     ///< what makes the verdicts doubtful, and what was counted
    std::vector<std::string> evidence;  ///< what else differed, with figures
    ExperimentQuestion question;
    std::optional<std::uint64_t> seed;
    bool interrupted = false;
};

/// Which metrics are compared, and which of them the exit status hangs on.
struct MetricChoice {
    std::vector<double> percentiles = {50, 99, 99.9};
    /// Kinds whose regression is one of the gate; a bandwidth that only repeats the IOPS is left
    /// out.
    std::set<MetricKind> gate = {MetricKind::iops, MetricKind::bandwidth};
};

/// The figures and verdicts alone, without notes and evidence: the state of things on the way.
/// Throws as compare() does.
ComparisonResult compare_figures(const Experiment& experiment, const MetricChoice& choice = {});

/// Throws Error where the runs cannot be compared: fewer than two variants, none of one, parts that
/// do not answer to each other.
ComparisonResult compare(const Experiment& experiment, const MetricChoice& choice = {});

/// What a verdict is called: "faster", "different but small", "not resolved".
std::string to_text(stats::Verdict verdict);

enum class FailOn : std::uint8_t { regression, unresolved, difference };

inline constexpr int status_regression = 3;
inline constexpr int status_unresolved = 4;

/// What a row says to the gate.
struct GateRow {
    stats::Verdict verdict = stats::Verdict::not_resolved;
    bool holds = false;       ///< also among all rows together
    bool unresolved = false;  ///< nothing can be said of it
};

/// 3 for a row that is slower (with FailOn::difference: different at all) and holds, else 4 for one
/// that is unresolved, else 0; each only when `fail_on` has it.
int gate_status(const std::vector<GateRow>& rows, const std::set<FailOn>& fail_on);

/// 3 when a metric of the gate is slower beyond the margin with Holm's p at most 1 - confidence
/// (with FailOn::difference: faster or different as well), else 4 when one is not resolved, else 0;
/// each only when `fail_on` has it.
int exit_status(const ComparisonResult& result, const std::set<FailOn>& fail_on);

/// How far from zero the intervals of the first variant against itself reach, as a share, over the
/// kinds of metric the gate looks at; 0 without such a variant.
double noise_floor(const ComparisonResult& result, const MetricChoice& choice);

/// The widest half-width of the gate's intervals, as a share: what a run of more rounds narrows.
/// Infinite while an interval is missing.
double widest_half_width(const ComparisonResult& result);

}  // namespace fathom
