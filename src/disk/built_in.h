// The drives that can be named without a parameter file. Their texts are parameter files.
#pragma once

#include <span>
#include <string_view>

namespace fathom::disk {

struct BuiltIn {
    std::string_view name;
    std::string_view text;  ///< for read_parameters
};

std::span<const BuiltIn> built_in_drives();
/// nullptr when there is none of that name.
const BuiltIn* find_built_in(std::string_view name);

}  // namespace fathom::disk
