#include "job/parse_trace.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/debug.h"
#include "job/number.h"
#include "job/value.h"

namespace fathom {

namespace {

/// Percentages are kept by fio as numbers below the largest: 10 % is 2^64 - 11.
std::string percentage(SignedWide number) {
    return std::to_string(~static_cast<std::uint64_t>(number));
}

std::string number_in(OptionKind kind, const OptionRow& row, std::string_view part,
                      std::uint32_t kb_base) {
    if (kind == OptionKind::time) {
        const auto nanos = parse_span(part, row.unit.empty() ? "s" : row.unit);
        return nanos ? std::to_string(*nanos / 1'000) : std::string();
    }
    const bool percent = part.ends_with('%');
    if (percent) part.remove_suffix(1);
    const auto number = parse_integer(part, kb_base);
    if (!number) return {};
    if (percent) return percentage(*number);
    return *number < 0 ? std::to_string(static_cast<std::uint64_t>(*number)) : to_text(*number);
}

/// The values within one text: for reads,writes,trims, or both ends of a range.
std::vector<std::string_view> parts_of(const OptionRow& row, std::string_view text) {
    if (text.starts_with('(') || text.starts_with('-')) return {text};
    if (row.parts == OptionKind::string && row.values == 1 && row.kind != OptionKind::time)
        return {text};
    if (text.find(',') != text.npos) return split(text, ',');
    return split(text, text.find('-') == text.npos ? ':' : '-');
}

}  // namespace

std::vector<std::string> numbers_in(const OptionRow& row, std::string_view text,
                                    std::uint32_t kb_base) {
    const OptionKind kind = row.parts != OptionKind::string ? row.parts : row.kind;
    std::vector<std::string> numbers;
    switch (kind) {
        case OptionKind::string:
        case OptionKind::choice:
        case OptionKind::range:
        case OptionKind::custom:
            return {};
        case OptionKind::flag:
            if (text.empty()) return {"1"};
            break;
        case OptionKind::list:
            for (const std::string_view part : split(text, ':')) {
                if (const auto value = parse_fraction(trimmed(part)))
                    numbers.push_back(fmt::format("{:f}", *value));
            }
            return numbers;
        default:
            break;
    }
    for (const std::string_view part : parts_of(row, trimmed(text))) {
        std::string number = number_in(kind, row, trimmed(part), kb_base);
        if (!number.empty()) numbers.push_back(std::move(number));
    }
    return numbers;
}

void trace_option(const OptionRow& row, std::string_view text, bool has_text,
                  std::uint32_t kb_base) {
    if (!debugging(Topic::parse)) return;
    debug(Topic::parse, "{}{}{}", row.name, has_text ? "=" : "", text);
    for (const std::string& number : numbers_in(row, text, kb_base))
        debug(Topic::parse, "  out={}", number);
}

}  // namespace fathom
