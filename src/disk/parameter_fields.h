// The one table of what a parameter file may say: each field with its unit, its help and how its
// value is read.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "disk/parameters.h"

namespace fathom::disk {

/// Thrown by a reader of a value: what would be right.
struct BadValue {
    std::string allowed;
};

struct ParameterRow {
    Field field;
    void (*read)(Parameters&, std::string_view value);  ///< throws BadValue
};

const std::vector<ParameterRow>& parameter_rows();

}  // namespace fathom::disk
