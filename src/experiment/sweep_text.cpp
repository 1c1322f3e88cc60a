#include "experiment/sweep_text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>

#include <fmt/format.h>

#include "experiment/load_curve_text.h"
#include "experiment/row_text.h"
#include "report/quantity.h"
#include "stats/knee.h"

namespace fathom {

namespace {

constexpr std::size_t bar_width = 20;
/// Student's interval of two runs is as wide as chance likes.
constexpr std::size_t fewest_for_interval = 3;

/// Whether there are tables per value of the first option: with one option there is one table.
bool has_outer(const SweepPlan& plan) {
    return plan.axes.size() > 1;
}

std::string outer_of(const SweepPlan& plan, std::size_t cell) {
    if (!has_outer(plan)) return {};
    const auto& [option, value] = plan.cells[cell].front();
    return option + "=" + value;
}

/// The options of a row: those inside the outermost.
std::vector<TableColumn> option_columns(const SweepPlan& plan) {
    std::vector<TableColumn> columns;
    for (std::size_t i = has_outer(plan) ? 1 : 0; i < plan.axes.size(); ++i)
        columns.push_back({plan.axes[i].option, false});
    return columns;
}

std::vector<std::string> option_cells(const SweepPlan& plan, std::size_t cell) {
    std::vector<std::string> values;
    for (std::size_t i = has_outer(plan) ? 1 : 0; i < plan.axes.size(); ++i)
        values.push_back(plan.cells[cell][i].second);
    return values;
}

std::string subject(const SweepResult& result, const Metric& metric, std::size_t part) {
    std::string text = subject_text(metric);
    if (result.parts.size() > 1 && part < result.parts.size()) text += " of " + result.parts[part];
    return text;
}

/// Rows that stand in one table: outer value, part, variant, direction.
struct Group {
    std::string outer;
    std::size_t part = 0, variant = 0;
    std::optional<Direction> direction;
    auto operator<=>(const Group&) const = default;
};

template <class Row>
std::vector<std::pair<Group, std::vector<std::size_t>>> groups_of(const SweepResult& result,
                                                                  const std::vector<Row>& rows,
                                                                  const auto& variant_of) {
    // In the order of the outer option's values, which is that of the cells.
    std::vector<std::pair<Group, std::vector<std::size_t>>> groups;
    std::map<Group, std::size_t> places;
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Row& row = rows[i];
        const Group group{outer_of(result.plan, row.cell), row.part, variant_of(row),
                          row.metric.direction};
        const auto [found, is_new] = places.emplace(group, groups.size());
        if (is_new) groups.push_back({group, {}});
        groups[found->second].second.push_back(i);
    }
    return groups;
}

Table comparison_table(const SweepResult& result, const Group& group,
                       const std::vector<std::size_t>& rows) {
    const VariantLabel& a = result.plan.variants.front();
    const VariantLabel& b = result.plan.variants[group.variant];
    const SweepRow& first = result.rows[rows.front()];
    Table table;
    table.caption = fmt::format(
        "{}{} of {} and {}, median of the runs of each; {} against {} in percent, its {:g} % "
        "interval; verdict among all {} rows.",
        group.outer.empty() ? "" : group.outer + ": ", subject(result, first.metric, first.part),
        a.name, b.name, b.name, a.name, 100 * result.question.confidence, result.rows.size());
    table.columns = option_columns(result.plan);
    for (const TableColumn& column :
         {TableColumn{a.name}, TableColumn{b.name}, TableColumn{"diff."}, TableColumn{"interval"},
          TableColumn{"verdict", true}})
        table.columns.push_back(column);
    const std::string unit = unit_of(first.metric);
    for (const std::size_t i : rows) {
        const SweepRow& row = result.rows[i];
        std::vector<std::string> cells = option_cells(result.plan, row.cell);
        if (row.masked) {
            cells.insert(cells.end(), {"-", "-", "-", "-", "missed its rate"});
            table.rows.push_back(std::move(cells));
            continue;
        }
        cells.push_back(quantity(row.result.median_a, unit));
        cells.push_back(quantity(row.result.median_b, unit));
        cells.push_back(signed_percent(std::expm1(row.result.effect.estimate)));
        cells.push_back(interval_text(row.result.effect.interval));
        cells.push_back(to_text(row.judged.verdict));
        table.rows.push_back(std::move(cells));
    }
    if (const auto mean = mean_ratio(result, rows)) {
        std::vector<std::string> cells(table.columns.size());
        cells.front() = "mean";
        const std::size_t last = table.columns.size();
        cells[last - 3] = signed_percent(std::expm1(mean->mean));
        cells[last - 2] = interval_text(mean->interval);
        cells[last - 1] = "(geometric)";
        table.rows.push_back(std::move(cells));
    }
    return table;
}

/// The figure of another metric in the same cell.
const SweepFigure* figure_of(const SweepResult& result, const SweepFigure& like, MetricKind kind) {
    for (const SweepFigure& figure : result.figures) {
        if (figure.cell == like.cell && figure.part == like.part && figure.metric.kind == kind &&
            figure.metric.direction == like.metric.direction)
            return &figure;
    }
    return nullptr;
}

std::string bar(double value, double most) {
    const auto length =
        static_cast<std::size_t>(std::lround(value / most * static_cast<double>(bar_width)));
    return std::string(std::min(length, bar_width), '#');
}

/// Where the innermost option is a load (numbers that rise), the knee of the curve.
void note_knee(const SweepResult& result, const std::vector<const SweepFigure*>& curve,
               Table& table) {
    const Axis& axis = result.plan.axes.back();
    if (axis.option.starts_with("rate")) return;  // throughput is what was asked for
    double before = -1;
    std::vector<const SweepFigure*> points;
    std::vector<double> throughput, latency;
    for (const SweepFigure* figure : curve) {
        if (figure->masked) continue;
        const std::string& value = result.plan.cells[figure->cell].back().second;
        char* end = nullptr;
        const double load = std::strtod(value.c_str(), &end);
        if (end == value.c_str() || *end != '\0' || load <= before) return;
        before = load;
        const SweepFigure* const time = figure_of(result, *figure, MetricKind::mean_latency);
        if (time == nullptr) return;
        points.push_back(figure);
        throughput.push_back(figure->value);
        latency.push_back(time->value);
    }
    if (result.metric.kind != MetricKind::iops && result.metric.kind != MetricKind::bandwidth)
        return;
    const auto found = stats::knee(throughput, latency);
    if (!found) return;
    const std::string& at = result.plan.cells[points[found->index]->cell].back().second;
    std::string note = fmt::format(
        "knee at {}={}, where throughput over latency is greatest: more buys latency rather than "
        "throughput",
        axis.option, at);
    if (found->at_end) note = fmt::format("no knee up to {}={}", axis.option, at);
    if (found->at_start) note = fmt::format("the knee lies at or below {}={}", axis.option, at);
    table.notes.push_back(note);
}

Table figure_table(const SweepResult& result, const Group& group,
                   const std::vector<const SweepFigure*>& rows) {
    const SweepFigure& first = *rows.front();
    Table table;
    table.caption = fmt::format(
        "{}{}, geometric mean of the runs and its {:g} % interval; latencies beside it.",
        group.outer.empty() ? "" : group.outer + ": ", subject(result, first.metric, first.part),
        100 * result.question.confidence);
    table.columns = option_columns(result.plan);
    for (const TableColumn& column :
         {TableColumn{name_of(first.metric)}, TableColumn{"+-"}, TableColumn{"lat. mean"},
          TableColumn{"lat. p99"}, TableColumn{"", true}})
        table.columns.push_back(column);
    double most = 0;
    for (const SweepFigure* figure : rows)
        if (!figure->masked) most = std::max(most, figure->value);
    for (const SweepFigure* figure : rows) {
        std::vector<std::string> cells = option_cells(result.plan, figure->cell);
        if (figure->masked) {
            cells.insert(cells.end(), {"-", "-", "-", "-", "missed its rate"});
            table.rows.push_back(std::move(cells));
            continue;
        }
        cells.push_back(quantity(figure->value, unit_of(figure->metric)));
        cells.push_back(
            figure->interval && figure->runs >= fewest_for_interval
                ? fmt::format("{:.1f} %", 100 * (figure->interval->high - figure->interval->low) /
                                              2 / figure->value)
                : "-");
        for (const MetricKind kind : {MetricKind::mean_latency, MetricKind::percentile}) {
            const SweepFigure* const other = figure_of(result, *figure, kind);
            cells.push_back(other == nullptr ? "-" : quantity(other->value, "ns"));
        }
        cells.push_back(bar(figure->value, most));
        table.rows.push_back(std::move(cells));
    }
    if (result.plan.axes.size() <= 2) note_knee(result, rows, table);
    return table;
}

std::string heading(const SweepResult& result) {
    std::string text = fmt::format("{} cells", result.plan.cells.size());
    if (result.plan.variants.size() > 1) {
        text += fmt::format(", {} variants, margin {:.3g} %", result.plan.variants.size(),
                            100 * result.question.margin);
    }
    return text + fmt::format(", seed {}", result.plan.seed);
}

std::string notes_text(const SweepResult& result, std::size_t width) {
    if (result.notes.empty()) return {};
    std::string text = "\nNotes\n";
    for (const std::string& note : result.notes) text += wrapped("- " + note, width, 2);
    return text;
}

}  // namespace

std::vector<Table> sweep_tables(const SweepResult& result) {
    if (result.plan.is_load_curve) return load_curve_tables(result);
    std::vector<Table> tables;
    for (const auto& [group, rows] :
         groups_of(result, result.rows, [](const SweepRow& row) { return row.variant; }))
        tables.push_back(comparison_table(result, group, rows));
    std::vector<SweepFigure> looked_at;
    for (const SweepFigure& figure : result.figures)
        if (figure.metric.kind == result.metric.kind &&
            figure.metric.percent == result.metric.percent)
            looked_at.push_back(figure);
    for (const auto& [group, rows] :
         groups_of(result, looked_at, [](const SweepFigure&) { return std::size_t{0}; })) {
        std::vector<const SweepFigure*> figures;
        for (const std::size_t i : rows) figures.push_back(&looked_at[i]);
        tables.push_back(figure_table(result, group, figures));
    }
    return tables;
}

std::string sweep_text(const SweepResult& result, std::size_t width) {
    std::string text = heading(result) + "\n";
    for (const Table& table : sweep_tables(result)) text += "\n" + as_text(table, width);
    return text + notes_text(result, width);
}

std::string sweep_markdown(const SweepResult& result) {
    std::string text = heading(result) + "\n";
    for (const Table& table : sweep_tables(result)) text += "\n" + as_markdown(table);
    return text + notes_text(result, 80);
}

}  // namespace fathom
