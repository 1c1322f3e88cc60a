// `fathom sweep`: every combination of some options' values, tabled; with variants, compared.
#pragma once

#include <span>
#include <string>

#include "cli/fio_command.h"

namespace fathom {

/// Returns the exit status: 0, 3 (a regression), 4 (a cell not resolved), 128 (interrupted); throws
/// Error.
int sweep_command(std::span<const std::string> words, const Identity& identity);

}  // namespace fathom
