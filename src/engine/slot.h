// A Slot: one I/O in flight, and what an engine says when it completes.
#pragma once

#include <cstddef>
#include <cstdint>

#include "base/clock.h"
#include "workload/request.h"

namespace fathom {

struct Slot {
    Request request;
    std::byte* buffer = nullptr;
    std::uint32_t index = 0;     ///< position in the worker's slot array
    std::uint32_t done = 0;      ///< bytes already transferred (a short transfer was resumed)
    std::uint16_t priority = 0;  ///< of this I/O alone (cmdprio); 0: the thread's
    Ticks started = 0;           ///< when the request was taken
    Ticks due = 0;               ///< of a paced job: when it was to be issued
    Ticks issued = 0;            ///< when it was given to the system

    /// Where the rest of the transfer starts.
    [[nodiscard]] std::uint64_t position() const { return request.offset + done; }
    [[nodiscard]] std::uint32_t remaining() const { return request.length - done; }
    [[nodiscard]] std::byte* rest() const { return buffer + done; }
};

struct Completion {
    Slot* slot = nullptr;
    std::int64_t result = 0;  ///< bytes, or -errno
};

}  // namespace fathom
