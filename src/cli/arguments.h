// The fio command line as data: flags, job files and jobs given as options, in their order.
// Parsing is order-sensitive (options before a job file act as globals), so it makes a Spec.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "cli/debug_flag.h"
#include "job/build.h"
#include "job/option.h"
#include "job/spec.h"
#include "run/run.h"

namespace fathom {

struct OutputFormats {
    bool normal = true;
    bool terse = false;
    bool json = false;
    bool json_plus = false;
};

struct Arguments {
    /// Those after parse_only answer at once: what follows on the command line is not looked at.
    enum class Action {
        run,
        showcmd,
        parse_only,
        version,
        help,
        cmdhelp,
        enghelp,
        debughelp,
        crctest,
        memcpytest,
        cpuclock_test,
        inflate_log,
        calibrate
    };
    Action action = Action::run;
    std::string topic;  ///< the value of the flag that asks for the action
    Spec spec;          ///< job files and command-line jobs, in order
    std::vector<std::string> sections;
    OutputFormats formats;
    int terse_version = 3;
    std::string output_file;  ///< empty: standard output
    std::string save_file;    ///< of --save; empty: nothing is saved
    bool readonly = false;
    enum class Eta { automatic, always, never } eta = Eta::automatic;
    Nanos eta_interval = 1_s;
    Nanos eta_newline{};
    Nanos status_interval{};  ///< between full reports; 0: none
    bool warnings_fatal = false;
    DebugChoice debug;
    std::string bandwidth_log;  ///< stem of the files' names; empty: none
    TriggerOptions trigger;
    std::string aux_path;
    RunOptions::Idle idle_profile = RunOptions::Idle::off;
    std::vector<Problem> warnings;
};

/// Reads the command line and the job files it names. Throws Error.
Arguments parse_arguments(std::span<const std::string> words, const OptionTable& table);

/// The jobs of a command line, with its own warnings first. Throws Error.
BuildResult jobs_of(const Arguments& arguments, const OptionTable& table);

/// The text of --help, made from the same table that parse_arguments reads.
std::string usage_text(const std::string& program);

}  // namespace fathom
