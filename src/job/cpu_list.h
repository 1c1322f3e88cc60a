// Reads lists of CPUs or NUMA nodes: "0,2-4".
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace fathom {

/// Sorted numbers without repeats; empty when it does not read as a list or a number is > `max`.
std::optional<std::vector<int>> parse_cpu_list(std::string_view text, int max);

}  // namespace fathom
