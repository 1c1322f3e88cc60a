// One worker as others see it at one moment: plain data, made by run/worker, read by run/live.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "base/direction.h"
#include "base/units.h"
#include "job/job.h"

namespace fathom {

/// What a worker is doing, for the status line and for the one who waits for it.
enum class Phase : std::uint8_t {
    waiting,      ///< not started
    setting_up,   ///< thread made: files, buffers, engine
    pre_reading,  ///< pre_read
    ready,        ///< waits for the others of its batch
    running,
    flushing,   ///< end_fsync, fsync_on_close
    finishing,  ///< closes its files
    ended
};

constexpr std::string_view name_of(Phase phase) {
    switch (phase) {
        case Phase::waiting:
            return "waiting";
        case Phase::setting_up:
            return "setting up";
        case Phase::pre_reading:
            return "reading ahead";
        case Phase::ready:
            return "ready";
        case Phase::running:
            return "running";
        case Phase::flushing:
            return "flushing";
        case Phase::finishing:
            return "finishing";
        case Phase::ended:
            break;
    }
    return "ended";
}

struct WorkerView {
    const Job* job = nullptr;
    std::uint32_t stage = 0;
    Phase phase = Phase::waiting;
    bool failed = false;
    bool reaped = false;     ///< its end has been seen by the main thread
    bool cancelled = false;  ///< will never start
    std::uint32_t open_files = 0;
    std::optional<Nanos> started;   ///< since the start of the run
    Nanos delay{};                  ///< earliest start, since the start of the run
    std::uint64_t total_bytes = 0;  ///< to do in all passes; 0: not known or endless
    PerDirection<std::uint64_t> ios{}, bytes{};
};

}  // namespace fathom
