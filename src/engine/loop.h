// Loop: what the hot loop works with, and its rare events (window ends, ramp end, run end).
// One per worker and pass, made by run/worker. The loop itself is drive.h.
#pragma once

#include <atomic>
#include <cstddef>
#include <functional>
#include <span>
#include <string>

#include "base/clock.h"
#include "base/units.h"
#include "engine/file.h"
#include "engine/slot.h"
#include "job/job.h"
#include "measure/recorder.h"
#include "workload/pace.h"
#include "workload/payload.h"
#include "workload/workload.h"

namespace fathom {

/// Why a loop ended, and with which error.
struct LoopOutcome {
    enum class End { done, time, stopped, error };
    End end = End::done;
    int error = 0;                        ///< errno
    const char* function = "io_u error";  ///< in which step, for the report of an error
    std::string error_text;  ///< "No space left on device: write offset=0, buflen=4096" and such
};

struct Loop {
    const Job& job;
    Workload& workload;
    Recorder& recorder;
    Progress& progress;
    Payload& payload;
    std::span<File> files;
    std::span<Slot> slots;          ///< one per I/O that may be in flight, with its buffer
    const std::atomic<bool>& stop;  ///< set by anyone: end as soon as possible
    Clock clock;
    Pace* pace = nullptr;  ///< of a job with rates or think time
    Ticks pace_begin = 0;  ///< start of its schedule
    bool timed = true;     ///< read the clock for each I/O (off: gtod_reduce)

    // Absolute times in ticks of the engine's clock; never: 0 means not set.
    Ticks begin = 0;     ///< start of the measured part
    Ticks ramp_end = 0;  ///< forget all before; 0: no ramp
    Ticks run_end = 0;   ///< stop then; 0: no limit
    Nanos bw_window{};   ///< length of a window of bandwidth; 0: none
    Nanos iops_window{};
    Nanos series_interval{};
    /// Called once when the ramp is over, for what is measured outside the loop (CPU time).
    std::function<void()> ramp_over = {};
    /// Called where the workload goes over a file once more, outside the measured time of any I/O.
    std::function<void(File&)> next_pass = {};
    /// Called whenever live figures are published, for who wants to see more of the recorder.
    std::function<void(Ticks now)> published = {};

    // Kept by the loop.
    Ticks next_event = 0;
    Ticks bw_window_start = 0;
    Ticks iops_window_start = 0;
    Ticks series_start = 0;
    Ticks end = 0;  ///< when the loop ended
    Ticks next_publish = 0;

    /// Sets the first event; `now` is the engine's time at the start.
    void arm(Ticks now);
    /// Handles all that is due at `now`; false when the run time is over.
    bool on_event(Ticks now);
    /// Times of `pace`, from ticks and to ticks.
    [[nodiscard]] Nanos since_begin(Ticks now) const {
        return Nanos(static_cast<std::int64_t>(clock.to_nanos(now - pace_begin)));
    }
    /// When a request of direction `d` may be issued; the next event where that hangs on a
    /// completion.
    [[nodiscard]] Ticks due(Direction d) const;
    /// Stores live figures for the status line.
    void publish();

  private:
    /// Ends the window that began at `start` when it is over; the next one's end is an event.
    void look_at_window(Ticks now, Nanos length, Ticks& start, void (Recorder::*end_window)(Nanos));
};

}  // namespace fathom
