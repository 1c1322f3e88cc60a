// The nearest of some words to a misspelt one: "did you mean". Used for options, flags, engines.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fathom {

/// Edits (insert, delete, replace, swap of neighbours) between two words. The optimal string
/// alignment distance.
std::size_t edit_distance(std::string_view a, std::string_view b);

/// The word of `known` with the fewest edits, when these are few for its length; else empty.
std::string nearest_word(std::string_view word, const std::vector<std::string_view>& known);

}  // namespace fathom
