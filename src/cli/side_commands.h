// What some flags do instead of running jobs: tests of the processor, printing a compressed log,
// calibrating the idle profile. Used by cli/fio_command.
#pragma once

#include "cli/arguments.h"

namespace fathom {

/// Does what arguments.action says; the exit status. Throws Error.
int side_command(const Arguments& arguments);

}  // namespace fathom
