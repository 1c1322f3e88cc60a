#include "cli/experiment_parts.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "report/quantity.h"
#include "run/estimate.h"

namespace fathom {

std::size_t terminal_width(int fd) {
    winsize size{};
    const bool known = ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40;
    return known ? size.ws_col : 80;
}

std::size_t result_width(const CompareOptions& options, const Output& output) {
    constexpr std::size_t no_limit = 1000;
    if (options.wide) return no_limit;
    return output.to_terminal() ? terminal_width(STDOUT_FILENO) : 80;
}

bool locale_is_utf8() {
    for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"}) {
        const char* const value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        const std::string text = value;
        return text.find("UTF-8") != std::string::npos || text.find("utf8") != std::string::npos;
    }
    return false;
}

std::string span_text(Nanos span) {
    const std::int64_t seconds = span.count() / 1'000'000'000;
    if (seconds >= 3600) return fmt::format("{}h {:02}m", seconds / 3600, seconds / 60 % 60);
    if (seconds >= 60) return fmt::format("{}m {:02}s", seconds / 60, seconds % 60);
    if (seconds >= 1) return fmt::format("{}s", seconds);
    return fmt::format("{}ms", span.count() / 1'000'000);
}

StatusLine::StatusLine() : terminal_(::isatty(STDERR_FILENO) == 1) {}

void StatusLine::show(std::string line) {
    if (!terminal_) return;
    const std::size_t width = terminal_width(STDERR_FILENO) - 1;
    if (line.size() > width) line.resize(width);
    const std::size_t shown = line.size();
    if (line.size() < shown_) line += std::string(shown_ - line.size(), ' ');
    std::fprintf(stderr, "\r%s%s", line.c_str(), shown == 0 ? "\r" : "");
    std::fflush(stderr);
    shown_ = shown;
}

RunCost cost_of(const Plan& plan) {
    const Estimate all = estimate(plan);
    RunCost cost;
    Nanos time{};
    bool limited = true;
    for (const StageEstimate& stage : all.stages) {
        time = Nanos{time.count() + stage.limit.count()};
        limited = limited && stage.is_limited;
        cost.repeats = cost.repeats || stage.repeats;
        cost.read += static_cast<double>(stage.bytes[Direction::read]);
        cost.written += static_cast<double>(stage.bytes[Direction::write]);
    }
    if (limited && time.count() > 0) cost.limit = time;
    cost.laid_out = static_cast<double>(all.bytes_laid_out);
    return cost;
}

std::string to_text(const RunCost& cost) {
    std::string text = cost.limit ? fmt::format("{} at most", span_text(*cost.limit))
                                  : std::string("until its size is done");
    const auto bytes = [&](double count) {
        return (cost.repeats && count > 0 ? "more than " : "") + quantity(count, "B");
    };
    text += fmt::format(", {} to read, {} to write", bytes(cost.read), bytes(cost.written));
    if (cost.repeats) text += " (jobs go over their files until their time is over)";
    if (cost.laid_out > 0)
        text += fmt::format(", {} laid out before the first", quantity(cost.laid_out, "B"));
    return text;
}

RunCost total_cost(const std::vector<RunCost>& each, std::size_t runs, Nanos settle) {
    RunCost total;
    total.limit = Nanos{};
    for (const RunCost& cost : each) {
        const auto times = static_cast<double>(runs);
        total.repeats = total.repeats || cost.repeats;
        total.read += times * cost.read;
        total.written += times * cost.written;
        total.laid_out = std::max(total.laid_out, cost.laid_out);
        if (total.limit && cost.limit) {
            total.limit = Nanos{total.limit->count() + static_cast<std::int64_t>(runs) *
                                                           (cost.limit->count() + settle.count())};
        } else {
            total.limit.reset();
        }
    }
    return total;
}

RunOptions experiment_run_options(const Arguments& arguments, const Identity& identity) {
    RunOptions options;
    options.readonly = arguments.readonly;
    options.keep_series = true;
    options.live_interval = Nanos{};
    options.program = identity.program;
    return options;
}

void assign_commands(std::vector<VariantCommand>& commands,
                     const std::vector<VariantLabel>& variants) {
    for (VariantCommand& one : commands) {
        for (const VariantLabel& variant : variants) {
            const std::string prefix = variant.name + ":";
            if (!one.command.starts_with(prefix)) continue;
            one.variant = variant.name;
            one.command.erase(0, prefix.size());
            break;
        }
    }
}

std::vector<std::string> conditions(const CompareOptions& options) {
    std::vector<std::string> notes;
    if (options.drop_caches) notes.emplace_back("the page cache was emptied before each run");
    if (options.settle.count() > 0)
        notes.push_back(fmt::format("a pause of {} before each run", span_text(options.settle)));
    for (const std::string& command : options.before_each)
        notes.push_back(fmt::format("before each run: {}", command));
    for (const auto& [when, commands] :
         {std::pair<const char*, const std::vector<VariantCommand>&>{"before", options.before},
          {"after", options.after}}) {
        for (const VariantCommand& one : commands) {
            notes.push_back(fmt::format("{} each run{}: {}", when,
                                        one.variant.empty() ? "" : " of " + one.variant,
                                        one.command));
        }
    }
    return notes;
}

}  // namespace fathom
