#include "cli/fio_command.h"

#include <algorithm>
#include <cstdio>
#include <optional>

#include "cli/arguments.h"
#include "cli/flags.h"
#include "cli/full_table.h"
#include "cli/help.h"
#include "cli/output.h"
#include "cli/reports.h"
#include "cli/side_commands.h"
#include "cli/terminal.h"
#include "job/build.h"
#include "job/topic_trace.h"
#include "report/normal.h"
#include "result/saved.h"
#include "run/run.h"
#include "run/surroundings.h"

namespace fathom {

namespace {

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

RunOptions run_options(const Arguments& arguments, const Identity& identity, bool live) {
    RunOptions options;
    options.keep_series = !arguments.save_file.empty();
    options.readonly = arguments.readonly;
    options.live_interval = live ? arguments.eta_interval : Nanos{};
    options.status_interval = arguments.status_interval;
    if (!arguments.bandwidth_log.empty()) options.bandwidth_interval = BandwidthLog::interval;
    options.trigger = arguments.trigger;
    options.aux_path = arguments.aux_path;
    options.idle_profile = arguments.idle_profile;
    options.program = identity.program;
    return options;
}

/// Puts both in their places: a disk that is full for the one does not lose the other.
bool finish_all(Output& output, std::optional<Output>& saved) {
    std::vector<Problem> problems;
    bool taken = true;
    for (Output* const one : {&output, saved ? &*saved : nullptr}) {
        if (one == nullptr) continue;
        try {
            taken = one->finish() && taken;
        } catch (const Error& failure) {
            problems.insert(problems.end(), failure.problems().begin(), failure.problems().end());
        }
    }
    if (!problems.empty()) throw Error(std::move(problems));
    return taken;
}

/// Only of jobs that can be read: a command line with a mistake helps nobody.
int show_command(const Arguments& arguments, const OptionTable& table, const Identity& identity) {
    print_warnings(jobs_of(arguments, table).warnings, identity);
    Output output(arguments.output_file);
    output.write(command_text(identity.program, arguments.spec, table));
    return output.finish() ? 0 : 1;
}

/// A built-in test that is asked for without a job.
void refuse_profile(const Spec& spec) {
    for (const Section& section : spec.sections) {
        for (const RawOption& option : section.options) {
            if (option.name != "profile") continue;
            throw Error("not supported yet: profile=" + option.value, option.origin,
                        "built-in tests are known, but not built");
        }
    }
}

int run_jobs(const Arguments& arguments, const OptionTable& table, const Identity& identity) {
    const auto& sections = arguments.spec.sections;
    if (std::all_of(sections.begin(), sections.end(),
                    [](const Section& section) { return section.is_global; })) {
        refuse_profile(arguments.spec);
        if (sections.empty()) std::fputs(usage_text(identity.program).c_str(), stdout);
    }
    BuildResult built = jobs_of(arguments, table);
    trace_topics(built.jobs, table);
    if (arguments.warnings_fatal && !built.warnings.empty()) throw Error(built.warnings);
    print_warnings(built.warnings, identity);
    const Plan plan = make_plan(std::move(built.jobs));
    if (arguments.action == Arguments::Action::parse_only) return 0;
    if (!built.not_yet.empty()) throw Error(built.not_yet);

    const RunOptions checked{.readonly = arguments.readonly, .program = identity.program};
    check_plan(plan, checked);
    Output output(arguments.output_file);
    std::optional<Output> saved;
    if (!arguments.save_file.empty()) saved.emplace(arguments.save_file, "--save");
    const Debugging::ToOutput debug_lines(output);
    Terminal terminal(output, arguments, identity.version);
    if (arguments.formats.normal) output.write(opening_text(plan, identity.version));
    install_interrupt_handlers();
    RunResult result =
        run_plan(plan, run_options(arguments, identity, terminal.shows_status()), terminal);
    terminal.clear_status();
    result.version = identity.version;
    write_reports(result, arguments, output);
    if (saved) {
        result.surroundings = surroundings_of(plan);
        saved->write(saved_text(result));
    }
    if (!finish_all(output, saved)) return 1;
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
    print_warnings(arguments.debug.not_found, identity);
    const Debugging debugging(arguments.debug);
    switch (arguments.action) {
        case Arguments::Action::version:
            return print({identity.version + "\n", "", 0});
        case Arguments::Action::help:
            return print({usage_text(identity.program), "", 0});
        case Arguments::Action::cmdhelp:
            return print(option_help(table, arguments.topic));
        case Arguments::Action::enghelp:
            return print(engine_help(table, arguments.topic));
        case Arguments::Action::showcmd:
            return show_command(arguments, table, identity);
        case Arguments::Action::debughelp:
            return print({"debug topics: " + all_debug_topics() + "\n", "", 0});
        case Arguments::Action::crctest:
        case Arguments::Action::memcpytest:
        case Arguments::Action::cpuclock_test:
        case Arguments::Action::inflate_log:
        case Arguments::Action::calibrate:
            return side_command(arguments);
        case Arguments::Action::parse_only:
        case Arguments::Action::run:
            break;
    }
    return run_jobs(arguments, table, identity);
}

}  // namespace fathom
