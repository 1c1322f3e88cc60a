// One option's value, checked against its row: kind, limits, choices. The only place that turns a
// user's text into a number or refuses it. Used by the row setters and by engines' own rows.
#pragma once

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "base/direction.h"
#include "job/number.h"
#include "job/option.h"

namespace fathom {

struct Value {
    SignedWide number = 0;  ///< integer, 0/1, bytes, nanoseconds, or the choice's value
    bool is_percent = false;
    std::string text;  ///< normal form: decimal digits, the choice's word, or the text itself
    bool operator==(const Value&) const = default;
};

/// Throws Error "NAME=VALUE: why (allowed: ...)".
[[noreturn]] void refuse(const OptionRow& row, std::string_view value, const ValueContext& context,
                         const std::string& why);

/// What a row accepts, for hints and help: "a number, 1 to 100".
std::string allowed_text(const OptionRow& row);

/// Reads one value of the row's kind within its limits. Throws Error.
Value read_value(const OptionRow& row, std::string_view text, const ValueContext& context);

/// Values per direction, by fio's rule: one is for all; of two the second is also for trims; an
/// empty part leaves that direction as it is. Throws Error.
PerDirection<std::optional<Value>> read_per_direction(const OptionRow& row, std::string_view text,
                                                      const ValueContext& context);

/// Reads "low-high", "low:high" or one value for both; swapped when low > high.
std::pair<Value, Value> read_range(const OptionRow& row, std::string_view text,
                                   const ValueContext& context);

/// Words of the row's choices separated by commas; the values of all of them. Throws Error.
std::vector<std::int64_t> read_words(const OptionRow& row, std::string_view text,
                                     const ValueContext& context);

/// Reads numbers separated by ':' (50:99:99.9), each within the row's limits, as many as it takes.
std::vector<double> read_list(const OptionRow& row, std::string_view text,
                              const ValueContext& context);

/// The value in normal form (several joined by ','), for engine_options. Throws Error.
std::string normal_text(const OptionRow& row, std::string_view text, const ValueContext& context);

/// Checks and stores into job.engine_options; what an engine's row does without a store of its own.
void store_engine_option(Job& job, const OptionRow& row, std::string_view text,
                         const ValueContext& context);

/// Splits at `separator`; "a,,b" has an empty middle, "" is one empty part.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace fathom
