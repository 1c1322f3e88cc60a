#include "cli/compare_command.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <random>

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "base/clock.h"
#include "cli/compare_flags.h"
#include "cli/compare_variants.h"
#include "cli/full_table.h"
#include "cli/output.h"
#include "cli/plan_runner.h"
#include "cli/saved_sets.h"
#include "experiment/comparison_text.h"
#include "experiment/execution.h"
#include "experiment/runs.h"
#include "experiment/store.h"
#include "report/quantity.h"
#include "run/estimate.h"

namespace fathom {

namespace {

/// Columns of the terminal behind a descriptor; 80 where there is none.
std::size_t terminal_width(int fd) {
    winsize size{};
    const bool known = ::ioctl(fd, TIOCGWINSZ, &size) == 0 && size.ws_col >= 40;
    return known ? size.ws_col : 80;
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

/// "1m 20s"
std::string span_text(Nanos span) {
    const std::int64_t seconds = span.count() / 1'000'000'000;
    if (seconds >= 3600) return fmt::format("{}h {:02}m", seconds / 3600, seconds / 60 % 60);
    if (seconds >= 60) return fmt::format("{}m {:02}s", seconds / 60, seconds % 60);
    if (seconds >= 1) return fmt::format("{}s", seconds);
    return fmt::format("{}ms", span.count() / 1'000'000);
}

/// On a terminal a line over itself; else a line for each block.
class Progress : public ExperimentObserver {
  public:
    Progress(const std::vector<Variant>& variants, const Limits& limits)
        : variants_(variants), limits_(limits), terminal_(::isatty(STDERR_FILENO) == 1) {}

    void step(const Step& step, std::size_t most_rounds, Nanos to_go) override {
        if (!terminal_) return;
        std::string line =
            fmt::format("round {} of {}{}, {}", step.round + 1, limits_.rounds ? "" : "at most ",
                        most_rounds, variants_[step.variant].label.name);
        if (limits_.budget)
            line = fmt::format("round {}, {}", step.round + 1, variants_[step.variant].label.name);
        if (to_go.count() > 0) {
            line += fmt::format(", {}{} to go", limits_.rounds ? "" : "at most ", span_text(to_go));
        }
        if (!state_.empty()) line += "; " + state_;
        show(line);
    }
    void block(std::size_t rounds, const ComparisonResult& result) override {
        state_ = comparison_line(result);
        if (!terminal_) std::fprintf(stderr, "%zu rounds: %s\n", rounds, state_.c_str());
    }
    void clear() { show(""); }

  private:
    void show(std::string line) {
        if (!terminal_) return;
        const std::size_t width = terminal_width(STDERR_FILENO) - 1;
        if (line.size() > width) line.resize(width);
        const std::size_t shown = line.size();
        if (line.size() < shown_) line += std::string(shown_ - line.size(), ' ');
        std::fprintf(stderr, "\r%s%s", line.c_str(), shown == 0 ? "\r" : "");
        std::fflush(stderr);
        shown_ = shown;
    }

    const std::vector<Variant>& variants_;
    const Limits& limits_;
    bool terminal_;
    std::string state_;
    std::size_t shown_ = 0;
};

/// What an estimate of one run says: seconds and bytes as far as they are known.
std::string run_estimate(const Plan& plan) {
    const Estimate all = estimate(plan);
    Nanos time{};
    std::uint64_t read = 0, written = 0;
    bool limited = true;
    for (const StageEstimate& stage : all.stages) {
        time = Nanos{time.count() + stage.limit.count()};
        limited = limited && stage.is_limited;
        read += stage.bytes[Direction::read];
        written += stage.bytes[Direction::write];
    }
    std::string text = limited && time.count() > 0 ? fmt::format("{} at most", span_text(time))
                                                   : std::string("until its size is done");
    text += fmt::format(", {} to read, {} to write", quantity(static_cast<double>(read), "B"),
                        quantity(static_cast<double>(written), "B"));
    if (all.bytes_laid_out != 0) {
        text += fmt::format(", {} laid out before the first",
                            quantity(static_cast<double>(all.bytes_laid_out), "B"));
    }
    return text;
}

std::string dry_run_text(const std::vector<Variant>& variants, const CompareOptions& options,
                         std::uint64_t seed) {
    const std::size_t k = variants.size();
    std::string text;
    for (std::size_t v = 0; v < k; ++v) {
        const VariantLabel& label = variants[v].label;
        text += fmt::format("{}{}: a run takes {}\n", label.name,
                            label.differs.empty() ? "" : " (" + label.differs + ")",
                            run_estimate(variants[v].plan));
    }
    const std::size_t most = most_blocks(k, options.limits) * k;
    const std::size_t least = std::min(blocks_for(k, fewest_rounds) * k, most);
    if (options.limits.budget) {
        text += fmt::format("rounds: as many as fit {}\n", span_text(*options.limits.budget));
    } else if (options.limits.rounds) {
        text += fmt::format("rounds: {}\n", most);
    } else {
        text += fmt::format("rounds: {} to {}, until the interval is {:g} % on each side\n", least,
                            most, 100 * options.limits.precision);
    }
    text += fmt::format("order (seed {}):", seed);
    for (std::size_t block = 0; block < blocks_for(k, least); ++block) {
        for (const Step& step : block_of_steps(k, block, seed))
            text += fmt::format("{}{}", step.place == 0 ? "\n  " : ", ",
                                variants[step.variant].label.name);
    }
    return text + "\n";
}

/// "NAME:COMMAND" is for the variant NAME.
void assign_commands(std::vector<VariantCommand>& commands, const std::vector<Variant>& variants) {
    for (VariantCommand& one : commands) {
        for (const Variant& variant : variants) {
            const std::string prefix = variant.label.name + ":";
            if (!one.command.starts_with(prefix)) continue;
            one.variant = variant.label.name;
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

void write_result(const ComparisonResult& result, const CompareOptions& options, Output& output) {
    switch (options.format) {
        case CompareFormat::text: {
            const std::size_t width = options.wide           ? 1000
                                      : output.to_terminal() ? terminal_width(STDOUT_FILENO)
                                                             : 80;
            output.write(
                comparison_text(result, {std::min<std::size_t>(width, 120), locale_is_utf8()}));
            return;
        }
        case CompareFormat::markdown:
            output.write(comparison_markdown(result));
            return;
        case CompareFormat::csv:
            output.write(comparison_csv(result));
            return;
        case CompareFormat::json:
            output.write(comparison_json(result));
            return;
    }
}

/// Compares, with the margin that --aa measured where it was asked for.
ComparisonResult conclude(Experiment& experiment, const CompareOptions& options) {
    ComparisonResult result = compare(experiment, options.metrics);
    const double floor = noise_floor(result, options.metrics);
    if (floor <= 0) return result;
    if (experiment.question.margin_given) {
        experiment.notes.push_back(fmt::format(
            "noise floor: a variant against itself differs by up to {:.2f} %; the margin is as "
            "given",
            100 * floor));
    } else {
        experiment.question.margin = std::max(experiment.question.margin, floor);
        experiment.notes.push_back(fmt::format(
            "noise floor: a variant against itself differs by up to {:.2f} %, which sets the "
            "margin if above 1 %",
            100 * floor));
    }
    return compare(experiment, options.metrics);
}

int compare_saved(const CompareOptions& options, const OptionTable& table) {
    if (!options.vary.empty() || !options.variants.empty() || options.aa || !options.save.empty() ||
        options.limits.rounds || options.limits.budget || options.dry_run) {
        throw Error(
            "results that are saved already are only compared: flags about runs have no "
            "place here");
    }
    const Arguments arguments = parse_arguments(options.rest, table);
    Experiment experiment = experiment_of(options.paths, table);
    experiment.question = options.question;
    const ComparisonResult result = conclude(experiment, options);
    Output output(arguments.output_file);
    write_result(result, options, output);
    if (!output.finish()) return 1;
    return exit_status(result, options.fail_on);
}

ExperimentPlan plan_to_keep(const std::vector<Variant>& variants, std::uint64_t seed) {
    ExperimentPlan plan;
    plan.seed = seed;
    for (const Variant& variant : variants) {
        plan.variants.push_back(variant.label);
        plan.jobs.push_back(jobs_text(variant.plan));
    }
    return plan;
}

/// Why it ended early, and what became of the runs.
void tell_end(const Experiment& experiment, const CompareOptions& options,
              const Identity& identity) {
    for (const std::string& note : experiment.notes) {
        if (note.starts_with("ended at"))
            std::fprintf(stderr, "%s: %s\n", identity.program.c_str(), note.c_str());
    }
    if (options.save.empty()) return;
    std::fprintf(stderr, "%s: %zu runs are kept in %s; the same command goes on from there\n",
                 identity.program.c_str(), experiment.runs.size(), options.save.c_str());
}

bool every_variant_ran(const Experiment& experiment) {
    std::vector<bool> ran(experiment.variants.size());
    for (const TakenRun& run : experiment.runs)
        if (run_counts(run.facts)) ran[run.variant] = true;
    return std::find(ran.begin(), ran.end(), false) == ran.end();
}

int compare_jobs(CompareOptions options, const OptionTable& table, const Identity& identity) {
    VariantSet set = variants_of(options, table);
    for (const Problem& warning : set.warnings)
        std::fprintf(stderr, "%s: %s\n", identity.program.c_str(), to_text(warning).c_str());
    if (options.aa) {
        Variant again = set.variants.front();
        again.label = {again.label.name + " again", "the same once more", true};
        set.variants.insert(set.variants.begin() + 1, std::move(again));
    }
    assign_commands(options.before, set.variants);
    assign_commands(options.after, set.variants);

    std::optional<Store> store;
    if (!options.save.empty() && !options.dry_run) store.emplace(options.save);
    const std::uint64_t seed = options.seed             ? *options.seed
                               : store && store->plan() ? store->plan()->seed
                                                        : std::random_device{}();
    if (options.dry_run) {
        print_at_once(dry_run_text(set.variants, options, seed));
        return 0;
    }
    RunOptions run_options;
    run_options.readonly = set.arguments.readonly;
    run_options.keep_series = true;
    run_options.live_interval = Nanos{};
    run_options.program = identity.program;
    PlanRunner runner(set.variants, options, run_options, identity.version,
                      store ? &*store : nullptr);
    Output output(set.arguments.output_file);
    Experiment experiment;
    for (const Variant& variant : set.variants) experiment.variants.push_back(variant.label);
    experiment.question = options.question;
    experiment.seed = seed;
    experiment.notes = conditions(options);
    if (store) {
        store->start(plan_to_keep(set.variants, seed));
        add_runs(experiment, store->runs(table));
    }
    install_interrupt_handlers();
    Progress progress(set.variants, options.limits);
    runner.prepare();
    const bool whole = execute(experiment, options.limits, options.metrics, runner, progress);
    progress.clear();
    if (!whole) tell_end(experiment, options, identity);
    if (!every_variant_ran(experiment)) return experiment.interrupted ? 128 : 1;
    const ComparisonResult result = conclude(experiment, options);
    write_result(result, options, output);
    if (!output.finish()) return 1;
    if (experiment.interrupted) return 128;
    return whole ? exit_status(result, options.fail_on) : 1;
}

}  // namespace

int compare_command(std::span<const std::string> words, const Identity& identity) {
    CompareOptions options = parse_compare(words);
    if (options.help || (options.paths.empty() && options.rest.empty())) {
        print_at_once(compare_usage(identity.program));
        return options.help ? 0 : 1;
    }
    const OptionTable table = full_table();
    const bool saved = !options.paths.empty() &&
                       std::all_of(options.paths.begin(), options.paths.end(), is_result);
    if (saved) return compare_saved(options, table);
    const auto result = std::find_if(options.paths.begin(), options.paths.end(), is_result);
    if (result != options.paths.end()) {
        throw Error(
            fmt::format("{} holds results, and another word is a job file: either all or "
                        "none",
                        *result));
    }
    return compare_jobs(std::move(options), table, identity);
}

}  // namespace fathom
