#include "cli/fio_command.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>

#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/flags.h"
#include "cli/full_table.h"
#include "cli/help.h"
#include "cli/output.h"
#include "job/build.h"
#include "report/json.h"
#include "report/normal.h"
#include "report/terse.h"
#include "run/run.h"

namespace fathom {

namespace {

unsigned terminal_columns() {
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 && size.ws_col > 0) return size.ws_col;
    const char* columns = std::getenv("COLUMNS");
    const int n = columns == nullptr ? 0 : std::atoi(columns);
    return n > 0 ? static_cast<unsigned>(n) : 80;
}

/// Passes what a run says on to the terminal: messages with the report, problems to stderr, and
/// the status line over itself.
class Terminal : public RunObserver {
  public:
    Terminal(Output& output, const Arguments& arguments) : output_(output), arguments_(arguments) {}

    /// Whether a status line is wanted: on a terminal, or always, and never amid JSON on stdout.
    [[nodiscard]] bool shows_status() const {
        if (arguments_.eta == Arguments::Eta::never) return false;
        if (output_.to_stdout() && !arguments_.formats.normal) return false;
        return arguments_.eta == Arguments::Eta::always || ::isatty(STDOUT_FILENO) == 1;
    }

    void message(std::string_view line) override {
        if (!arguments_.formats.normal) return;
        clear_status();
        output_.write(std::string(line) + "\n");
    }

    void problem(std::string_view line) override {
        clear_status();
        std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
    }

    void live(const LiveStatus& status) override {
        if (!shows_status()) return;
        const std::string line = live_line(status, terminal_columns());
        const std::size_t blanks = line.size() < shown_ ? shown_ - line.size() : 0;
        std::fprintf(stdout, "%s%s", line.c_str(), std::string(blanks, ' ').c_str());
        const bool end_line = arguments_.eta_newline.count() > 0 &&
                              status.elapsed - last_newline_ >= arguments_.eta_newline;
        if (end_line) last_newline_ = status.elapsed;
        std::fputs(end_line ? "\n" : "\r", stdout);
        std::fflush(stdout);
        shown_ = end_line ? 0 : line.size();
    }

    void clear_status() {
        if (shown_ == 0) return;
        std::fprintf(stdout, "%s\r", std::string(shown_, ' ').c_str());
        std::fflush(stdout);
        shown_ = 0;
    }

  private:
    Output& output_;
    const Arguments& arguments_;
    std::size_t shown_ = 0;  ///< columns of the status line on the screen
    Nanos last_newline_{};
};

/// What the normal report says before anything runs: each job's settings, version, head count.
std::string opening_text(const Plan& plan, const Identity& identity) {
    std::string text;
    std::uint32_t threads = 0, processes = 0;
    for (std::size_t job = 0; job < plan.jobs.size(); ++job) {
        const auto first =
            std::find_if(plan.workers.begin(), plan.workers.end(),
                         [&](const PlannedWorker& worker) { return worker.job == job; });
        if (first == plan.workers.end()) continue;
        const std::string line = job_line(plan.jobs[job], first->group, plan.jobs[job].numjobs);
        if (!line.empty()) text += line + "\n";
        (plan.jobs[job].thread ? threads : processes) += plan.jobs[job].numjobs;
    }
    return text + identity.version + "\n" + starting_line(threads, processes) + "\n";
}

void write_reports(const RunResult& result, const Arguments& arguments, Output& output) {
    if (arguments.formats.normal) output.write(normal_report(result));
    if (arguments.formats.terse) output.write(terse_report(result, arguments.terse_version));
    if (arguments.formats.json_plus) {
        output.write(json_report(result, true));
    } else if (arguments.formats.json) {
        output.write(json_report(result, false));
    }
}

int exit_status(const RunResult& result) {
    if (result.interrupted) return 128;
    const bool failed = std::any_of(result.jobs.begin(), result.jobs.end(),
                                    [](const JobResult& job) { return job.error != 0; });
    return failed ? 1 : 0;
}

void print_warnings(std::span<const Problem> warnings, const Identity& identity) {
    for (const Problem& warning : warnings)
        std::fprintf(stderr, "%s: %s\n", identity.program.c_str(), to_text(warning).c_str());
}

int print(const HelpText& text) {
    std::fputs(text.output.c_str(), stdout);
    std::fputs(text.error.c_str(), stderr);
    return std::fflush(stdout) == 0 ? text.status : 1;
}

int run_jobs(const Arguments& arguments, const OptionTable& table, const Identity& identity) {
    BuildResult built =
        build_jobs(arguments.spec, table, {.sections = arguments.sections, .flags = flag_names()});
    built.warnings.insert(built.warnings.begin(), arguments.warnings.begin(),
                          arguments.warnings.end());
    if (arguments.warnings_fatal && !built.warnings.empty()) throw Error(built.warnings);
    print_warnings(built.warnings, identity);
    if (built.jobs.empty()) {
        std::fputs(usage_text(identity.program).c_str(), stdout);
        throw Error("No job(s) defined");
    }
    const Plan plan = make_plan(std::move(built.jobs));
    if (arguments.action == Arguments::Action::parse_only) return 0;
    if (!built.not_yet.empty()) throw Error(built.not_yet);

    const RunOptions checked{.readonly = arguments.readonly, .program = identity.program};
    check_plan(plan, checked);
    Output output(arguments.output_file);
    Terminal terminal(output, arguments);
    if (arguments.formats.normal) output.write(opening_text(plan, identity));
    install_interrupt_handlers();
    RunResult result =
        run_plan(plan,
                 {.readonly = arguments.readonly,
                  .live_interval = terminal.shows_status() ? arguments.eta_interval : Nanos{},
                  .program = identity.program},
                 terminal);
    terminal.clear_status();
    result.version = identity.version;
    write_reports(result, arguments, output);
    if (!output.finish()) return 1;
    if (result.interrupted && !(output.to_stdout() && arguments.formats.normal)) {
        std::fprintf(stderr, "%s: interrupted: the report of what was done until then is %s\n",
                     identity.program.c_str(),
                     output.to_stdout() ? "on standard output" : arguments.output_file.c_str());
    }
    if (!identity.as_fio) {
        const std::string notes = footnotes_text(result);
        std::fputs(notes.c_str(), stderr);
    }
    return exit_status(result);
}

}  // namespace

int fio_command(std::span<const std::string> words, const Identity& identity) {
    const OptionTable table = full_table();
    const Arguments arguments = parse_arguments(words, table);
    switch (arguments.action) {
        case Arguments::Action::version:
            return print({identity.version + "\n", "", 0});
        case Arguments::Action::help:
            return print({usage_text(identity.program), "", 0});
        case Arguments::Action::cmdhelp:
            return print(option_help(table, arguments.help_topic));
        case Arguments::Action::enghelp:
            return print(engine_help(table, arguments.help_topic));
        case Arguments::Action::showcmd:
            return print({command_text(identity.program, arguments.spec), "", 0});
        case Arguments::Action::parse_only:
        case Arguments::Action::run:
            break;
    }
    return run_jobs(arguments, table, identity);
}

}  // namespace fathom
