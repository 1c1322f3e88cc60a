// A row of an option that is known but not acted on: data only, for options_later_*.cpp and
// engines_later.cpp. Its values are checked as they will be when it acts.
#pragma once

#include "job/cpu_list.h"
#include "job/rows.h"

namespace fathom::rows {

/// In place of a limit: there is none.
inline constexpr std::int64_t none = std::numeric_limits<std::int64_t>::min();

/// Checks that several rows share.
inline void check_words(const OptionRow& row, std::string_view text, const ValueContext& context) {
    read_words(row, text, context);
}

inline void check_cpus(const OptionRow& row, std::string_view text, const ValueContext& context) {
    read_cpus(row, text, context);
}

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
    /// Of a value with a grammar of its own; without it the kind and the limits decide.
    void (*check)(const OptionRow&, std::string_view text, const ValueContext&) = nullptr;
    std::size_t list_length = 0;
    bool bare = false;

    [[nodiscard]] OptionRow to_row() const {
        OptionRow row = basic(kind, name, default_text, category, help);
        if (!alias.empty()) row.aliases.push_back(alias);
        row.standing = standing;
        row.parent = parent;
        row.unit = unit;
        row.values = values;
        row.list_length = list_length;
        row.bare = bare;
        if (min != none) {
            row.min = min;
        } else if (kind == OptionKind::integer || kind == OptionKind::size) {
            row.min = 0;  // fio takes -1 there as a number of 64 bits
        }
        if (max != none) row.max = max;
        std::int64_t value = 0;
        if (!words.empty()) {
            for (const std::string_view word : split(words, '|')) {
                row.choices.push_back({word, value++});
            }
        }
        if (standing != OptionStanding::later) return row;
        row.store = [check = check](Job&, const OptionRow& self, std::string_view text,
                                    const ValueContext& context) {
            if (check != nullptr) {
                check(self, text, context);
            } else {
                normal_text(self, text, context);
            }
        };
        return row;
    }
};

}  // namespace fathom::rows
