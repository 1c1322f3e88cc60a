// A ComparisonResult for programs: CSV and JSON.
#include <cmath>
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "experiment/comparison_text.h"
#include "experiment/row_text.h"

namespace fathom {

namespace {

using Json = nlohmann::ordered_json;

Json interval_json(const std::optional<stats::Interval>& interval) {
    if (!interval) return nullptr;
    return {{"low_percent", stats::percent(interval->low)},
            {"high_percent", stats::percent(interval->high)},
            {"confidence", interval->confidence}};
}

Json row_json(const ComparisonResult& result, const MetricComparison& row) {
    const stats::Comparison& r = row.result;
    return {{"part", result.parts[row.part]},
            {"direction", direction_text(row.metric)},
            {"metric", name_of(row.metric)},
            {"unit", file_unit(row.metric)},
            {"first", result.variants.front().name},
            {"variant", result.variants[row.variant].name},
            {"pairs", r.n},
            {"median_first", r.median_a},
            {"median_variant", r.median_b},
            {"difference_percent", stats::percent(r.effect.estimate)},
            {"interval", interval_json(r.effect.interval)},
            {"equivalence_interval", interval_json(r.equivalence_interval)},
            {"sign_interval", interval_json(r.sign_interval)},
            {"noise_first_percent", 100 * row.noise_a},
            {"noise_variant_percent", 100 * row.noise_b},
            {"p", r.signed_rank.p},
            {"p_sign", r.sign.p},
            {"in_gate", row.in_gate},
            {"p_gate", row.in_gate ? Json(row.p_gate) : Json(nullptr)},
            {"verdict", to_text(r.verdict)},
            {"asymmetric_noise", r.asymmetric_noise},
            {"rounds_needed", r.pairs_needed}};
}

}  // namespace

std::string comparison_csv(const ComparisonResult& result) {
    std::string text =
        "part,direction,metric,unit,first,variant,pairs,median_first,median_variant,"
        "difference_percent,low_percent,high_percent,noise_first_percent,noise_variant_percent,p,"
        "verdict,rounds_needed\n";
    for (const MetricComparison& row : result.rows) {
        const stats::Comparison& r = row.result;
        const auto& interval = r.effect.interval;
        text += fmt::format(
            "{},{},{},{},{},{},{},{:.10g},{:.10g},{:.6g},{},{},{:.6g},{:.6g},{:.6g},{},{}\n",
            csv_field(result.parts[row.part]), direction_text(row.metric), name_of(row.metric),
            file_unit(row.metric), csv_field(result.variants.front().name),
            csv_field(result.variants[row.variant].name), r.n, r.median_a, r.median_b,
            stats::percent(r.effect.estimate),
            interval ? fmt::format("{:.6g}", stats::percent(interval->low)) : "",
            interval ? fmt::format("{:.6g}", stats::percent(interval->high)) : "",
            100 * row.noise_a, 100 * row.noise_b, r.signed_rank.p, to_text(r.verdict),
            r.pairs_needed);
    }
    return text;
}

std::string comparison_json(const ComparisonResult& result) {
    Json document{{"fathom_comparison", 1}};
    Json variants = Json::array();
    for (std::size_t v = 0; v < result.variants.size(); ++v) {
        variants.push_back({{"name", result.variants[v].name},
                            {"differs", result.variants[v].differs},
                            {"runs", result.runs[v]}});
    }
    document["variants"] = std::move(variants);
    document["question"] = {{"margin_percent", 100 * result.question.margin},
                            {"precision_percent", 100 * result.question.precision},
                            {"confidence", result.question.confidence}};
    document["seed"] = result.seed ? Json(*result.seed) : Json(nullptr);
    document["interrupted"] = result.interrupted;
    Json rows = Json::array();
    for (const MetricComparison& row : result.rows) rows.push_back(row_json(result, row));
    document["comparisons"] = std::move(rows);
    Json runs = Json::array();
    for (const RunPicture& picture : result.pictures) {
        for (const RunValues& values : picture.variants) {
            runs.push_back({{"part", result.parts[picture.part]},
                            {"direction", direction_text(picture.metric)},
                            {"metric", name_of(picture.metric)},
                            {"variant", result.variants[values.variant].name},
                            {"values", values.values},
                            {"order", values.order}});
        }
    }
    document["runs"] = std::move(runs);
    document["notes"] = result.notes;
    document["what_else_differed"] = result.evidence;
    return document.dump(2, ' ', false, Json::error_handler_t::replace) + '\n';
}

}  // namespace fathom
