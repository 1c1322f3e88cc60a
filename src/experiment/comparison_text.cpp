#include "experiment/comparison_text.h"

#include <algorithm>
#include <cmath>
#include <optional>

#include <fmt/format.h>

#include "experiment/row_text.h"
#include "experiment/run_dots.h"
#include "report/quantity.h"
#include "report/table.h"

namespace fathom {

namespace {

std::string verdict_text(const MetricComparison& row) {
    std::string text = to_text(row.result.verdict);
    if (row.result.verdict == stats::Verdict::not_resolved && row.result.pairs_needed != 0)
        text += fmt::format(" ({})", row.result.pairs_needed);
    return text;
}

/// Longer names are told in the caption and are a letter in the table.
constexpr std::size_t longest_heading = 12;

struct Headings {
    std::string a, b;
};

Headings headings(const ComparisonResult& result, std::size_t variant) {
    const std::string& a = result.variants.front().name;
    const std::string& b = result.variants[variant].name;
    if (columns_of(a) <= longest_heading && columns_of(b) <= longest_heading) return {a, b};
    return {"A", "B"};
}

/// What the cells of a variant's tables mean.
std::string caption(const ComparisonResult& result, std::size_t variant, bool pairs_needed) {
    const VariantLabel& a = result.variants.front();
    const VariantLabel& b = result.variants[variant];
    const Headings heads = headings(result, variant);
    const auto described = [](const VariantLabel& label, const std::string& heading) {
        std::string text = label.name;
        if (!label.differs.empty() && label.differs != label.name)
            text += fmt::format(" ({})", label.differs);
        return heading == label.name ? text : heading + " = " + text;
    };
    std::string text = fmt::format(
        "{} against {}: medians of the runs, difference in percent of {}, its {:g} % interval.",
        described(b, heads.b), described(a, heads.a), heads.a, 100 * result.question.confidence);
    if (pairs_needed) text += " In brackets after a verdict: rounds it would take, about.";
    return text;
}

std::vector<std::string> cells_of(const MetricComparison& row) {
    const std::string unit = unit_of(row.metric);
    return {name_of(row.metric),
            quantity(row.result.median_a, unit),
            quantity(row.result.median_b, unit),
            signed_percent(std::expm1(row.result.effect.estimate)),
            interval_text(row.result.effect.interval),
            verdict_text(row)};
}

/// The tables of one variant: one for each part and direction, what is of no direction in the last.
void add_tables(const ComparisonResult& result, std::size_t variant, std::vector<Table>& tables) {
    const Headings heads = headings(result, variant);
    for (std::size_t part = 0; part < result.parts.size(); ++part) {
        std::optional<std::optional<Direction>> direction;
        for (const MetricComparison& row : result.rows) {
            if (row.part != part || row.variant != variant) continue;
            const bool follows =
                direction && (row.metric.direction == *direction || !row.metric.direction);
            if (!follows) {
                direction = row.metric.direction;
                std::string first(row.metric.direction ? name_of(*row.metric.direction) : "all");
                if (result.parts.size() > 1) first = result.parts[part] + ": " + first;
                tables.push_back({"",
                                  {{first, true},
                                   {heads.a},
                                   {heads.b},
                                   {"diff."},
                                   {"interval"},
                                   {"verdict", true}},
                                  {},
                                  {}});
            }
            tables.back().rows.push_back(cells_of(row));
        }
    }
}

std::vector<Table> tables_of(const ComparisonResult& result) {
    std::vector<Table> tables;
    for (std::size_t v = 1; v < result.variants.size(); ++v) {
        const bool needed =
            std::any_of(result.rows.begin(), result.rows.end(), [&](const MetricComparison& row) {
                return row.variant == v && row.result.pairs_needed != 0;
            });
        const std::size_t first = tables.size();
        add_tables(result, v, tables);
        if (tables.size() == first) {
            tables.push_back({"", {{"no metric that both have", true}}, {}, {}});
        }
        tables[first].caption = caption(result, v, needed);
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
            std::string what = subject_text(row.metric);
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
        std::string title = subject_text(picture.metric);
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
                           interval_text(row.result.effect.interval));
    }
    return {};
}

}  // namespace fathom
