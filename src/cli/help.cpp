#include "cli/help.h"

#include <algorithm>
#include <cctype>
#include <limits>
#include <span>
#include <vector>

#include <fmt/format.h>

#include "engine/engine.h"
#include "job/nearest.h"
#include "job/value.h"

namespace fathom {

namespace {

constexpr std::string_view not_yet = " (not supported yet)";

bool is_gone(const OptionRow& row) {
    return row.standing == OptionStanding::gone || row.standing == OptionStanding::ignored;
}

std::string range_text(const OptionRow& row) {
    const bool has_min = row.min != std::numeric_limits<std::int64_t>::min();
    const bool has_max = row.max != std::numeric_limits<std::int64_t>::max();
    if (!has_min && !has_max) return {};
    std::string text = fmt::format("{:>20}: ", "range");
    if (has_min) text += fmt::format("min={}", row.min);
    if (has_min && has_max) text += ", ";
    if (has_max) text += fmt::format("max={}", row.max);
    return text + '\n';
}

/// One option in full.
std::string details(const OptionRow& row) {
    std::string text = fmt::format("{:>20}: {}{}\n", row.name, row.help,
                                   row.standing == OptionStanding::later ? not_yet : "");
    for (const std::string_view alias : row.aliases) {
        text += fmt::format("{:>20}: {}\n", "alias", alias);
    }
    text += fmt::format("{:>20}: {}\n", "type", kind_text(row));
    text += fmt::format("{:>20}: {}\n", "default",
                        row.default_text.empty() ? "no default" : row.default_text);
    text += range_text(row);
    std::string_view title = "valid values";
    for (const Choice& choice : row.choices) {
        text += fmt::format("{:>20}: {:<10}{}{}\n", title, choice.text,
                            choice.help.empty() ? "" : " ", choice.help);
        title = "";
    }
    return text + '\n';
}

std::string line(const OptionRow& row, int depth) {
    const std::string name(static_cast<std::size_t>(2 * depth), ' ');
    return fmt::format("{:<24}: {}{}\n", name + std::string(row.name), row.help,
                       row.standing == OptionStanding::later ? not_yet : "");
}

/// The options below `parent`, each followed by its own.
void list_below(std::span<const OptionRow> rows, std::string_view parent, int depth,
                std::string& text) {
    constexpr int deepest = 4;
    if (depth > deepest) return;
    for (const OptionRow& row : rows) {
        if (row.parent != parent || is_gone(row)) continue;
        text += line(row, depth);
        list_below(rows, row.name, depth + 1, text);
    }
}

/// As a shell needs it to be one word.
std::string quoted(const std::string& value) {
    constexpr std::string_view safe = ",.:/_-+=%@";
    const bool plain = std::all_of(value.begin(), value.end(), [&](unsigned char c) {
        return std::isalnum(c) != 0 || c >= 128 || safe.find(static_cast<char>(c)) != safe.npos;
    });
    if (plain) return value;
    if (value.find_first_of("\"$`\\!") == std::string::npos) return '"' + value + '"';
    std::string text = "'";
    for (const char c : value) text += c == '\'' ? "'\\''" : std::string(1, c);
    return text + "'";
}

}  // namespace

std::string kind_text(const OptionRow& row) {
    const std::string more = row.values == 3   ? "; up to three, for reads,writes,trims"
                             : row.values == 2 ? "; up to two, for reads,writes"
                                               : "";
    switch (row.kind) {
        case OptionKind::string:
            return "text";
        case OptionKind::integer:
            return "whole number (100, 4k)" + more;
        case OptionKind::boolean:
            return "0 or 1";
        case OptionKind::flag:
            return "nothing, or 0 or 1";
        case OptionKind::time:
            return fmt::format("time (10s, 5m, 20ms); a bare number is in {}",
                               row.unit.empty() ? "s" : row.unit);
        case OptionKind::size:
            return row.percent ? "size (4k, 1g) or percentage (20%)" : "size (4k, 1g)";
        case OptionKind::choice:
            return "one of the words below";
        case OptionKind::range:
            return "range (1k-4k)" + more;
        case OptionKind::list:
            return "numbers separated by ':' (5.9:7.8)";
        case OptionKind::custom:
            break;
    }
    return row.choices.empty() ? "text of its own form" : "one of the words below, or more";
}

HelpText option_help(const OptionTable& table, const std::string& topic) {
    HelpText help;
    if (topic.empty() || topic == "all") {
        list_below(table.rows(), "", 0, help.output);
        return help;
    }
    if (const OptionRow* row = table.find(topic)) {
        help.output = details(*row);
        return help;
    }
    help.error = "No such command: " + topic;
    for (const std::string& engine : table.engines_with(topic)) {
        help.error += fmt::format("\nIt is an option of {0}: --enghelp={0},{1}", engine, topic);
    }
    const std::string near = table.nearest("", topic);
    if (const OptionRow* row = table.find(near)) {
        help.error += " - showing closest match";
        help.output = details(*row);
    }
    help.error += '\n';
    return help;
}

HelpText engine_help(const OptionTable& table, const std::string& topic) {
    HelpText help;
    if (topic.empty()) {
        help.output = "Available IO engines:\n";
        for (const EngineEntry& engine : engines()) {
            help.output += fmt::format("\t{}\n", engine.name);
        }
        return help;
    }
    const auto comma = topic.find(',');
    const std::string engine = topic.substr(0, comma);
    if (table.engine_standing(engine) == EngineStanding::unknown) {
        const auto names = table.engines();
        const std::string near = nearest_word(engine, {names.begin(), names.end()});
        help.error = fmt::format("IO engine {} not found\n", engine);
        if (!near.empty()) help.error += "Did you mean " + near + "?\n";
        help.status = 1;
        return help;
    }
    const auto rows = table.engine_rows(engine);
    if (comma != std::string::npos) {
        const std::string option = topic.substr(comma + 1);
        const OptionRow* row = table.find(engine, option);
        if (row != nullptr) {
            help.output = details(*row);
        } else {
            help.error = "No such command: " + option + "\n";
            help.status = 1;
        }
        return help;
    }
    for (const OptionRow& row : rows) help.output += line(row, 0);
    if (rows.empty()) {
        help.output = fmt::format("IO engine {} has no options\n", engine);
        help.status = 1;
    }
    return help;
}

std::string command_text(const std::string& program, const Spec& spec, const OptionTable& table) {
    std::string text = program;
    for (const Section& section : spec.sections) {
        // Options before the first job need no name; later globals do.
        const bool first = &section == &spec.sections.front();
        const bool named = !section.options.empty() && section.options.front().name == "name";
        if (!(section.is_global && first) && !named) {
            text += " --name=" + (section.is_global ? "global" : quoted(section.name));
        }
        for (const RawOption& option : section.options) {
            text += " --" + option.name;
            if (option.has_value) {
                text += "=" + quoted(option.value);
            } else if (const OptionRow* row = table.find(option.name);
                       row != nullptr && row->bare) {
                text += "=" + (section.is_global ? std::string() : quoted(section.name));
            }
        }
    }
    return text + " \n";
}

}  // namespace fathom
