// A figure with its unit as people read it: three or four digits and a prefix. Used by the tables
// of comparisons; the reports that must look as fio's have report/number.
#pragma once

#include <string>
#include <string_view>

namespace fathom {

/// `value` in `unit`: "" (a count, 12.3k), "B" and "B/s" (binary prefixes, 1.50 MiB/s), "ns" (34.5
/// us), "%". Others stand behind the number.
std::string quantity(double value, std::string_view unit);

/// A share as a signed percentage: 0.0123 is "+1.23 %", tenths from ten on, none from a
/// thousand; "+0.00 %" has a sign
/// too.
std::string signed_percent(double share);

}  // namespace fathom
