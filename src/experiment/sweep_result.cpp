#include "experiment/sweep_result.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "experiment/runs.h"
#include "report/quantity.h"
#include "stats/run_order.h"
#include "stats/sample.h"

namespace fathom {

namespace {

/// Between runs of a shallow queue; more is remarked.
constexpr double loud = 0.03;

std::vector<double> logarithms(const std::vector<double>& values) {
    std::vector<double> found;
    for (const double value : values) found.push_back(std::log(value));
    return found;
}

class Analysis {
  public:
    Analysis(const Sweep& sweep, const Metric& metric) : sweep_(sweep) {
        result_.plan = sweep.plan;
        result_.question = sweep.question;
        result_.metric = metric;
        result_.notes = sweep.notes;
        result_.interrupted = sweep.interrupted;
    }

    SweepResult all() {
        const bool compares = sweep_.plan.variants.size() > 1;
        std::size_t empty = 0;
        for (std::size_t cell = 0; cell < sweep_.cells.size(); ++cell) {
            const Experiment& experiment = sweep_.cells[cell];
            if (!every_variant_ran(experiment)) {
                ++empty;
                continue;
            }
            const std::size_t parts = parts_of(experiment, cell);
            for (std::size_t part = 0; part < parts; ++part) {
                for (const std::optional<Direction> d : directions_of(experiment, part)) {
                    if (compares) {
                        compare_cell(cell, part, d);
                    } else {
                        measure_cell(cell, part, d);
                    }
                }
            }
        }
        if (empty == sweep_.cells.size()) throw Error("no cell has runs to look at");
        if (empty != 0) {
            result_.notes.push_back(
                fmt::format("{} of {} cells have no runs yet", empty, sweep_.cells.size()));
        }
        if (compares) judge();
        about_shallow_queues();
        return std::move(result_);
    }

  private:
    std::size_t parts_of(const Experiment& experiment, std::size_t cell) {
        std::size_t parts = 0;
        for (const TakenRun& run : experiment.runs) {
            if (!run_counts(run.facts)) continue;
            const std::size_t mine = run.facts.parts.size();
            if (parts != 0 && mine != parts) {
                throw Error(fmt::format("{}: the variants have different numbers of groups",
                                        to_text(sweep_.plan.cells[cell])));
            }
            parts = mine;
            if (result_.parts.size() >= parts) continue;
            result_.parts.clear();
            for (const PartFacts& part : run.facts.parts) result_.parts.push_back(part.name);
        }
        return parts;
    }

    /// Those that every variant works on; all together where there is none.
    [[nodiscard]] static std::vector<std::optional<Direction>> directions_of(
        const Experiment& experiment, std::size_t part) {
        const std::vector<Direction> shared = shared_directions(experiment, part);
        std::vector<std::optional<Direction>> found(shared.begin(), shared.end());
        if (found.empty()) found.emplace_back();
        return found;
    }

    void compare_cell(std::size_t cell, std::size_t part, std::optional<Direction> direction) {
        const Experiment& experiment = sweep_.cells[cell];
        Metric metric = result_.metric;
        metric.direction = direction;
        for (std::size_t v = 1; v < experiment.variants.size(); ++v) {
            const PairedValues pairs = paired_values(experiment, part, v, metric);
            if (pairs.a.empty()) continue;
            SweepRow row;
            const bool first_misses = misses(cell, part, 0, direction);
            row.masked = misses(cell, part, v, direction) || first_misses;
            row.cell = cell;
            row.part = part;
            row.variant = v;
            row.metric = metric;
            row.result = compare_values(pairs, metric, sweep_.question);
            for (std::size_t i = 0; i < pairs.a.size(); ++i)
                row.log_ratios.push_back(std::log(pairs.b[i] / pairs.a[i]));
            row.noise = std::max(noise_of(pairs.a), noise_of(pairs.b));
            result_.rows.push_back(std::move(row));
        }
    }

    /// Whether a variant missed the rate it asked for; said once of each.
    bool misses(std::size_t cell, std::size_t part, std::size_t variant,
                std::optional<Direction> direction) {
        const auto share = missed_rate(sweep_.cells[cell], part, variant, direction);
        if (!share) return false;
        const std::string unit = share->of_bytes ? "B/s" : "";
        std::string note = to_text(sweep_.plan.cells[cell]);
        if (const std::string& name = sweep_.plan.variants[variant].name; !name.empty())
            note += ", " + name;
        note += fmt::format(": {}s reached {} of the {} {} asked for: masked", name_of(*direction),
                            quantity(share->reached, unit), quantity(share->asked, unit),
                            share->of_bytes ? "" : "IOPS");
        auto& notes = result_.notes;
        if (!sweep_.plan.is_load_curve &&
            std::find(notes.begin(), notes.end(), note) == notes.end())
            notes.push_back(std::move(note));
        return true;
    }

    /// What is shown of a cell where nothing is compared.
    [[nodiscard]] std::vector<Metric> figures_shown() const {
        std::vector<Metric> metrics = {result_.metric};
        if (sweep_.plan.is_load_curve) {
            metrics.push_back({MetricKind::mean_latency, 0, {}, true});
            for (const double p : {50.0, 95.0, 99.0, 99.9})
                metrics.push_back({MetricKind::percentile, p, {}, true});
            return metrics;
        }
        for (const Metric& beside :
             {Metric{MetricKind::mean_latency, 0, {}}, Metric{MetricKind::percentile, 99, {}}}) {
            if (beside != result_.metric) metrics.push_back(beside);
        }
        return metrics;
    }

    void measure_cell(std::size_t cell, std::size_t part, std::optional<Direction> direction) {
        const bool masked = misses(cell, part, 0, direction);
        for (Metric metric : figures_shown()) {
            metric.direction = direction;
            const RunValues values = values_of(sweep_.cells[cell], part, 0, metric);
            if (values.values.empty()) continue;
            SweepFigure figure;
            figure.cell = cell;
            figure.part = part;
            figure.metric = metric;
            figure.masked = masked;
            figure.runs = values.values.size();
            const std::vector<double> logs = logarithms(values.values);
            figure.value = std::exp(stats::mean(logs));
            if (const auto mean = stats::student_mean(logs, sweep_.question.confidence)) {
                figure.interval =
                    stats::Interval{std::exp(mean->interval.low), std::exp(mean->interval.high),
                                    mean->interval.confidence};
            }
            result_.figures.push_back(figure);
        }
    }

    void judge() {
        std::vector<stats::Comparison> cells;
        std::vector<SweepRow*> rows;
        for (SweepRow& row : result_.rows) {
            if (row.masked) continue;
            rows.push_back(&row);
            cells.push_back(row.result);
        }
        if (cells.empty()) return;
        const stats::MatrixVerdict verdict =
            stats::judge_matrix(cells, 1 - sweep_.question.confidence);
        for (std::size_t i = 0; i < rows.size(); ++i) rows[i]->judged = verdict.cells[i];
        result_.pairs_for_any = verdict.pairs_for_any;
        if (!verdict.too_few_pairs) return;
        result_.notes.push_back(
            fmt::format("too few pairs for {} verdicts together: at least {} of each cell are "
                        "needed before any "
                        "can be sure",
                        rows.size(), verdict.pairs_for_any));
    }

    /// A queue that does not load the device leaves its figures to the noise around it.
    void about_shallow_queues() {
        if (sweep_.plan.one_at_a_time) return;
        std::size_t cells = 0;
        double most = 0;
        for (const SweepRow& row : result_.rows) {
            if (row.masked || row.noise < loud || depth_of(row.cell) > 2) continue;
            ++cells;
            most = std::max(most, row.noise);
        }
        if (cells == 0) return;
        result_.notes.push_back(fmt::format(
            "{} rows jitter by up to {:.1f} % between runs at a queue depth of 2 or less: too "
            "shallow to load the device; more jobs or iodepth would steady them",
            cells, 100 * most));
    }

    [[nodiscard]] double depth_of(std::size_t cell) const {
        std::vector<double> depths;
        for (const TakenRun& run : sweep_.cells[cell].runs) {
            for (const PartFacts& part : run.facts.parts) {
                for (const Counter& counter : part.counters)
                    if (counter.name == "queue depth asked") depths.push_back(counter.value);
            }
        }
        return depths.empty() ? 1000 : stats::median(depths);
    }

    const Sweep& sweep_;
    SweepResult result_;
};

}  // namespace

SweepResult analyse(const Sweep& sweep, const Metric& metric) {
    return Analysis(sweep, metric).all();
}

std::optional<stats::StudentMean> mean_ratio(const SweepResult& result,
                                             const std::vector<std::size_t>& rows) {
    std::vector<std::vector<double>> ratios;
    for (const std::size_t row : rows) {
        if (result.rows[row].masked) continue;
        ratios.push_back(result.rows[row].log_ratios);
        if (ratios.back().size() != ratios.front().size()) return std::nullopt;
    }
    if (ratios.size() < 2) return std::nullopt;
    return stats::overall_ratio(ratios, stats::rounds_per_block(result.plan.variants.size()),
                                result.question.confidence);
}

int exit_status(const SweepResult& result, const std::set<FailOn>& fail_on) {
    std::vector<GateRow> rows;
    for (const SweepRow& row : result.rows) {
        if (row.masked) continue;
        rows.push_back({row.result.verdict, row.judged.gate,
                        row.judged.verdict == stats::Verdict::not_resolved});
    }
    return gate_status(rows, fail_on);
}

}  // namespace fathom
