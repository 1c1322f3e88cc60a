// What a thread has used of the machine: CPU time, context switches, page faults. Workers read it
// before and after; so do the helper threads of an engine.
#pragma once

#include <cstdint>

#include "base/units.h"

namespace fathom {

struct ThreadUsage {
    Nanos user{}, system{};
    std::uint64_t context_switches = 0, major_faults = 0, minor_faults = 0;

    /// Of the calling thread so far.
    static ThreadUsage now();
    [[nodiscard]] ThreadUsage since(const ThreadUsage& earlier) const;
    [[nodiscard]] ThreadUsage plus(const ThreadUsage& other) const;
};

}  // namespace fathom
