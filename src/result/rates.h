// Rates as fio computes them: over whole milliseconds, so that a reader who divides the printed
// bytes by the printed time gets the printed rate. Used by merge and by every report.
#pragma once

#include <cstdint>

#include "base/units.h"

namespace fathom {

/// Milliseconds, rounded up: what is worked on at all took at least one.
std::uint64_t runtime_ms(Nanos runtime);

/// Bytes per second; 0 when nothing ran.
std::uint64_t bytes_per_second(std::uint64_t bytes, Nanos runtime);

/// I/Os per second; 0 when nothing ran.
double ios_per_second(std::uint64_t ios, Nanos runtime);

}  // namespace fathom
