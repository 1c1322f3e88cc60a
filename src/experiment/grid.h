// The cells of a sweep: every combination of the values of some options. Pure data; whether a value
// is good is for the option table to say.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fathom {

/// An option and the values it takes in a sweep.
struct Axis {
    std::string option;
    std::vector<std::string> values;
    bool operator==(const Axis&) const = default;
};

/// One combination: an option and its value for each axis, outermost first.
using Cell = std::vector<std::pair<std::string, std::string>>;

/// Splits at commas that no backslash stands before; such a comma stays, without it.
std::vector<std::string> split_at_commas(std::string_view text);

/// Values of one axis are at most this many, cells of a grid too.
inline constexpr std::size_t most_cells = 10'000;

/// Reads "NAME=VALUES", VALUES being values separated by commas (a comma inside a value is written
/// "\,"), each a word, FIRST..LAST (whole numbers, rising or falling by one), FIRST..LAST+STEP or
/// FIRST..LAST*FACTOR. Both ends may have one suffix, which stays: 4k..64k*2 is 4k, 8k, 16k, 32k,
/// 64k. Throws Error naming `flag` ("--over") and what is wrong.
Axis parse_axis(std::string_view flag, std::string_view text);

/// All combinations, the last axis changing fastest. Throws Error when an option comes twice or
/// there are more than most_cells.
std::vector<Cell> cells_of(const std::vector<Axis>& axes);

/// "numjobs=2 bs=4k"
std::string to_text(const Cell& cell);

}  // namespace fathom
