// What a buffer is filled with: the value of buffer_pattern and verify_pattern, read and checked.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "job/option.h"

namespace fathom {

/// Bytes that are repeated; at some places the offset of the block is put in.
struct Pattern {
    std::string bytes;
    std::vector<std::size_t> offsets;  ///< where the eight bytes of "%o" begin
    bool operator==(const Pattern&) const = default;
};

/// A sequence of "text", 'file', numbers (0xdeadbeef keeps the order of its digits, a decimal one
/// is little endian) and, where `may_hold_offset`, %o. Throws Error; files are read here.
Pattern read_pattern(const OptionRow& row, std::string_view text, const ValueContext& context,
                     bool may_hold_offset);

}  // namespace fathom
