#include "report/table.h"

#include <algorithm>

namespace fathom {

namespace {

std::vector<std::size_t> widths_of(const Table& table) {
    std::vector<std::size_t> widths;
    for (std::size_t i = 0; i < table.columns.size(); ++i) {
        std::size_t width = columns_of(table.columns[i].name);
        for (const auto& row : table.rows) width = std::max(width, columns_of(row[i]));
        widths.push_back(width);
    }
    return widths;
}

std::string padded(const std::string& cell, std::size_t width, bool left) {
    const std::string blanks(width - std::min(width, columns_of(cell)), ' ');
    return left ? cell + blanks : blanks + cell;
}

std::string without_trailing_blanks(std::string line) {
    line.erase(line.find_last_not_of(' ') + 1);
    return line + '\n';
}

}  // namespace

std::size_t columns_of(const std::string& text) {
    return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
        return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
    }));
}

std::string wrapped(const std::string& text, std::size_t width, std::size_t indent) {
    std::string lines, line;
    for (std::size_t at = 0; at < text.size();) {
        const std::size_t begin = text.find_first_not_of(' ', at);
        if (begin == std::string::npos) break;
        const std::size_t end = std::min(text.find(' ', begin), text.size());
        const std::string word = text.substr(begin, end - begin);
        at = end;
        const bool blank = line.find_first_not_of(' ') == std::string::npos;
        if (!blank && columns_of(line) + 1 + columns_of(word) > width) {
            lines += line + '\n';
            line = std::string(indent, ' ') + word;
        } else {
            line += (blank ? "" : " ") + word;
        }
    }
    return lines + line + '\n';
}

std::string as_text(const Table& table, std::size_t width) {
    const std::vector<std::size_t> widths = widths_of(table);
    std::size_t total = 0;
    for (const std::size_t w : widths) total += w + 2;
    const std::string gap(total > width + 2 ? 1 : 2, ' ');
    std::string text;
    if (!table.caption.empty()) text += wrapped(table.caption, width, 0);
    const auto add = [&](const auto& cell_of) {
        std::string line;
        for (std::size_t i = 0; i < widths.size(); ++i)
            line += (i == 0 ? "" : gap) + padded(cell_of(i), widths[i], table.columns[i].left);
        text += without_trailing_blanks(line);
    };
    add([&](std::size_t i) { return table.columns[i].name; });
    for (const auto& row : table.rows) add([&](std::size_t i) { return row[i]; });
    for (const std::string& note : table.notes) text += wrapped(note, width, 2);
    return text;
}

std::string as_markdown(const Table& table) {
    const std::vector<std::size_t> widths = widths_of(table);
    std::string text;
    if (!table.caption.empty()) text += wrapped(table.caption, 80, 0) + '\n';
    const auto add = [&](const auto& cell_of) {
        text += '|';
        for (std::size_t i = 0; i < widths.size(); ++i) {
            text += ' ' +
                    padded(cell_of(i), std::max<std::size_t>(widths[i], 3), table.columns[i].left) +
                    " |";
        }
        text += '\n';
    };
    add([&](std::size_t i) { return table.columns[i].name; });
    add([&](std::size_t i) {
        std::string rule(std::max<std::size_t>(widths[i], 3), '-');
        if (!table.columns[i].left) rule.back() = ':';
        return rule;
    });
    for (const auto& row : table.rows) {
        add([&](std::size_t i) {
            std::string cell = row[i];
            for (std::size_t at = 0; (at = cell.find('|', at)) != std::string::npos; at += 2)
                cell.insert(at, 1, '\\');
            return cell;
        });
    }
    for (const std::string& note : table.notes) text += '\n' + wrapped(note, 80, 0);
    return text;
}

}  // namespace fathom
