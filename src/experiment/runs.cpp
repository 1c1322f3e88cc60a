#include "experiment/runs.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "stats/sample.h"

namespace fathom {

bool run_counts(const RunFacts& facts) {
    return !facts.interrupted && !facts.parts.empty() &&
           std::all_of(facts.parts.begin(), facts.parts.end(),
                       [](const PartFacts& part) { return part.error == 0; });
}

std::string why_none(const Experiment& experiment, std::size_t variant) {
    for (const TakenRun& run : experiment.runs) {
        if (run.variant != variant) continue;
        if (run.facts.interrupted) return "its runs were interrupted";
        for (const PartFacts& part : run.facts.parts) {
            if (part.error != 0)
                return fmt::format("job {} failed: {}", part.name, part.error_text);
        }
    }
    return "there is none";
}

DirectionFacts direction_facts(const PartFacts& part, std::optional<Direction> direction) {
    if (direction) return part.directions[*direction];
    DirectionFacts all;
    double time = 0;
    bool timed = true;
    for (const DirectionFacts& facts : part.directions.values) {
        if (facts.ios == 0) continue;
        all.ios += facts.ios;
        all.bytes += facts.bytes;
        all.iops += facts.iops;
        all.bandwidth += facts.bandwidth;
        all.runtime = std::max(all.runtime, facts.runtime);
        timed = timed && facts.mean_latency.has_value();
        time += facts.mean_latency.value_or(0) * static_cast<double>(facts.ios);
    }
    if (timed && all.ios != 0) all.mean_latency = time / static_cast<double>(all.ios);
    return all;
}

bool every_variant_ran(const Experiment& experiment) {
    std::vector<bool> ran(experiment.variants.size());
    for (const TakenRun& run : experiment.runs)
        if (run_counts(run.facts)) ran[run.variant] = true;
    return std::find(ran.begin(), ran.end(), false) == ran.end();
}

std::vector<Direction> shared_directions(const Experiment& experiment, std::size_t part) {
    std::vector<Direction> shared;
    for (const Direction d : all_directions) {
        std::vector<bool> active(experiment.variants.size());
        for (const TakenRun& run : experiment.runs) {
            if (run_counts(run.facts) && run.facts.parts[part].directions[d].ios != 0)
                active[run.variant] = true;
        }
        const bool everywhere = std::find(active.begin(), active.end(), false) == active.end();
        if (everywhere) shared.push_back(d);
    }
    return shared;
}

double noise_of(const std::vector<double>& values) {
    if (values.size() < 2) return 0;
    std::vector<double> logarithms;
    for (const double value : values) logarithms.push_back(std::log(value));
    return std::sqrt(stats::variance(logarithms));
}

PairedValues paired_values(const Experiment& experiment, std::size_t part, std::size_t variant,
                           const Metric& metric) {
    std::map<std::size_t, std::pair<std::optional<double>, std::optional<double>>> rounds;
    for (const TakenRun& run : experiment.runs) {
        if (!run_counts(run.facts) || (run.variant != 0 && run.variant != variant)) continue;
        auto& [a, b] = rounds[run.round];
        (run.variant == 0 ? a : b) = value_of(metric, run.facts.parts[part]);
    }
    PairedValues pairs;
    for (const auto& [round, values] : rounds) {
        if (!values.first || !values.second) continue;
        pairs.a.push_back(*values.first);
        pairs.b.push_back(*values.second);
    }
    return pairs;
}

stats::Comparison compare_values(const PairedValues& pairs, const Metric& metric,
                                 const ExperimentQuestion& question) {
    return stats::compare_pairs(
        pairs.a, pairs.b,
        {better_of(metric), question.margin, question.precision, question.confidence});
}

namespace {
/// Of a rate, or of the run time.
constexpr double worth_telling = 0.01;
}  // namespace

std::optional<RateShare> missed_rate(const Experiment& experiment, std::size_t part,
                                     std::size_t variant, std::optional<Direction> direction) {
    if (!direction) return std::nullopt;
    RateShare share;
    double runs = 0, ios = 0, behind = 0, time = 0;
    bool at_random = false, pauses = false;
    for (const TakenRun& run : experiment.runs) {
        if (run.variant != variant || !run_counts(run.facts)) continue;
        const DirectionFacts& facts = run.facts.parts[part].directions[*direction];
        if (!facts.asked_iops && !facts.asked_bandwidth) return std::nullopt;
        share.of_bytes = !facts.asked_iops.has_value();
        share.asked += share.of_bytes ? *facts.asked_bandwidth : *facts.asked_iops;
        share.reached += share.of_bytes ? facts.bandwidth : facts.iops;
        at_random = facts.asked_at_random;
        pauses = facts.pauses;
        behind += facts.behind.as_double();
        time += facts.runtime.as_double();
        ios += static_cast<double>(facts.ios);
        ++runs;
    }
    if (runs == 0) return std::nullopt;
    share.asked /= runs;
    share.reached /= runs;
    // Three standard deviations of a Poisson count; an I/O is lost where a run begins or ends.
    ios = std::max(ios, 1.0);
    const double chance = pauses && at_random ? 3 / std::sqrt(ios) : 0;
    const double slack = std::max(worth_telling, chance) + runs / ios;
    const bool is_short = share.reached < share.asked * (1 - slack);
    const bool is_late = pauses || behind > worth_telling * time;
    return is_short && is_late ? std::optional(share) : std::nullopt;
}

RunValues values_of(const Experiment& experiment, std::size_t part, std::size_t variant,
                    const Metric& metric) {
    RunValues found;
    found.variant = variant;
    for (const TakenRun& run : experiment.runs) {
        if (run.variant != variant || !run_counts(run.facts)) continue;
        const auto value = value_of(metric, run.facts.parts[part]);
        if (!value) continue;
        found.values.push_back(*value);
        found.order.push_back(run.order);
    }
    return found;
}

}  // namespace fathom
