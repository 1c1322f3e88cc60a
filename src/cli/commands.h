// The commands of ours, declared once: what a first word on the command line may be beside a job
// file. Used by main, and for the hint when one is misspelt.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "cli/fio_command.h"

namespace fathom {

struct Command {
    std::string_view name;
    int (*run)(std::span<const std::string> words, const Identity& identity);
};

/// Empty where the program is to be fio, which has none.
std::span<const Command> commands(const Identity& identity);

/// The command meant by a first word that is neither one nor a file; empty: none is near.
std::string nearest_command(std::string_view word);

}  // namespace fathom
