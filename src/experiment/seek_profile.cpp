#include "experiment/seek_profile.h"

#include <algorithm>
#include <charconv>
#include <cmath>

#include <fmt/format.h>

#include "base/error.h"
#include "experiment/runs.h"
#include "report/quantity.h"
#include "stats/sample.h"

namespace fathom {

namespace {

constexpr std::size_t bar_width = 24;
constexpr std::size_t fewest_runs = 3;

std::string bar_of(double value, double most) {
    return std::string(static_cast<std::size_t>(std::lround(value / most * bar_width)), '#');
}

std::string unit_of(ProfileKind kind) {
    return kind == ProfileKind::zones ? "B/s" : "ns";
}

Table profile_table(const SeekProfile& profile) {
    const bool zones = profile.kind == ProfileKind::zones;
    Table table;
    table.caption = zones ? fmt::format("Sequential speed of {} from each place on.",
                                        quantity(static_cast<double>(profile.each), "B"))
                          : "Mean time of a request that lies so far from the one before it.";
    table.columns = {TableColumn{zones ? "place" : "distance"},
                     {zones ? "first byte" : "bytes"},
                     {zones ? "bytes/s" : "request"},
                     {"+-"},
                     {"", true}};
    double most = 0;
    for (const ProfilePoint& point : profile.points) most = std::max(most, point.value);
    for (const ProfilePoint& point : profile.points) {
        table.rows.push_back(
            {zones ? fmt::format("{:.1f} %", 100 * point.share)
                   : fmt::format("{:.4g} %", 100 * point.share),
             std::to_string(point.at), quantity(point.value, unit_of(profile.kind)),
             point.interval
                 ? fmt::format("{:.1f} %",
                               100 * (point.interval->high - point.interval->low) / 2 / point.value)
                 : "-",
             bar_of(point.value, most)});
    }
    if (profile.points.size() < 2) return table;
    const ProfilePoint& first = profile.points.front();
    const ProfilePoint& last = profile.points.back();
    table.notes.push_back(
        zones ? fmt::format("the end has {:.3g} times the speed of the start",
                            last.value / first.value)
              : fmt::format("from the shortest distance to the longest the arm takes {} more",
                            quantity(last.value - first.value, "ns")));
    return table;
}

std::string profile_heading(const SeekProfile& profile) {
    return fmt::format("{}: {}; seed {}", profile.subject.target, profile.subject.how,
                       profile.seed);
}

std::string profile_notes(const SeekProfile& profile, std::size_t width) {
    std::string text;
    if (!profile.subject.notes.empty()) text += "\nNotes\n";
    for (const std::string& note : profile.subject.notes) text += wrapped("- " + note, width, 2);
    return text;
}

}  // namespace

SeekProfile seek_profile(const Sweep& sweep, ProfileKind kind, SeekSubject subject,
                         std::uint64_t each) {
    SeekProfile profile;
    profile.kind = kind;
    profile.each = each;
    profile.seed = sweep.plan.seed;
    const MetricKind metric =
        kind == ProfileKind::zones ? MetricKind::bandwidth : MetricKind::mean_latency;
    const auto span = static_cast<double>(subject.span);
    for (std::size_t cell = 0; cell < sweep.cells.size(); ++cell) {
        const Experiment& experiment = sweep.cells[cell];
        std::vector<double> values, distances;
        for (const TakenRun& run : experiment.runs) {
            if (!run_counts(run.facts) || run.facts.parts.empty()) continue;
            const PartFacts& part = run.facts.parts.front();
            const Direction d = direction_worked_on(part);
            if (const auto value = value_of({metric, 0, d}, part)) values.push_back(*value);
            if (part.mean_distance) distances.push_back(*part.mean_distance);
        }
        if (values.empty()) continue;
        ProfilePoint point;
        const std::string& text = sweep.plan.cells[cell].front().second;
        std::from_chars(text.data(), text.data() + text.size(), point.at);
        point.runs = values.size();
        point.value = stats::mean(values);
        const bool as_made = kind == ProfileKind::curve && !distances.empty();
        point.share = (as_made ? stats::mean(distances) : static_cast<double>(point.at)) / span;
        if (values.size() >= fewest_runs) {
            if (const auto mean = stats::student_mean(values, sweep.question.confidence))
                point.interval = mean->interval;
        }
        profile.points.push_back(point);
    }
    if (profile.points.empty()) throw Error("no place has runs to look at");
    profile.subject = std::move(subject);
    profile.subject.notes.insert(profile.subject.notes.end(), sweep.notes.begin(),
                                 sweep.notes.end());
    return profile;
}

std::string profile_text(const SeekProfile& profile, std::size_t width) {
    return wrapped(profile_heading(profile), width, 0) + "\n" +
           as_text(profile_table(profile), width) + profile_notes(profile, width);
}

std::string profile_markdown(const SeekProfile& profile) {
    return profile_heading(profile) + "\n\n" + as_markdown(profile_table(profile)) +
           profile_notes(profile, 100);
}

}  // namespace fathom
