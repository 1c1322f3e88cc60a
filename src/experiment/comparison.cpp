#include "experiment/comparison.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include <fmt/format.h>

#include "base/error.h"
#include "experiment/evidence.h"
#include "experiment/notes.h"
#include "experiment/runs.h"
#include "stats/multiple.h"

namespace fathom {

namespace {

std::vector<Metric> all_metrics(const MetricChoice& choice, bool by_direction) {
    std::vector<Metric> metrics;
    if (!by_direction) {
        return {{MetricKind::iops, 0, std::nullopt},
                {MetricKind::bandwidth, 0, std::nullopt},
                {MetricKind::mean_latency, 0, std::nullopt},
                {MetricKind::cpu_per_io, 0, std::nullopt}};
    }
    for (const Direction d : all_directions) {
        metrics.push_back({MetricKind::iops, 0, d});
        metrics.push_back({MetricKind::bandwidth, 0, d});
        metrics.push_back({MetricKind::mean_latency, 0, d});
        for (const double percent : choice.percentiles)
            metrics.push_back({MetricKind::percentile, percent, d});
    }
    metrics.push_back({MetricKind::cpu_per_io, 0, std::nullopt});
    return metrics;
}

/// Whether the bandwidth says nothing that the IOPS do not: one size of I/O in all runs.
bool repeats_iops(const Experiment& experiment, std::size_t part,
                  std::optional<Direction> direction) {
    double size = 0;
    for (const TakenRun& run : experiment.runs) {
        if (!run_counts(run.facts)) continue;
        const DirectionFacts facts = direction_facts(run.facts.parts[part], direction);
        if (facts.ios == 0) continue;
        const double mine = static_cast<double>(facts.bytes) / static_cast<double>(facts.ios);
        if (size == 0) size = mine;
        if (std::abs(mine - size) > 1e-6 * size) return false;
    }
    return true;
}

void check_parts(const Experiment& experiment) {
    const TakenRun* first = nullptr;
    for (const TakenRun& run : experiment.runs) {
        if (!run_counts(run.facts)) continue;
        if (first == nullptr) first = &run;
        if (run.facts.parts.size() != first->facts.parts.size()) {
            throw Error(
                fmt::format("the results do not answer to each other: \"{}\" has {} groups "
                            "of jobs, \"{}\" {}",
                            experiment.variants[first->variant].name, first->facts.parts.size(),
                            experiment.variants[run.variant].name, run.facts.parts.size()),
                {}, "compare runs of jobs with as many groups (stonewall, new_group)");
        }
    }
}

/// "a" where all variants call it so, else the names of each.
std::vector<std::string> part_names(const Experiment& experiment) {
    std::vector<std::vector<std::string>> names;
    for (const TakenRun& run : experiment.runs) {
        if (!run_counts(run.facts)) continue;
        names.resize(run.facts.parts.size());
        for (std::size_t i = 0; i < names.size(); ++i) {
            const std::string& name = run.facts.parts[i].name;
            if (std::find(names[i].begin(), names[i].end(), name) == names[i].end())
                names[i].push_back(name);
        }
    }
    std::vector<std::string> joined;
    for (const auto& part : names) joined.push_back(fmt::format("{}", fmt::join(part, " / ")));
    return joined;
}

class Comparer {
  public:
    Comparer(const Experiment& experiment, const MetricChoice& choice)
        : experiment_(experiment), choice_(choice) {}

    ComparisonResult compare() {
        result_.variants = experiment_.variants;
        result_.question = experiment_.question;
        result_.seed = experiment_.seed;
        result_.interrupted = experiment_.interrupted;
        check_runs();
        check_parts(experiment_);
        result_.parts = part_names(experiment_);
        for (std::size_t part = 0; part < result_.parts.size(); ++part) compare_part(part);
        adjust_gate();
        return std::move(result_);
    }

  private:
    void check_runs() {
        if (experiment_.variants.size() < 2) {
            throw Error("nothing to compare with: there is one variant only");
        }
        result_.runs.assign(experiment_.variants.size(), 0);
        for (const TakenRun& run : experiment_.runs) {
            if (run_counts(run.facts)) ++result_.runs[run.variant];
        }
        for (std::size_t i = 0; i < result_.runs.size(); ++i) {
            if (result_.runs[i] != 0) continue;
            throw Error(fmt::format("no run of \"{}\" that could be compared: {}",
                                    experiment_.variants[i].name, why_none(experiment_, i)));
        }
    }

    void compare_part(std::size_t part) {
        const bool by_direction = !shared_directions(experiment_, part).empty();
        for (const Metric& metric : all_metrics(choice_, by_direction)) {
            const bool repeated = metric.kind == MetricKind::bandwidth &&
                                  repeats_iops(experiment_, part, metric.direction);
            for (std::size_t v = 1; v < experiment_.variants.size(); ++v)
                compare_metric(part, v, metric, repeated);
            if (metric.kind == MetricKind::iops) draw(part, metric);
        }
    }

    void compare_metric(std::size_t part, std::size_t variant, const Metric& metric,
                        bool repeated) {
        const PairedValues pairs = paired_values(experiment_, part, variant, metric);
        if (pairs.a.empty()) return;
        MetricComparison row;
        row.part = part;
        row.variant = variant;
        row.metric = metric;
        row.result = compare_values(pairs, metric, experiment_.question);
        row.noise_a = noise_of(pairs.a);
        row.noise_b = noise_of(pairs.b);
        row.in_gate = choice_.gate.contains(metric.kind) && !repeated &&
                      !experiment_.variants[variant].repeats_first;
        result_.rows.push_back(row);
    }

    void draw(std::size_t part, const Metric& metric) {
        RunPicture picture;
        picture.part = part;
        picture.metric = metric;
        for (std::size_t v = 0; v < experiment_.variants.size(); ++v)
            picture.variants.push_back(values_of(experiment_, part, v, metric));
        if (!picture.variants.front().values.empty()) result_.pictures.push_back(picture);
    }

    void adjust_gate() {
        std::vector<double> p;
        for (const MetricComparison& row : result_.rows) {
            if (row.in_gate) p.push_back(row.result.signed_rank.p);
        }
        const std::vector<double> adjusted = stats::holm(p);
        std::size_t next = 0;
        for (MetricComparison& row : result_.rows) {
            if (row.in_gate) row.p_gate = adjusted[next++];
        }
    }

    const Experiment& experiment_;
    const MetricChoice& choice_;
    ComparisonResult result_;
};

}  // namespace

std::string name_of(const Metric& metric) {
    switch (metric.kind) {
        case MetricKind::iops:
            return "IOPS";
        case MetricKind::bandwidth:
            return "bandwidth";
        case MetricKind::mean_latency:
            return metric.from_due ? "latency from due mean" : "latency mean";
        case MetricKind::percentile:
            return fmt::format("latency{} p{:g}", metric.from_due ? " from due" : "",
                               metric.percent);
        case MetricKind::cpu_per_io:
            break;
    }
    return "CPU per I/O";
}

std::string unit_of(const Metric& metric) {
    if (metric.kind == MetricKind::iops) return "";
    return metric.kind == MetricKind::bandwidth ? "B/s" : "ns";
}

stats::Better better_of(const Metric& metric) {
    const bool rate = metric.kind == MetricKind::iops || metric.kind == MetricKind::bandwidth;
    return rate ? stats::Better::higher : stats::Better::lower;
}

std::optional<double> value_of(const Metric& metric, const PartFacts& part) {
    const auto positive = [](double value) {
        return value > 0 && std::isfinite(value) ? std::optional(value) : std::nullopt;
    };
    if (metric.kind == MetricKind::cpu_per_io) return positive(part.cpu_per_io.value_or(0));
    const DirectionFacts facts = direction_facts(part, metric.direction);
    switch (metric.kind) {
        case MetricKind::iops:
            return positive(facts.iops);
        case MetricKind::bandwidth:
            return positive(facts.bandwidth);
        case MetricKind::mean_latency:
            return positive(
                (metric.from_due ? facts.mean_from_due : facts.mean_latency).value_or(0));
        default:
            break;
    }
    for (const auto& [percent, value] :
         metric.from_due ? facts.percentiles_from_due : facts.percentiles) {
        if (percent == metric.percent) return positive(value);
    }
    return std::nullopt;
}

std::string to_text(stats::Verdict verdict) {
    switch (verdict) {
        case stats::Verdict::faster:
            return "faster";
        case stats::Verdict::slower:
            return "slower";
        case stats::Verdict::different_but_small:
            return "different but small";
        case stats::Verdict::equivalent:
            return "equivalent";
        case stats::Verdict::not_resolved:
            break;
    }
    return "not resolved";
}

ComparisonResult compare_figures(const Experiment& experiment, const MetricChoice& choice) {
    return Comparer(experiment, choice).compare();
}

ComparisonResult compare(const Experiment& experiment, const MetricChoice& choice) {
    ComparisonResult result = compare_figures(experiment, choice);
    result.notes = notes_of(experiment, result);
    result.evidence = evidence_of(experiment);
    return result;
}

int gate_status(const std::vector<GateRow>& rows, const std::set<FailOn>& fail_on) {
    bool regressed = false, differs = false, unresolved = false;
    for (const GateRow& row : rows) {
        const bool found = row.verdict == stats::Verdict::slower ||
                           row.verdict == stats::Verdict::faster ||
                           row.verdict == stats::Verdict::different_but_small;
        regressed = regressed || (row.holds && row.verdict == stats::Verdict::slower);
        differs = differs || (row.holds && found);
        unresolved = unresolved || row.unresolved;
    }
    if (fail_on.contains(FailOn::difference) && differs) return status_regression;
    if (fail_on.contains(FailOn::regression) && regressed) return status_regression;
    if (fail_on.contains(FailOn::unresolved) && unresolved) return status_unresolved;
    return 0;
}

int exit_status(const ComparisonResult& result, const std::set<FailOn>& fail_on) {
    const double alpha = 1 - result.question.confidence;
    std::vector<GateRow> rows;
    for (const MetricComparison& row : result.rows) {
        if (!row.in_gate) continue;
        const stats::Verdict verdict = row.result.verdict;
        const bool holds = row.p_gate <= alpha;
        // A regression that stands alone but not among so many looked at is not resolved.
        const bool unresolved = verdict == stats::Verdict::not_resolved ||
                                (verdict == stats::Verdict::slower && !holds);
        rows.push_back({verdict, holds, unresolved});
    }
    return gate_status(rows, fail_on);
}

double noise_floor(const ComparisonResult& result, const MetricChoice& choice) {
    double floor = 0;
    for (const MetricComparison& row : result.rows) {
        if (!result.variants[row.variant].repeats_first) continue;
        if (!choice.gate.contains(row.metric.kind)) continue;
        const auto& interval = row.result.effect.interval;
        if (!interval) continue;
        floor = std::max(
            {floor, std::expm1(std::abs(interval->low)), std::expm1(std::abs(interval->high))});
    }
    return floor;
}

double widest_half_width(const ComparisonResult& result) {
    double widest = 0;
    for (const MetricComparison& row : result.rows) {
        if (!row.in_gate) continue;
        if (!row.result.effect.interval) return std::numeric_limits<double>::infinity();
        widest = std::max(widest, std::expm1(row.result.effect.interval->half_width()));
    }
    return widest;
}

}  // namespace fathom
