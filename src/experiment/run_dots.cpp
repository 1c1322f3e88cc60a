#include "experiment/run_dots.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "report/quantity.h"
#include "report/table.h"

namespace fathom {

namespace {

constexpr std::size_t longest_name = 20;

struct ValueAxis {
    double low = 0, high = 0;
    /// 0 .. steps - 1.
    [[nodiscard]] std::size_t place(double value, std::size_t steps) const {
        if (high <= low) return steps / 2;
        const double share = (value - low) / (high - low);
        return std::min(static_cast<std::size_t>(share * static_cast<double>(steps)), steps - 1);
    }
};

ValueAxis axis_of(const std::vector<double>& values) {
    if (values.empty()) return {};
    const auto [low, high] = std::minmax_element(values.begin(), values.end());
    return {*low, *high};
}

ValueAxis axis_of(const RunPicture& picture) {
    std::vector<double> all;
    for (const RunValues& runs : picture.variants)
        all.insert(all.end(), runs.values.begin(), runs.values.end());
    return axis_of(all);
}

char mark(std::size_t runs) {
    if (runs == 0) return ' ';
    if (runs == 1) return '.';
    if (runs == 2) return ':';
    return runs < 10 ? static_cast<char>('0' + runs) : '#';
}

std::string strip(const RunValues& runs, const ValueAxis& axis, bool utf8) {
    static constexpr std::array<const char*, 8> blocks = {"\u2581", "\u2582", "\u2583", "\u2584",
                                                          "\u2585", "\u2586", "\u2587", "\u2588"};
    std::string text;
    for (const double value : runs.values) {
        if (utf8) {
            text += blocks[axis.place(value, blocks.size())];
        } else {
            text += static_cast<char>('0' + axis.place(value, 10));
        }
    }
    return text;
}

/// Parts of a strip that fit a line. Its levels are the variant's own, so that a drift shows beside
/// a large difference.
std::vector<std::string> pieces(const RunValues& runs, bool utf8, std::size_t length) {
    const ValueAxis axis = axis_of(runs.values);
    std::vector<std::string> found;
    for (std::size_t at = 0; at < runs.values.size(); at += length) {
        RunValues some;
        const auto begin = runs.values.begin() + static_cast<std::ptrdiff_t>(at);
        const auto count = std::min(length, runs.values.size() - at);
        some.values.assign(begin, begin + static_cast<std::ptrdiff_t>(count));
        found.push_back(strip(some, axis, utf8));
    }
    return found;
}

}  // namespace

std::string run_dots(const std::string& title, const RunPicture& picture,
                     const std::vector<VariantLabel>& variants, std::size_t width, bool utf8) {
    const ValueAxis axis = axis_of(picture);
    std::size_t name_width = 8;
    for (const VariantLabel& label : variants)
        name_width = std::max(name_width, std::min(columns_of(label.name), longest_name));
    const std::size_t room =
        std::max<std::size_t>(width > name_width + 4 ? width - name_width - 4 : 0, 20);
    const auto name = [&](const RunValues& runs) {
        std::string text = variants[runs.variant].name;
        if (columns_of(text) > name_width) text = text.substr(0, name_width);
        return text + std::string(name_width - std::min(columns_of(text), name_width), ' ');
    };
    const std::string unit = unit_of(picture.metric);
    const std::string low = quantity(axis.low, unit), high = quantity(axis.high, unit);
    std::string text = title + ", a dot per run\n";
    text += fmt::format("{:{}}  {}{:>{}}\n", "", name_width, low, high, room - low.size());
    for (const RunValues& runs : picture.variants) {
        std::vector<std::size_t> counts(room, 0);
        for (const double value : runs.values) ++counts[axis.place(value, room)];
        std::string line;
        for (const std::size_t count : counts) line += mark(count);
        text += fmt::format("{} |{}|\n", name(runs), line);
    }
    text += "in order of execution, from the least to the most of each\n";
    for (const RunValues& runs : picture.variants) {
        std::string label = name(runs);
        for (const std::string& piece : pieces(runs, utf8, room)) {
            text += fmt::format("{}  {}\n", label, piece);
            label = std::string(name_width, ' ');
        }
    }
    return text;
}

}  // namespace fathom
