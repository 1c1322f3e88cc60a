// A row of an option that is known but not acted on: data only, for the two options_later_*.cpp.
#pragma once

#include "job/rows.h"

namespace fathom::rows {

/// In place of a limit there is none of.
inline constexpr std::int64_t no_limit = std::numeric_limits<std::int64_t>::min();

struct LaterRow {
    std::string_view name, alias;
    OptionKind kind;
    OptionStanding standing;
    std::string_view default_text, category, parent;
    std::string_view words;  ///< of a choice, separated by '|'
    std::string_view unit;
    std::int64_t min, max;
    int values;
    std::string_view help;

    [[nodiscard]] OptionRow to_row() const {
        OptionRow row = basic(kind, name, default_text, category, help);
        if (!alias.empty()) row.aliases.push_back(alias);
        row.standing = standing;
        row.parent = parent;
        row.unit = unit;
        row.values = values;
        if (min != no_limit) row.min = min;
        if (max != no_limit) row.max = max;
        std::int64_t value = 0;
        if (!words.empty()) {
            for (const std::string_view word : split(words, '|')) {
                row.choices.push_back({word, value++});
            }
        }
        return row;
    }
};

}  // namespace fathom::rows
