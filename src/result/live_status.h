// What the status line shows while jobs run: plain data, made by run/, printed by report/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "base/direction.h"
#include "base/units.h"

namespace fathom {

struct LiveStatus {
    std::uint32_t running = 0;  ///< workers that are doing I/O now
    std::uint32_t pending = 0;  ///< workers not started yet
    std::uint32_t open_files = 0;
    /// One letter per worker in order ('P' not started, 'R' sequential read, 'r' random read, 'W',
    /// 'w', 'M'/'m' mixed, 'D'/'d' trim, 'F' flushing, '/' ramping, '_' ended, 'X' ended with error
    /// ...).
    std::string letters;
    double done_fraction = 0;  ///< 0..1 of all groups
    PerDirection<double> bytes_per_second{};
    PerDirection<double> ios_per_second{};
    std::optional<Nanos> eta;  ///< until every group has ended; none: not known
    Nanos elapsed{};
    std::uint32_t kb_base = 1024;
    std::uint32_t unit_base = 0;
};

}  // namespace fathom
