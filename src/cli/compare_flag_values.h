// What the values of the flags of compare, sweep and seek say, and what they change in the options.
#pragma once

#include <string>

#include "cli/compare_flags.h"

namespace fathom {

/// Throws Error: the flag, the value, why not, and what it takes.
[[noreturn]] void refuse_flag(const CompareFlag& flag, const std::string& value,
                              const std::string& why);

/// `value` is empty of a flag that takes none. Throws Error.
void apply_flag(const CompareFlag& flag, const std::string& value, CompareOptions& options);

}  // namespace fathom
