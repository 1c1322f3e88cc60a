// A SweepResult for programs: CSV and JSON.
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "experiment/row_text.h"
#include "experiment/sweep_text.h"

namespace fathom {

namespace {

using Json = nlohmann::ordered_json;

std::string part_name(const SweepResult& result, std::size_t part) {
    return part < result.parts.size() ? result.parts[part] : "";
}

/// The options and what is measured: the first fields of every line.
std::string cell_fields(const SweepResult& result, std::size_t cell, std::size_t part,
                        const Metric& metric) {
    std::string text;
    for (const auto& [option, value] : result.plan.cells[cell]) text += csv_field(value) + ",";
    return text + fmt::format("{},{},{},{}", csv_field(part_name(result, part)),
                              direction_text(metric), name_of(metric), file_unit(metric));
}

Json cell_json(const SweepResult& result, std::size_t cell, std::size_t part,
               const Metric& metric) {
    Json options = Json::object();
    for (const auto& [option, value] : result.plan.cells[cell]) options[option] = value;
    return {{"options", options},
            {"part", part_name(result, part)},
            {"direction", direction_text(metric)},
            {"metric", name_of(metric)},
            {"unit", file_unit(metric)}};
}

}  // namespace

std::string sweep_csv(const SweepResult& result) {
    std::string text;
    for (const Axis& axis : result.plan.axes) text += csv_field(axis.option) + ",";
    text += "part,direction,metric,unit,";
    if (result.plan.variants.size() < 2) {
        text += "runs,value,low,high,missed_rate\n";
        for (const SweepFigure& figure : result.figures) {
            text +=
                cell_fields(result, figure.cell, figure.part, figure.metric) +
                fmt::format(",{},{:.10g},{},{},{}\n", figure.runs, figure.value,
                            figure.interval ? fmt::format("{:.10g}", figure.interval->low) : "",
                            figure.interval ? fmt::format("{:.10g}", figure.interval->high) : "",
                            figure.masked ? 1 : 0);
        }
        return text;
    }
    text +=
        "first,variant,pairs,median_first,median_variant,difference_percent,low_percent,"
        "high_percent,noise_percent,p,p_among_all,p_gate,verdict\n";
    for (const SweepRow& row : result.rows) {
        const stats::Comparison& r = row.result;
        const auto& interval = r.effect.interval;
        text += cell_fields(result, row.cell, row.part, row.metric) +
                fmt::format(
                    ",{},{},{},{:.10g},{:.10g},{:.6g},{},{},{:.6g},{:.6g},{:.6g},{:.6g},"
                    "{}\n",
                    csv_field(result.plan.variants.front().name),
                    csv_field(result.plan.variants[row.variant].name), r.n, r.median_a, r.median_b,
                    stats::percent(r.effect.estimate),
                    interval ? fmt::format("{:.6g}", stats::percent(interval->low)) : "",
                    interval ? fmt::format("{:.6g}", stats::percent(interval->high)) : "",
                    100 * row.noise, r.signed_rank.p, row.judged.p_column, row.judged.p_gate,
                    row.masked ? "missed its rate" : to_text(row.judged.verdict));
    }
    return text;
}

std::string sweep_json(const SweepResult& result) {
    Json document{{"fathom_sweep", 1}, {"seed", result.plan.seed}};
    Json axes = Json::array();
    for (const Axis& axis : result.plan.axes)
        axes.push_back({{"option", axis.option}, {"values", axis.values}});
    document["axes"] = std::move(axes);
    document["interrupted"] = result.interrupted;
    Json rows = Json::array();
    for (const SweepRow& row : result.rows) {
        const stats::Comparison& r = row.result;
        Json one = cell_json(result, row.cell, row.part, row.metric);
        one["first"] = result.plan.variants.front().name;
        one["variant"] = result.plan.variants[row.variant].name;
        one["pairs"] = r.n;
        one["median_first"] = r.median_a;
        one["median_variant"] = r.median_b;
        one["difference_percent"] = stats::percent(r.effect.estimate);
        const auto& interval = r.effect.interval;
        one["low_percent"] = interval ? Json(stats::percent(interval->low)) : Json(nullptr);
        one["high_percent"] = interval ? Json(stats::percent(interval->high)) : Json(nullptr);
        one["noise_percent"] = 100 * row.noise;
        one["p"] = r.signed_rank.p;
        one["p_among_all"] = row.judged.p_column;
        one["p_gate"] = row.judged.p_gate;
        one["verdict"] = row.masked ? "missed its rate" : to_text(row.judged.verdict);
        rows.push_back(std::move(one));
    }
    document["comparisons"] = std::move(rows);
    Json figures = Json::array();
    for (const SweepFigure& figure : result.figures) {
        Json one = cell_json(result, figure.cell, figure.part, figure.metric);
        one["runs"] = figure.runs;
        one["missed_rate"] = figure.masked;
        one["value"] = figure.value;
        one["low"] = figure.interval ? Json(figure.interval->low) : Json(nullptr);
        one["high"] = figure.interval ? Json(figure.interval->high) : Json(nullptr);
        figures.push_back(std::move(one));
    }
    document["figures"] = std::move(figures);
    document["notes"] = result.notes;
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace fathom
