// Numbers as fio's reports print them: few significant digits, a suffix, a unit ("1063MiB/s",
// "159k"). Used by every text report; knows nothing of results.
#pragma once

#include <cstdint>
#include <string>

namespace fathom {

enum class NumberUnit : std::uint8_t { none, byte, byte_per_second, bit_per_second };

/// Suffixes step by 1000 ("kB") or by 1024 ("KiB").
enum class NumberBase : std::uint8_t { decimal, binary };

/// Decimal ones.
unsigned digits_of(std::uint64_t value);

/// `value` in at most `width` digits and point (rounding up may add one): while it has more
/// digits it is divided by the base and takes the next suffix; digits that fit after the point are
/// shown when there is room for the point and one digit. Bits are given in bytes.
std::string short_number(std::uint64_t value, unsigned width, NumberBase base, NumberUnit unit);

/// The base that kb_base asks for, and the other one (shown in parentheses).
NumberBase base_of(std::uint32_t kb_base);
NumberBase other_base(NumberBase base);

/// Bytes and bytes per second under a job's kb_base and unit_base, four digits wide.
std::string bytes_text(std::uint64_t bytes, NumberBase base);
std::string rate_text(std::uint64_t bytes_per_second, NumberBase base, std::uint32_t unit_base);
/// A count in four digits: "159k", "2048".
std::string count_text(std::uint64_t count);

}  // namespace fathom
