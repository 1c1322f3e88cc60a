// What each flag's value means: the one place that turns it into a field of Arguments or refuses
// it. Used by cli/arguments, which finds the flags on the command line.
#pragma once

#include <string>

#include "cli/arguments.h"
#include "cli/flags.h"

namespace fathom {

/// Sets what `flag` stands for. `value` is empty where none was given. Throws Error naming the
/// flag, the value and what is allowed.
void apply_flag(const Flag& flag, const std::string& value, Arguments& arguments, const Origin& at);

}  // namespace fathom
