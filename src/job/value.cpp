#include "job/value.h"

#include <algorithm>
#include <limits>
#include <utility>

#include <fmt/format.h>

namespace fathom {

namespace {

constexpr std::int64_t no_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t no_max = std::numeric_limits<std::int64_t>::max();
/// 90 years: the sum of a delay, a ramp and a run time still is a time.
constexpr std::int64_t longest_span = std::int64_t{90} * 365 * 86'400 * 1'000'000'000;

std::string quoted(const OptionRow& row, std::string_view value) {
    std::string text(row.name);
    text += '=';
    // A control character in an error line would garble the terminal.
    for (const char c : value.substr(0, 200)) text += (c >= 0 && c < ' ') || c == 127 ? '?' : c;
    if (value.size() > 200) text += "...";
    return text;
}

std::string span_text(std::int64_t nanos) {
    if (nanos % 1'000'000'000 == 0) return fmt::format("{}s", nanos / 1'000'000'000);
    return fmt::format("{}us", nanos / 1'000);
}

std::string limit_text(const OptionRow& row, std::int64_t limit) {
    return row.kind == OptionKind::time ? span_text(limit) : fmt::format("{}", limit);
}

void check_limits(const OptionRow& row, std::string_view text, const ValueContext& context,
                  SignedWide number) {
    if (row.min != no_min && number < row.min) {
        refuse(row, text, context,
               fmt::format("min value out of range: {} ({} min)", to_text(number), row.min));
    }
    if (row.max != no_max && number > row.max) {
        refuse(row, text, context,
               fmt::format("max value out of range: {} ({} max)", to_text(number), row.max));
    }
}

Value read_number(const OptionRow& row, std::string_view text, const ValueContext& context) {
    Value value;
    std::string_view digits = trimmed(text);
    if (digits.ends_with('%')) {
        if (!row.percent) refuse(row, text, context, "a percentage is not possible here");
        value.is_percent = true;
        digits.remove_suffix(1);
    }
    const auto number = parse_integer(digits, context.kb_base);
    if (!number) {
        if (row.percent && (digits.ends_with('z') || digits.ends_with('Z'))) {
            const auto zones = parse_integer(digits.substr(0, digits.size() - 1), context.kb_base);
            if (zones && *zones >= 0) {
                throw NotYet("not supported yet: " + quoted(row, trimmed(text)), context.origin,
                             "a size in zones");
            }
        }
        const std::string fault = expression_fault(digits, context.kb_base);
        refuse(row, text, context, fault.empty() ? "not a number" : fault);
    }
    if (*number > no_max) {
        refuse(row, text, context,
               fmt::format("max value out of range: {} ({} max)", to_text(*number), no_max));
    }
    value.number = *number;
    if (value.is_percent && (*number < 0 || *number > 10'000)) {
        refuse(row, text, context, "value out of range");
    }
    if (!value.is_percent) check_limits(row, text, context, *number);
    value.text = to_text(*number) + (value.is_percent ? "%" : "");
    return value;
}

Value read_switch(const OptionRow& row, std::string_view text, const ValueContext& context) {
    if (row.kind == OptionKind::flag && text.empty()) return {.number = 1, .text = "1"};
    const auto number = parse_integer(text, 1024);
    if (!number) refuse(row, text, context, "neither 0 nor 1");
    if (*number > 1) {
        refuse(row, text, context,
               fmt::format("max value out of range: {} (1 max)", to_text(*number)));
    }
    if (*number < 0) {
        refuse(row, text, context,
               fmt::format("min value out of range: {} (0 min)", to_text(*number)));
    }
    return {.number = *number, .text = to_text(*number)};
}

Value read_span(const OptionRow& row, std::string_view text, const ValueContext& context) {
    const auto nanos = parse_span(text, row.unit.empty() ? "s" : row.unit);
    if (!nanos) {
        const auto end = text.rfind(')');
        const std::string fault =
            expression_fault(text.substr(0, end == std::string_view::npos ? end : end + 1), 1000);
        refuse(row, text, context, fault.empty() ? "not a time" : fault);
    }
    if (*nanos > longest_span) refuse(row, text, context, "more than 90 years");
    check_limits(row, text, context, *nanos);
    return {.number = *nanos, .text = to_text(*nanos)};
}

Value read_choice(const OptionRow& row, std::string_view text, const ValueContext& context) {
    const std::string_view word = trimmed(text);
    for (const Choice& choice : row.choices) {
        if (choice.text == word) return {.number = choice.value, .text = std::string(word)};
    }
    refuse(row, text, context, "no such choice");
}

std::string choice_list(const OptionRow& row) {
    std::string all;
    for (const Choice& choice : row.choices) {
        if (!all.empty()) all += ", ";
        all += choice.text;
    }
    return all;
}

/// A limit that only the size of the field sets is no news to a user.
bool worth_saying(std::int64_t max) {
    return max != no_max && max != std::numeric_limits<std::uint32_t>::max() &&
           max != std::numeric_limits<std::int32_t>::max();
}

std::string list_text(const OptionRow& row) {
    std::string text =
        row.list_length == 1 ? "a number such as 99.9" : "numbers separated by ':' (50:99:99.9)";
    if (row.max != no_max) text += fmt::format(", {} to {}", row.min, row.max);
    if (row.list_length > 1) text += fmt::format(", at most {} of them", row.list_length);
    return text;
}

std::string number_text(const OptionRow& row) {
    std::string text =
        row.kind == OptionKind::time ? "a time (30, 500ms, 10m)" : "a number (8, 4k, 1m)";
    if (row.percent) text += " or a percentage (20%)";
    if (row.min != no_min && worth_saying(row.max)) {
        return text + ", " + limit_text(row, row.min) + " to " + limit_text(row, row.max);
    }
    if (row.min != no_min && row.min != 0) return text + ", at least " + limit_text(row, row.min);
    if (worth_saying(row.max)) return text + ", at most " + limit_text(row, row.max);
    return text;
}

}  // namespace

std::vector<std::string_view> split(std::string_view text, char separator) {
    std::vector<std::string_view> parts;
    for (;;) {
        const auto place = text.find(separator);
        parts.push_back(text.substr(0, place));
        if (place == std::string_view::npos) return parts;
        text.remove_prefix(place + 1);
    }
}

std::string allowed_text(const OptionRow& row) {
    switch (row.kind) {
        case OptionKind::boolean:
            return "0 or 1";
        case OptionKind::flag:
            return "nothing, 0 or 1";
        case OptionKind::choice:
            return choice_list(row);
        case OptionKind::string:
            return "any text";
        case OptionKind::range:
            return "two numbers (1k-4k)";
        case OptionKind::custom:
            return row.choices.empty() ? std::string() : choice_list(row);
        case OptionKind::integer:
        case OptionKind::size:
        case OptionKind::time:
            break;
        case OptionKind::list:
            return list_text(row);
    }
    return number_text(row);
}

void refuse(const OptionRow& row, std::string_view value, const ValueContext& context,
            const std::string& why) {
    const std::string allowed = allowed_text(row);
    throw Error("failed parsing " + quoted(row, value) + ": " + why, context.origin,
                allowed.empty() ? std::string() : "allowed: " + allowed);
}

Value read_value(const OptionRow& row, std::string_view text, const ValueContext& context) {
    switch (row.kind) {
        case OptionKind::boolean:
        case OptionKind::flag:
            return read_switch(row, text, context);
        case OptionKind::integer:
        case OptionKind::size:
        case OptionKind::range:
            return read_number(row, text, context);
        case OptionKind::time:
            return read_span(row, text, context);
        case OptionKind::choice:
            return read_choice(row, text, context);
        case OptionKind::string:
        case OptionKind::list:
        case OptionKind::custom:
            break;
    }
    return {.text = std::string(text)};
}

PerDirection<std::optional<Value>> read_per_direction(const OptionRow& row, std::string_view text,
                                                      const ValueContext& context) {
    // fio also separates by ':', for a single list of plain values.
    const char separator = text.find(',') == std::string_view::npos ? ':' : ',';
    auto parts = split(text, separator);
    while (parts.size() > direction_count && trimmed(parts.back()).empty()) parts.pop_back();
    if (parts.size() > direction_count) {
        refuse(row, text, context, "more than three values (reads, writes, trims)");
    }
    PerDirection<std::optional<Value>> values;
    bool any = false;
    for (std::size_t i = 0; i < parts.size(); ++i) {
        if (trimmed(parts[i]).empty()) continue;
        values.values[i] = read_value(row, parts[i], context);
        any = true;
    }
    if (!any) refuse(row, text, context, "no value in it");
    if (parts.size() == 1) values.values[1] = values.values[0];
    if (parts.size() <= 2) values.values[2] = values.values[1];
    return values;
}

std::pair<Value, Value> read_range(const OptionRow& row, std::string_view text,
                                   const ValueContext& context) {
    text = trimmed(text);
    // The first character may be a sign, so a separator is looked for after it.
    const auto place = text.find_first_of("-:", text.empty() ? 0 : 1);
    if (place == std::string_view::npos) {
        const Value one = read_value(row, text, context);
        return {one, one};
    }
    auto low = read_value(row, text.substr(0, place), context);
    auto high = read_value(row, text.substr(place + 1), context);
    if (low.number > high.number) std::swap(low, high);
    return {low, high};
}

std::vector<std::int64_t> read_words(const OptionRow& row, std::string_view text,
                                     const ValueContext& context) {
    std::vector<std::int64_t> values;
    for (const std::string_view part : split(text, ',')) {
        const auto found =
            std::find_if(row.choices.begin(), row.choices.end(),
                         [&](const Choice& choice) { return choice.text == trimmed(part); });
        if (found == row.choices.end()) {
            refuse(row, text, context, "no such word: '" + std::string(trimmed(part)) + "'");
        }
        values.push_back(found->value);
    }
    return values;
}

std::vector<double> read_list(const OptionRow& row, std::string_view text,
                              const ValueContext& context) {
    std::vector<double> list;
    for (const std::string_view part : split(text, ':')) {
        const auto value = parse_fraction(trimmed(part));
        if (!value) refuse(row, text, context, "not a floating point value");
        const bool low = row.min != no_min && *value < static_cast<double>(row.min);
        const bool high = row.max != no_max && *value > static_cast<double>(row.max);
        if (low || high) {
            refuse(row, text, context,
                   fmt::format("value out of range: {} ({} to {})", *value, row.min, row.max));
        }
        list.push_back(*value);
    }
    if (row.list_length != 0 && list.size() > row.list_length) {
        refuse(row, text, context,
               fmt::format("the list exceeding max length {}", row.list_length));
    }
    return list;
}

std::string normal_text(const OptionRow& row, std::string_view text, const ValueContext& context) {
    if (row.kind == OptionKind::list) read_list(row, text, context);
    if (row.kind == OptionKind::range) read_range(row, text, context);
    if (row.values == 1) return read_value(row, text, context).text;
    const auto values = read_per_direction(row, text, context);
    std::string joined;
    for (int i = 0; i < row.values; ++i) {
        if (i > 0) joined += ',';
        const auto& value = values.values[static_cast<std::size_t>(i)];
        if (value) joined += value->text;
    }
    return joined;
}

void store_engine_option(Job& job, const OptionRow& row, std::string_view text,
                         const ValueContext& context) {
    job.engine_options[std::string(row.name)] = normal_text(row, text, context);
}

}  // namespace fathom
