// --debug=parse: what an option's text is read as, value by value, in fio's units (times in
// microseconds, sizes in bytes, percentages as the number fio keeps for them).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "job/option.h"

namespace fathom {

/// The numbers read from `text`, as decimal text; none for words and names. What cannot be read is
/// left out: it is refused elsewhere.
std::vector<std::string> numbers_in(const OptionRow& row, std::string_view text,
                                    std::uint32_t kb_base);

/// Writes "NAME=TEXT", then a line "  out=NUMBER" for each number, when the topic is on.
void trace_option(const OptionRow& row, std::string_view text, bool has_text,
                  std::uint32_t kb_base);

}  // namespace fathom
