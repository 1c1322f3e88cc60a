// `fathom compare`: runs variants in turn and says whether they differ, or compares saved results.
#pragma once

#include <span>
#include <string>

#include "cli/fio_command.h"

namespace fathom {

/// Returns the exit status: 0, 3 (a regression), 4 (not resolved), 128 (interrupted); throws Error.
int compare_command(std::span<const std::string> words, const Identity& identity);

}  // namespace fathom
