#include "experiment/load_curve_text.h"

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/format.h>

#include "report/quantity.h"

namespace fathom {

namespace {

/// The figures of one direction of one part, by load.
struct Curve {
    std::size_t part = 0;
    std::optional<Direction> direction;
    std::map<std::size_t, std::vector<const SweepFigure*>> loads;  ///< by cell
};

std::vector<Curve> curves_of(const SweepResult& result) {
    std::vector<Curve> curves;
    for (const SweepFigure& figure : result.figures) {
        auto found = std::find_if(curves.begin(), curves.end(), [&](const Curve& curve) {
            return curve.part == figure.part && curve.direction == figure.metric.direction;
        });
        if (found == curves.end()) {
            curves.push_back({figure.part, figure.metric.direction, {}});
            found = std::prev(curves.end());
        }
        found->loads[figure.cell].push_back(&figure);
    }
    return curves;
}

const SweepFigure* of_kind(const std::vector<const SweepFigure*>& figures, MetricKind kind,
                           double percent = 0) {
    const auto found = std::find_if(figures.begin(), figures.end(), [&](const SweepFigure* one) {
        return one->metric.kind == kind && one->metric.percent == percent;
    });
    return found == figures.end() ? nullptr : *found;
}

std::string text_of(const SweepFigure* figure) {
    return figure == nullptr ? "-" : quantity(figure->value, unit_of(figure->metric));
}

constexpr double shown_percentiles[] = {50, 95, 99, 99.9};

Table table_of(const SweepResult& result, const Curve& curve) {
    Table table;
    const std::string name(curve.direction ? name_of(*curve.direction) : "I/O");
    table.caption = fmt::format(
        "Latency of {}s from when each was due, at random arrivals (Poisson) of so many a second "
        "for each worker; reached: of all workers. Geometric mean of the runs.",
        name);
    table.columns = {{"rate_iops"}, {"reached"}, {"mean"}};
    for (const double p : shown_percentiles) table.columns.push_back({fmt::format("p{:g}", p)});
    table.columns.push_back({"", true});
    const SweepFigure* highest = nullptr;
    std::string highest_load;
    for (const auto& [cell, figures] : curve.loads) {
        const std::string& load = result.plan.cells[cell].front().second;
        const SweepFigure* const reached = of_kind(figures, MetricKind::iops);
        std::vector<std::string> cells = {load, text_of(reached),
                                          text_of(of_kind(figures, MetricKind::mean_latency))};
        for (const double p : shown_percentiles)
            cells.push_back(text_of(of_kind(figures, MetricKind::percentile, p)));
        const bool saturated = figures.front()->masked;
        cells.emplace_back(saturated ? "saturated" : "");
        table.rows.push_back(std::move(cells));
        const bool more =
            reached != nullptr && (highest == nullptr || reached->value > highest->value);
        if (!saturated && more) {
            highest = reached;
            highest_load = load;
        }
    }
    if (highest == nullptr) {
        table.notes.emplace_back("saturated at every load: offer less by --over rate_iops=");
    } else {
        table.notes.push_back(
            fmt::format("the highest load that was kept up with: rate_iops={}, {} {}s a second",
                        highest_load, quantity(highest->value, ""), name));
    }
    const bool any_saturated =
        std::any_of(curve.loads.begin(), curve.loads.end(),
                    [](const auto& load) { return load.second.front()->masked; });
    if (any_saturated) {
        table.notes.emplace_back(
            "saturated: arrivals wait longer and longer, so a latency there is one of the run's "
            "length");
    }
    return table;
}

}  // namespace

std::vector<Table> load_curve_tables(const SweepResult& result) {
    std::vector<Table> tables;
    for (const Curve& curve : curves_of(result)) tables.push_back(table_of(result, curve));
    return tables;
}

}  // namespace fathom
