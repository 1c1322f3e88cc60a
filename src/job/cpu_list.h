// Reads lists of CPUs, NUMA nodes or other numbers: "0,2-4".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "job/option.h"

namespace fathom {

/// Sorted numbers without repeats; empty when it does not read as a list or a number is > `max`.
std::optional<std::vector<int>> parse_cpu_list(std::string_view text, int max);

/// CPUs of this machine. Throws Error when the text is no list or names one that is not there.
std::vector<int> read_cpus(const OptionRow& row, std::string_view text,
                           const ValueContext& context);

/// The number of the last CPU of this machine.
int highest_cpu();

}  // namespace fathom
