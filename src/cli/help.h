// --cmdhelp, --enghelp and --showcmd as text, in the layout fio gives them.
#pragma once

#include <string>

#include "job/option.h"
#include "job/spec.h"

namespace fathom {

struct HelpText {
    std::string output;  ///< for standard output
    std::string error;   ///< for standard error
    int status = 0;      ///< the exit status fio gives
};

/// --cmdhelp=TOPIC: an option, or "all" (also when empty) for the list of all.
HelpText option_help(const OptionTable& table, const std::string& topic);

/// --enghelp=TOPIC: "" lists the engines, "engine" its options, "engine,option" explains one.
HelpText engine_help(const OptionTable& table, const std::string& topic);

/// --showcmd: the jobs as one command line. Every option has a value there if it is to take one: an
/// option that a file may leave bare (write_bw_log) gets the job's name, which is what it means.
std::string command_text(const std::string& program, const Spec& spec, const OptionTable& table);

/// The kind of value a row takes, in a few words; also for the manual page.
std::string kind_text(const OptionRow& row);

}  // namespace fathom
