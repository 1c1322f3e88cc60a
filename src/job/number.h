// Numbers as the job language writes them: 4k, 0x10, 20%, 10m (minutes), (1024*4).
// Used by the option rows and the expression reader; knows no option and throws nothing: a text
// that is no number is an empty result, and the caller says which option it was.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fathom {

/// Wide enough that no product of two accepted numbers overflows before it is checked.
__extension__ using SignedWide = __int128;

/// The multiplier of a size suffix ("k", "kb", "kib", "M", ...; "" and "b" are 1), case ignored.
/// With kb_base 1024 a plain prefix is a power of 1024 and "kib" a power of 1000 (fio's
/// compatibility rule); with 1000 it is the other way round. Empty when it is no suffix.
std::optional<std::uint64_t> size_multiplier(std::string_view suffix, std::uint32_t kb_base);

/// Nanoseconds of a time suffix: d h m s sec ms msec us usec, case ignored. Empty when it is none.
std::optional<std::int64_t> time_multiplier(std::string_view suffix);

/// A whole number with sign, 0x prefix and size suffix, or an expression in parentheses.
/// Empty when anything else stands in `text` or the value leaves [-2^63, 2^64).
std::optional<SignedWide> parse_integer(std::string_view text, std::uint32_t kb_base);

/// A span in nanoseconds; a bare number is in `unit` ("s", "ms", "us"). Never negative.
std::optional<std::int64_t> parse_span(std::string_view text, std::string_view unit);

/// A decimal fraction, whole text.
std::optional<double> parse_fraction(std::string_view text);

/// Sum, product and brackets over integers with suffixes: "(4k*2)+512", "2*3". Empty when it does
/// not read as one, divides by zero, or leaves 64 bits.
std::optional<SignedWide> evaluate(std::string_view text, std::uint32_t kb_base);

/// What is wrong with an expression in parentheses and at which character, for people. Empty when
/// `text` is none or nothing is wrong.
std::string expression_fault(std::string_view text, std::uint32_t kb_base);

std::string to_text(SignedWide number);

/// Without blanks at both ends.
std::string_view trimmed(std::string_view text);

/// ASCII lower case.
std::string lower_case(std::string_view text);

}  // namespace fathom
