#include "experiment/grid.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <optional>

#include <fmt/format.h>

#include "base/error.h"

namespace fathom {

namespace {

/// The text of an axis with the flag it was given by.
struct AxisText {
    std::string_view flag, text;
    [[nodiscard]] std::string form() const {
        return fmt::format("it is written as {0} NAME=VALUE,VALUE or {0} NAME=1..8", flag);
    }
};

[[noreturn]] void refuse_axis(const AxisText& axis, std::string_view why, std::string_view hint) {
    throw Error(fmt::format("{} {}: {}", axis.flag, axis.text.substr(0, 200), why), {},
                std::string(hint));
}

/// Digits and a suffix of letters.
struct Quantity {
    std::int64_t number = 0;
    std::string_view suffix;
};

std::optional<Quantity> quantity_of(std::string_view text) {
    Quantity quantity;
    const char* const end = text.data() + text.size();
    const auto [stop, failure] = std::from_chars(text.data(), end, quantity.number);
    if (failure != std::errc{} || stop == text.data()) return std::nullopt;
    quantity.suffix = text.substr(static_cast<std::size_t>(stop - text.data()));
    const bool letters = std::all_of(quantity.suffix.begin(), quantity.suffix.end(), [](char c) {
        return std::isalpha(static_cast<unsigned char>(c)) != 0;
    });
    return letters ? std::optional(quantity) : std::nullopt;
}

/// FIRST..LAST with what follows, taken apart.
struct Range {
    Quantity first, last;
    char by = '\0';  ///< '+', '*', or none
    std::int64_t step = 1;
};

Range range_of(const AxisText& axis, std::string_view word, std::size_t dots) {
    Range range;
    std::string_view last = word.substr(dots + 2);
    const auto sign = last.find_first_of("+*", 1);
    if (sign != std::string_view::npos) {
        const auto step = quantity_of(last.substr(sign + 1));
        range.by = last[sign];
        const std::int64_t least = range.by == '*' ? 2 : 1;
        if (!step || !step->suffix.empty() || step->number < least) {
            refuse_axis(axis,
                        fmt::format("what follows {} in {} is not a whole number from {}", range.by,
                                    word, least),
                        "a range is written as 1..8, 0..100+20 or 4k..64k*2");
        }
        range.step = step->number;
        last = last.substr(0, sign);
    }
    const auto from = quantity_of(word.substr(0, dots));
    const auto to = quantity_of(last);
    if (!from || !to) {
        refuse_axis(axis, fmt::format("{} is not a range of whole numbers", word),
                    "a range is written as 1..8, 0..100+20 or 4k..64k*2");
    }
    if (from->suffix != to->suffix) {
        refuse_axis(axis, fmt::format("the ends of {} have different suffixes", word),
                    "write both in the same unit: 4k..1024k*2");
    }
    range.first = *from;
    range.last = *to;
    return range;
}

/// False when there are too many.
bool add_range(const Range& range, std::vector<std::string>& values) {
    const bool falling = range.last.number < range.first.number;
    const auto beyond = [&](std::int64_t n) {
        return falling ? n < range.last.number : n > range.last.number;
    };
    for (std::int64_t n = range.first.number; !beyond(n);) {
        if (values.size() == most_cells) return false;
        values.push_back(fmt::format("{}{}", n, range.first.suffix));
        std::int64_t next = 0;
        if (range.by == '*') {
            if (falling) {
                next = n / range.step;
            } else if (__builtin_mul_overflow(n, range.step, &next)) {
                break;
            }
        } else if (__builtin_add_overflow(n, falling ? -range.step : range.step, &next)) {
            break;
        }
        if (next == n) break;  // from 0 a factor leads nowhere
        n = next;
    }
    return true;
}

}  // namespace

std::vector<std::string> split_at_commas(std::string_view text) {
    std::vector<std::string> words(1);
    for (std::size_t i = 0; i < text.size(); ++i) {
        if (text[i] == '\\' && i + 1 < text.size() && text[i + 1] == ',') {
            words.back() += text[++i];
        } else if (text[i] == ',') {
            words.emplace_back();
        } else {
            words.back() += text[i];
        }
    }
    return words;
}

Axis parse_axis(std::string_view flag, std::string_view text) {
    const AxisText given{flag, text};
    const auto equals = text.find('=');
    if (equals == std::string_view::npos || equals == 0) {
        refuse_axis(given, "no option and values", given.form());
    }
    Axis axis{std::string(text.substr(0, equals)), {}};
    for (const std::string& word : split_at_commas(text.substr(equals + 1))) {
        if (word.empty()) refuse_axis(given, "an empty value", given.form());
        const auto dots = word.find("..");
        const bool is_range = dots != std::string::npos && dots > 0 &&
                              quantity_of(std::string_view(word).substr(0, dots)).has_value();
        if (!is_range) {
            axis.values.push_back(word);
        } else if (!add_range(range_of(given, word, dots), axis.values)) {
            refuse_axis(given, fmt::format("more than {} values", most_cells), "");
        }
    }
    for (auto value = axis.values.begin(); value != axis.values.end(); ++value) {
        if (std::find(axis.values.begin(), value, *value) != value) {
            refuse_axis(given, fmt::format("{} stands there twice", *value), "");
        }
    }
    return axis;
}

std::vector<Cell> cells_of(const std::vector<Axis>& axes) {
    std::vector<Cell> cells(1);
    for (std::size_t i = 0; i < axes.size(); ++i) {
        const Axis& axis = axes[i];
        const auto earlier = axes.begin() + static_cast<std::ptrdiff_t>(i);
        if (std::any_of(axes.begin(), earlier,
                        [&](const Axis& other) { return other.option == axis.option; })) {
            throw Error(fmt::format("--over {} stands there twice", axis.option), {},
                        "give all its values at once, with commas");
        }
        if (cells.size() * axis.values.size() > most_cells) {
            throw Error(fmt::format("the sweep has more than {} cells", most_cells), {},
                        "fewer values of an option, or one option less");
        }
        std::vector<Cell> longer;
        longer.reserve(cells.size() * axis.values.size());
        for (const Cell& cell : cells) {
            for (const std::string& value : axis.values) {
                longer.push_back(cell);
                longer.back().emplace_back(axis.option, value);
            }
        }
        cells = std::move(longer);
    }
    return cells;
}

std::string to_text(const Cell& cell) {
    std::string text;
    for (const auto& [option, value] : cell) {
        if (!text.empty()) text += ' ';
        text += option + '=' + value;
    }
    return text;
}

}  // namespace fathom
