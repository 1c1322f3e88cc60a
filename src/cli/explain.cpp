#include "cli/explain.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <vector>

#include <fmt/format.h>

#include "cli/arguments.h"
#include "cli/flags.h"
#include "cli/full_table.h"
#include "cli/output.h"
#include "report/number.h"

namespace fathom {

namespace {

/// Options whose defaults are shown although nobody set them: what decides a result.
constexpr std::array<std::string_view, 9> always_shown = {
    "rw", "bs", "size", "ioengine", "iodepth", "direct", "numjobs", "runtime", "time_based"};

constexpr std::size_t widest_value = 44;

struct Line {
    std::string option, value, from;
};

std::string source_text(const GivenOption& given) {
    return given.origin.text() +
           (given.from_global && !given.origin.file.empty() ? " [global]" : "");
}

/// What is in force: of each option the last setting, in the order first set.
std::vector<Line> given_lines(const Job& job) {
    std::vector<Line> lines;
    for (const GivenOption& given : job.given) {
        if (given.name == "name") continue;
        Line line{given.name, given.value, source_text(given)};
        const auto same = std::find_if(lines.begin(), lines.end(), [&](const Line& earlier) {
            return earlier.option == line.option;
        });
        if (same == lines.end()) {
            lines.push_back(std::move(line));
        } else {
            line.from += ", instead of " + same->value + " of " + same->from;
            *same = std::move(line);
        }
    }
    for (Line& line : lines) {
        if (line.value.empty()) line.value = "1";
    }
    return lines;
}

bool is_given(const std::vector<Line>& lines, const OptionRow& row) {
    return std::any_of(lines.begin(), lines.end(), [&](const Line& line) {
        return line.option == row.name || (!row.inverse.empty() && line.option == row.inverse);
    });
}

void add_defaults(std::vector<Line>& lines, std::span<const OptionRow> rows, bool all) {
    std::vector<Line> defaults;
    for (const OptionRow& row : rows) {
        if (row.standing == OptionStanding::ignored || row.standing == OptionStanding::gone ||
            row.name == "name" || is_given(lines, row)) {
            continue;
        }
        const bool shown = all || std::find(always_shown.begin(), always_shown.end(), row.name) !=
                                      always_shown.end();
        if (!shown) continue;
        const bool off = row.kind == OptionKind::flag || row.kind == OptionKind::boolean;
        std::string value(row.default_text);
        if (value.empty()) value = off ? "0" : "-";
        defaults.push_back({std::string(row.name), std::move(value), "default"});
    }
    lines.insert(lines.end(), defaults.begin(), defaults.end());
}

std::string table_text(const std::vector<Line>& lines) {
    std::size_t option_width = 0, value_width = 0;
    for (const Line& line : lines) {
        option_width = std::max(option_width, line.option.size());
        value_width = std::max(value_width, std::min(line.value.size(), widest_value));
    }
    std::string text;
    for (const Line& line : lines) {
        text += fmt::format("  {:<{}}  {:<{}}  {}\n", line.option, option_width, line.value,
                            value_width, line.from);
    }
    return text;
}

std::string plural(std::uint64_t count, std::string_view noun) {
    return fmt::format("{} {}{}", count, noun, count == 1 ? "" : "s");
}

std::string size_text(std::uint64_t bytes) {
    return bytes_text(bytes, NumberBase::binary);
}

std::string seconds_text(Nanos span) {
    return fmt::format("{:g} s", static_cast<double>(span.count()) / 1e9);
}

/// "a x2, b" of one stage; a worker that waits for another job says so.
std::string stage_jobs(const Plan& plan, std::uint32_t stage) {
    std::string text;
    for (std::size_t job = 0; job < plan.jobs.size(); ++job) {
        const PlannedWorker* first = nullptr;
        std::uint32_t count = 0;
        for (const PlannedWorker& worker : plan.workers) {
            if (worker.job != job || worker.stage != stage) continue;
            if (first == nullptr) first = &worker;
            ++count;
        }
        if (first == nullptr) continue;
        if (!text.empty()) text += ", ";
        text += plan.jobs[job].name;
        if (count > 1) text += fmt::format(" x{}", count);
        text += fmt::format(" (group {}", first->group);
        if (first->waits_for) text += fmt::format(", after {}", plan.jobs[*first->waits_for].name);
        text += ")";
    }
    return text;
}

std::string bytes_to_do(const StageEstimate& stage) {
    std::string text;
    const std::array<std::string_view, direction_count> verbs = {"read", "written", "trimmed"};
    for (std::size_t i = 0; i < direction_count; ++i) {
        if (stage.bytes.values[i] == 0) continue;
        text += fmt::format("{}{} {}", text.empty() ? "" : ", ", size_text(stage.bytes.values[i]),
                            verbs[i]);
    }
    if (text.empty()) return "nothing transferred";
    return stage.repeats ? text + " a pass, again and again" : text;
}

std::string time_of(const StageEstimate& stage) {
    if (stage.is_limited) return (stage.lasts_limit ? "" : "at most ") + seconds_text(stage.limit);
    return "until all is transferred";
}

std::string plan_text(const Plan& plan, const Estimate& estimate) {
    std::string text = "plan\n";
    constexpr Nanos longest(std::numeric_limits<std::int64_t>::max());
    Nanos total{};
    bool limited = true, exact = true;
    for (std::uint32_t stage = 0; stage < plan.stages(); ++stage) {
        const StageEstimate& told = estimate.stages[stage];
        text += fmt::format("  stage {}: {}\n    {}; {}\n", stage + 1, stage_jobs(plan, stage),
                            time_of(told), bytes_to_do(told));
        total += std::min(told.limit, longest - total);
        limited = limited && told.is_limited;
        exact = exact && told.lasts_limit;
    }
    std::uint64_t written = estimate.bytes_laid_out;
    bool repeats = false;
    for (const StageEstimate& stage : estimate.stages) {
        written += stage.bytes[Direction::write];
        repeats = repeats || (stage.repeats && stage.bytes[Direction::write] != 0);
    }
    text += "estimate\n  time: ";
    if (limited) {
        text += (exact ? "" : "at most ") + seconds_text(total);
    } else {
        text += "as long as the transfers take: not every job has a runtime";
        if (total.count() != 0) text += ", delays and limits come to " + seconds_text(total);
    }
    text += fmt::format("\n  written: {}{}", repeats ? "more than " : "", size_text(written));
    if (repeats) text += " (jobs write again and again until their time is over)";
    text += fmt::format("\n  before that: {} made, {} laid out\n",
                        plural(estimate.files_made, "file"), size_text(estimate.bytes_laid_out));
    for (const std::string& problem : estimate.problems) {
        text += "  cannot be told: " + problem + "\n";
    }
    return text;
}

}  // namespace

std::string explain_text(const BuildResult& built, const Plan& plan, const Estimate& estimate,
                         const OptionTable& table, bool all) {
    std::string text;
    for (const Job& job : plan.jobs) {
        text += fmt::format("job {}", job.name);
        if (job.origin.known()) text += fmt::format("  ({})", job.origin.text());
        text += '\n';
        std::vector<Line> lines = given_lines(job);
        add_defaults(lines, table.rows(), all);
        if (all) add_defaults(lines, table.engine_rows(job.ioengine), true);
        text += table_text(lines) + '\n';
    }
    text += plan_text(plan, estimate);
    for (const auto& [title, problems] :
         {std::pair<std::string_view, const std::vector<Problem>&>{"warnings", built.warnings},
          {"cannot run", built.not_yet}}) {
        if (problems.empty()) continue;
        text += fmt::format("{}\n", title);
        for (const Problem& problem : problems) text += "  " + to_text(problem) + '\n';
    }
    return text;
}

namespace {

/// What a run would refuse before it starts.
void add_refusals(const Plan& plan, const Arguments& arguments, std::vector<Problem>& problems) {
    try {
        check_plan(plan, {.readonly = arguments.readonly});
    } catch (const Error& refused) {
        problems = refused.problems();
    }
}

}  // namespace

int explain_command(std::span<const std::string> words, const Identity& identity) {
    const OptionTable table = full_table();
    std::vector<std::string> rest;
    bool all = false;
    for (const std::string& word : words) {
        if (word == "--all") {
            all = true;
        } else {
            rest.push_back(word);
        }
    }
    const Arguments arguments = parse_arguments(rest, table);
    if (arguments.action == Arguments::Action::help || rest.empty()) {
        std::printf(
            "%s explain [--all] [flags] [job options] <job file(s)>\n"
            "Says what the jobs come to, and runs nothing: each setting with the place it comes\n"
            "from, the order of the jobs, an estimate of time and bytes. --all: defaults too.\n",
            identity.program.c_str());
        return rest.empty() ? 1 : 0;
    }
    if (!arguments.save_file.empty()) {
        throw Error("--save has no place here: explain runs nothing that could be saved");
    }
    BuildResult built = jobs_of(arguments, table);
    const Plan plan = make_plan(std::exchange(built.jobs, {}));
    if (built.not_yet.empty()) add_refusals(plan, arguments, built.not_yet);
    Output output(arguments.output_file);
    output.write(explain_text(built, plan, estimate(plan), table, all));
    return output.finish() ? 0 : 1;
}

}  // namespace fathom
