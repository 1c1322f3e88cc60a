// `fathom disks`: the simulated drives there are, what one is made of, and the fields a parameter
// file may have.
#pragma once

#include <span>
#include <string>

#include "cli/fio_command.h"

namespace fathom {

int disks_command(std::span<const std::string> words, const Identity& identity);

/// Every field of a parameter file, by section, for the documentation.
std::string disk_fields_text();

}  // namespace fathom
