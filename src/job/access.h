// Reads rw=: the directions, the order and the number after ':'.
#pragma once

#include <string_view>
#include <vector>

#include "job/option.h"

namespace fathom {

/// The words rw= takes, with a line of help each.
std::vector<Choice> access_words();

/// Reads "randread", "write:-8k", "randrw:4". Throws Error.
void store_access(Job& job, const OptionRow& row, std::string_view text,
                  const ValueContext& context);

}  // namespace fathom
