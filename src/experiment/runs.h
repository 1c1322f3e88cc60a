// Which runs of an experiment count, and a metric's values in them: in pairs, and in order of
// execution. Shared by comparison, notes and evidence.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "experiment/comparison.h"
#include "experiment/experiment.h"

namespace fathom {

/// Whether a run was done to its end without an error.
bool run_counts(const RunFacts& facts);

/// Why a variant has no run that counts: the error of the first, or that there are none.
std::string why_none(const Experiment& experiment, std::size_t variant);

/// A direction's facts; of all directions together (without percentiles and seconds) when empty.
DirectionFacts direction_facts(const PartFacts& part, std::optional<Direction> direction);

/// Whether every variant has a run that counts.
bool every_variant_ran(const Experiment& experiment);

/// The directions that every variant works on in this part: reads against writes have none.
std::vector<Direction> shared_directions(const Experiment& experiment, std::size_t part);

/// The standard deviation between runs of the logarithms: as a share of the value, near enough.
double noise_of(const std::vector<double>& values);

/// Values of the first variant and of another from the rounds in which both have one.
struct PairedValues {
    std::vector<double> a, b;
};
PairedValues paired_values(const Experiment& experiment, std::size_t part, std::size_t variant,
                           const Metric& metric);

/// What the question makes of pairs of this metric's values.
stats::Comparison compare_values(const PairedValues& pairs, const Metric& metric,
                                 const ExperimentQuestion& question);

/// What a rate asked for and what was reached, per second, means over the runs.
struct RateShare {
    double asked = 0, reached = 0;
    bool of_bytes = false;  ///< else I/Os
};

/// Of a variant whose runs together missed their rate by more than 1 %, and whose schedule was
/// behind by as much of the run time at the end: fewer random arrivals than expected, or workers
/// that did not begin together, are no miss. Think time moves the schedule: there only the rate
/// counts, with what chance explains where arrivals are random. Empty otherwise.
std::optional<RateShare> missed_rate(const Experiment& experiment, std::size_t part,
                                     std::size_t variant, std::optional<Direction> direction);

/// A variant's values in order of execution.
RunValues values_of(const Experiment& experiment, std::size_t part, std::size_t variant,
                    const Metric& metric);

}  // namespace fathom
