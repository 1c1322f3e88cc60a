// `fathom explain`: what a job file and a command line come to, without running it.
#pragma once

#include <span>
#include <string>

#include "cli/fio_command.h"
#include "job/build.h"
#include "run/estimate.h"

namespace fathom {

/// The jobs' settings as a table, each with where it came from, the plan of stages and groups, and
/// an estimate of time and bytes. With `all`, defaults of every option too.
std::string explain_text(const BuildResult& built, const Plan& plan, const Estimate& estimate,
                         const OptionTable& table, bool all);

/// Takes what the fio command line takes, and --all. Returns the exit status; throws Error.
int explain_command(std::span<const std::string> words, const Identity& identity);

}  // namespace fathom
