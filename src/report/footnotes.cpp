// The footnotes under a report: warnings carried by the result, each said once.
#include <algorithm>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "report/normal.h"
#include "result/merge.h"

namespace fathom {

namespace {

/// How late a rate's I/Os were issued, and what they took from when they were due.
std::string due_text(Direction d, const DirectionRecord& record) {
    const auto at = [](const Latency& latency) {
        return fmt::format("{:.1f} us on average (99th percentile {:.1f} us)",
                           latency.moments().mean() / 1e3,
                           static_cast<double>(latency.percentile(99)) / 1e3);
    };
    return fmt::format("{}s were issued after they were due by {}; complete after it by {}",
                       name_of(d), at(record.lateness), at(record.intended));
}

std::string cycles_text(const JobResult& row) {
    const Latency& cycles = row.cycles;
    return fmt::format(
        "cycles of {} I/Os: {} done, {:.2f} ms each on average (99th percentile {:.2f} ms)",
        row.settings.elevator_cycle, cycles.moments().count, cycles.moments().mean() / 1e6,
        static_cast<double>(cycles.percentile(99)) / 1e6);
}

}  // namespace

std::string footnotes_text(const RunResult& run) {
    std::vector<std::string> lines;
    const auto say = [&lines](const std::string& line) {
        if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    };
    for (const Problem& warning : run.warnings) say(to_text(warning));
    for (const JobResult& row : report_rows(run)) {
        for (const Problem& note : row.footnotes) say(row.name + ": " + to_text(note));
        if (row.cycles.moments().count != 0) say(row.name + ": " + cycles_text(row));
        for (const Direction d : all_directions) {
            const DirectionRecord& record = row.directions[d].record;
            if (record.intended.moments().count != 0) say(row.name + ": " + due_text(d, record));
        }
    }
    std::string text;
    for (const std::string& line : lines) text += "note: " + line + "\n";
    return text;
}

}  // namespace fathom
