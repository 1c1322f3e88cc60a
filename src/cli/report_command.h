// `fathom report FILE...`: prints results saved by --save again, in any of the report formats.
#pragma once

#include <span>
#include <string>

#include "cli/fio_command.h"

namespace fathom {

/// Takes --output-format, --terse-version, --output and files. Returns the exit status; throws
/// Error.
int report_command(std::span<const std::string> words, const Identity& identity);

}  // namespace fathom
