// An I/O priority as the kernel writes it: class in the top three bits, a hint, the level in the
// lowest three. Used where priorities are set (engines, run/) and where they are told apart.
#pragma once

#include <cstdint>

#include "job/job.h"

namespace fathom {

constexpr std::uint16_t io_priority(std::uint32_t io_class, std::uint32_t level,
                                    std::uint32_t hint) {
    return static_cast<std::uint16_t>(io_class << 13 | hint << 3 | level);
}
constexpr unsigned io_priority_class(std::uint16_t priority) {
    return priority >> 13U;
}
constexpr unsigned io_priority_level(std::uint16_t priority) {
    return priority & 7U;
}

/// What the job's threads run at; 0 when it does not say. A level alone is best effort's.
inline std::uint16_t io_priority(const Job& job) {
    if (!job.prio && !job.prioclass && !job.priohint) return 0;
    constexpr std::uint32_t best_effort = 2;
    return io_priority(job.prioclass.value_or(best_effort), job.prio.value_or(0),
                       job.priohint.value_or(0));
}

}  // namespace fathom
