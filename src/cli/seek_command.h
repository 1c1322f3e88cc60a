// `fathom seek`: what does a seek cost, what does sorting gain.
#pragma once

#include <span>
#include <string>

#include "cli/fio_command.h"

namespace fathom {

/// `words`: the command line after "seek". Returns the exit status. Throws Error.
int seek_command(std::span<const std::string> words, const Identity& identity);

}  // namespace fathom
