// Errors that a job bears: the value of ignore_error, read and checked.
#pragma once

#include <array>
#include <vector>

#include "job/option.h"

namespace fathom {

/// errno values to ignore on reads, writes and in verification.
struct IgnoredErrors {
    std::array<std::vector<int>, 3> lists;
    bool operator==(const IgnoredErrors&) const = default;
};

/// "EAGAIN,ENOSPC:122": lists for reads, writes and verification, each of names or numbers with ':'
/// between. Throws Error for a name that errno(3) has not.
IgnoredErrors read_error_list(const OptionRow& row, std::string_view text,
                              const ValueContext& context);

}  // namespace fathom
