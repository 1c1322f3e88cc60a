#include "engine/engine_options.h"

#include <algorithm>
#include <charconv>

namespace fathom {

namespace {

OptionRow row_of(std::string_view name, std::string_view help, OptionKind kind) {
    OptionRow row;
    row.name = name;
    row.help = help;
    row.kind = kind;
    row.category = "engine";
    return row;
}

/// Stored values are plain decimal; anything else was refused when the job was read.
std::int64_t to_number(std::string_view text, std::int64_t unset) {
    std::int64_t value = unset;
    std::from_chars(text.data(), text.data() + text.size(), value);
    return value;
}

}  // namespace

OptionRow flag_row(std::string_view name, std::string_view help) {
    return row_of(name, help, OptionKind::flag);
}

OptionRow switch_row(std::string_view name, std::string_view help, std::string_view unset) {
    OptionRow row = row_of(name, help, OptionKind::boolean);
    row.default_text = unset;
    return row;
}

OptionRow number_row(std::string_view name, std::string_view help, std::string_view unset,
                     std::int64_t min, std::int64_t max) {
    OptionRow row = row_of(name, help, OptionKind::integer);
    row.default_text = unset;
    row.min = min;
    row.max = max;
    return row;
}

OptionRow choice_row(std::string_view name, std::string_view help, std::string_view unset,
                     std::vector<Choice> choices) {
    OptionRow row = row_of(name, help, OptionKind::choice);
    row.default_text = unset;
    row.choices = std::move(choices);
    return row;
}

OptionRow text_row(std::string_view name, std::string_view help) {
    return row_of(name, help, OptionKind::string);
}

Origin EngineOptions::origin(std::string_view name) const {
    const auto found = std::find_if(job_.given.rbegin(), job_.given.rend(),
                                    [&](const GivenOption& given) { return given.name == name; });
    return found == job_.given.rend() ? job_.origin : found->origin;
}

std::int64_t EngineOptions::number(const std::string& name, std::int64_t unset) const {
    const auto found = job_.engine_options.find(name);
    if (found == job_.engine_options.end()) return unset;
    // A flag may be kept as an empty text: its presence is what counts.
    return found->second.empty() ? 1 : to_number(found->second, unset);
}

std::string EngineOptions::text(const std::string& name, std::string_view unset) const {
    const auto found = job_.engine_options.find(name);
    return found == job_.engine_options.end() ? std::string(unset) : found->second;
}

std::pair<std::int64_t, std::int64_t> EngineOptions::pair(const std::string& name,
                                                          std::int64_t unset) const {
    const std::string both = text(name);
    const auto comma = both.find(',');
    const std::string_view first = std::string_view(both).substr(0, comma);
    if (comma == std::string::npos) {
        const std::int64_t value = to_number(first, unset);
        return {value, value};
    }
    return {to_number(first, unset), to_number(std::string_view(both).substr(comma + 1), unset)};
}

}  // namespace fathom
