// `fathom measureops`: the call of the cache servers' test program of 2000, as a seek study.
#pragma once

#include <span>
#include <string>

#include "cli/fio_command.h"

namespace fathom {

/// `words`: the command line after "measureops". Returns the exit status. Throws Error.
int measureops_command(std::span<const std::string> words, const Identity& identity);

}  // namespace fathom
