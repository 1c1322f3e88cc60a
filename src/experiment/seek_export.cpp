// A SeekStudy for programs: CSV and JSON.
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "experiment/row_text.h"
#include "experiment/seek_text.h"
#include "stats/verdict.h"

namespace fathom {

namespace {

using Json = nlohmann::ordered_json;

std::string number_or_nothing(const std::optional<double>& value) {
    return value ? fmt::format("{:.10g}", *value) : "";
}

Json number_or_null(const std::optional<double>& value) {
    return value ? Json(*value) : Json();
}

struct CycleTimes {
    std::optional<double> mean, p99, max;
};

CycleTimes cycle_times(const SeekFigures& one) {
    if (one.cycles.moments().count == 0) return {};
    return {one.cycles.moments().mean(), static_cast<double>(one.cycles.percentile(99)),
            static_cast<double>(one.cycles.moments().max)};
}

struct GainFigures {
    std::optional<double> percent, low, high;
    std::string verdict;
};

GainFigures gain_figures(const SeekStudy& study, const SeekFigures& one) {
    GainFigures found;
    if (!one.gain) return found;
    const SweepRow& row = study.gains.rows[*one.gain];
    found.percent = stats::percent(row.result.effect.estimate);
    found.verdict = to_text(row.judged.verdict);
    if (const auto& interval = row.result.effect.interval) {
        found.low = stats::percent(interval->low);
        found.high = stats::percent(interval->high);
    }
    return found;
}

}  // namespace

std::string seek_csv(const SeekStudy& study) {
    std::string text =
        "size_bytes,cycle,order,runs,ops_per_second,bytes_per_second,request_mean_ns,"
        "request_p99_ns,cycles,cycle_mean_ns,cycle_p99_ns,cycle_max_ns,distance,distance_theory,"
        "gain_percent,gain_low_percent,gain_high_percent,verdict\n";
    for (const SeekFigures& one : study.figures) {
        const CycleTimes cycles = cycle_times(one);
        const GainFigures gain = gain_figures(study, one);
        text += fmt::format(
            "{},{},{},{},{:.10g},{:.10g},{:.10g},{},{},{},{},{},{},{},{},{},{},{}\n", one.size,
            one.cycle, csv_field(one.order), one.runs, one.iops, one.bandwidth, one.request,
            number_or_nothing(one.request_p99), one.cycles.moments().count,
            number_or_nothing(cycles.mean), number_or_nothing(cycles.p99),
            number_or_nothing(cycles.max), number_or_nothing(one.distance),
            number_or_nothing(one.theory), number_or_nothing(gain.percent),
            number_or_nothing(gain.low), number_or_nothing(gain.high), gain.verdict);
    }
    return text;
}

std::string seek_json(const SeekStudy& study) {
    Json rows = Json::array();
    for (const SeekFigures& one : study.figures) {
        const CycleTimes cycles = cycle_times(one);
        Json row = {{"size_bytes", one.size},
                    {"cycle", one.cycle},
                    {"order", one.order},
                    {"runs", one.runs},
                    {"ops_per_second", one.iops},
                    {"bytes_per_second", one.bandwidth},
                    {"request_mean_ns", one.request},
                    {"request_p99_ns", number_or_null(one.request_p99)},
                    {"cycles", one.cycles.moments().count},
                    {"cycle_mean_ns", number_or_null(cycles.mean)},
                    {"cycle_p99_ns", number_or_null(cycles.p99)},
                    {"cycle_max_ns", number_or_null(cycles.max)},
                    {"distance", number_or_null(one.distance)},
                    {"distance_theory", number_or_null(one.theory)}};
        if (one.gain) {
            const GainFigures gain = gain_figures(study, one);
            row["gain"] = {{"percent", number_or_null(gain.percent)},
                           {"low_percent", number_or_null(gain.low)},
                           {"high_percent", number_or_null(gain.high)},
                           {"verdict", gain.verdict}};
        }
        rows.push_back(std::move(row));
    }
    std::vector<std::string> notes = study.subject.notes;
    notes.insert(notes.end(), study.gains.notes.begin(), study.gains.notes.end());
    const Json document = {{"target", study.subject.target},
                           {"how", study.subject.how},
                           {"span_bytes", study.subject.span},
                           {"seed", study.gains.plan.seed},
                           {"rows", rows},
                           {"trade_off", trade_off(study)},
                           {"notes", notes}};
    return document.dump(2) + "\n";
}

}  // namespace fathom
