#include "experiment/comparison_text.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "experiment/run_dots.h"
#include "report/quantity.h"
#include "report/table.h"

namespace fathom {

namespace {

std::string interval_text(const MetricComparison& row) {
    const auto& interval = row.result.effect.interval;
    if (!interval) return "-";
    const double low = stats::percent(interval->low), high = stats::percent(interval->high);
    const int decimals = std::max(std::abs(low), std::abs(high)) < 10 ? 2 : 1;
    return fmt::format("[{:+.{}f}, {:+.{}f}]", low, decimals, high, decimals);
}

std::string verdict_text(const MetricComparison& row) {
    std::string text = to_text(row.result.verdict);
    if (row.result.verdict == stats::Verdict::not_resolved && row.result.pairs_needed != 0)
        text += fmt::format(" ({})", row.result.pairs_needed);
    return text;
}

/// "Rows: B against A ..." before a table.
std::string caption(const ComparisonResult& result, std::size_t variant, bool pairs_needed) {
    const VariantLabel& a = result.variants.front();
    const VariantLabel& b = result.variants[variant];
    const auto described = [](const VariantLabel& label) {
        return label.differs.empty() || label.differs == label.name
                   ? label.name
                   : fmt::format("{} ({})", label.name, label.differs);
    };
    std::string text = fmt::format(
        "{} against {}: medians of the runs, difference in percent of {}, its {:g} % interval.",
        described(b), described(a), a.name, 100 * result.question.confidence);
    if (pairs_needed) text += " In brackets after a verdict: rounds it would take, about.";
    return text;
}

/// The rows of one part and variant, a table per direction where there are several.
std::vector<Table> tables_of(const ComparisonResult& result) {
    std::vector<Table> tables;
    for (std::size_t v = 1; v < result.variants.size(); ++v) {
        const bool needed =
            std::any_of(result.rows.begin(), result.rows.end(), [&](const MetricComparison& row) {
                return row.variant == v && row.result.pairs_needed != 0;
            });
        bool first = true;
        for (std::size_t part = 0; part < result.parts.size(); ++part) {
            Table table;
            if (first) table.caption = caption(result, v, needed);
            first = false;
            table.columns = {{result.parts[part], true},
                             {result.variants.front().name},
                             {result.variants[v].name},
                             {"diff."},
                             {"interval"},
                             {"verdict", true}};
            for (const MetricComparison& row : result.rows) {
                if (row.part != part || row.variant != v) continue;
                const std::string unit = unit_of(row.metric);
                std::string what = name_of(row.metric);
                if (row.metric.direction)
                    what = fmt::format("{} {}", name_of(*row.metric.direction), what);
                table.rows.push_back({what, quantity(row.result.median_a, unit),
                                      quantity(row.result.median_b, unit),
                                      signed_percent(std::expm1(row.result.effect.estimate)),
                                      interval_text(row), verdict_text(row)});
            }
            if (table.rows.empty()) table.notes.push_back("no metric that both have");
            tables.push_back(std::move(table));
        }
    }
    return tables;
}

std::string heading(const ComparisonResult& result) {
    const std::size_t least = *std::min_element(result.runs.begin(), result.runs.end());
    std::string text = fmt::format("{} variants, {} runs of each; margin {:.3g} %",
                                   result.variants.size(), least, 100 * result.question.margin);
    if (result.seed) text += fmt::format(", seed {}", *result.seed);
    return text;
}

/// Noise between runs of what the gate looks at, one line per part and metric.
std::vector<std::string> noise_lines(const ComparisonResult& result) {
    std::vector<std::string> lines;
    for (const MetricComparison& row : result.rows) {
        if (!row.in_gate) continue;
        if (row.variant == 1) {
            std::string what = name_of(row.metric);
            if (row.metric.direction)
                what = fmt::format("{} {}", name_of(*row.metric.direction), what);
            if (result.parts.size() > 1) what += " of " + result.parts[row.part];
            lines.push_back(fmt::format("noise between runs, {}: {} {:.2f} %", what,
                                        result.variants.front().name, 100 * row.noise_a));
        }
        const std::string text =
            fmt::format(", {} {:.2f} %", result.variants[row.variant].name, 100 * row.noise_b);
        // Rows of one metric follow one another, variant by variant.
        if (!lines.empty()) lines.back() += text;
    }
    return lines;
}

std::string list_of(const std::string& title, const std::vector<std::string>& entries,
                    std::size_t width) {
    if (entries.empty()) return {};
    std::string text = "\n" + title + "\n";
    for (const std::string& entry : entries) text += wrapped("- " + entry, width, 2);
    return text;
}

std::string pictures_text(const ComparisonResult& result, const TextStyle& style) {
    std::string text;
    for (const RunPicture& picture : result.pictures) {
        std::string title = name_of(picture.metric);
        if (picture.metric.direction)
            title = fmt::format("{} {}", name_of(*picture.metric.direction), title);
        if (result.parts.size() > 1) title += " of " + result.parts[picture.part];
        text += "\n" + run_dots(title, picture, result.variants, style.width, style.utf8);
    }
    return text;
}

}  // namespace

std::string comparison_text(const ComparisonResult& result, const TextStyle& style) {
    std::string text = heading(result) + "\n";
    for (const Table& table : tables_of(result)) text += "\n" + as_text(table, style.width);
    text += "\n";
    for (const std::string& line : noise_lines(result)) text += wrapped(line, style.width, 2);
    text += pictures_text(result, style);
    text += list_of("Notes", result.notes, style.width);
    text += list_of("What else differed", result.evidence, style.width);
    return text;
}

std::string comparison_markdown(const ComparisonResult& result) {
    std::string text = heading(result) + "\n";
    for (const Table& table : tables_of(result)) text += "\n" + as_markdown(table);
    text += "\n";
    for (const std::string& line : noise_lines(result)) text += wrapped("- " + line, 80, 2);
    const std::string pictures = pictures_text(result, {80, true});
    if (!pictures.empty()) text += "\n```" + pictures + "```\n";
    if (!result.notes.empty()) text += list_of("**Notes**\n", result.notes, 80);
    if (!result.evidence.empty()) text += list_of("**What else differed**\n", result.evidence, 80);
    return text;
}

std::string comparison_line(const ComparisonResult& result) {
    for (const MetricComparison& row : result.rows) {
        if (!row.in_gate) continue;
        std::string what = name_of(row.metric);
        if (row.metric.direction) what = fmt::format("{} {}", name_of(*row.metric.direction), what);
        return fmt::format("{} of {}: {} {}", what, result.variants[row.variant].name,
                           signed_percent(std::expm1(row.result.effect.estimate)),
                           interval_text(row));
    }
    return {};
}

}  // namespace fathom
