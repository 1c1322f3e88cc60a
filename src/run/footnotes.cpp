#include "run/footnotes.h"

#include <cmath>

#include <fmt/format.h>

namespace fathom {

namespace {
constexpr double worst_drift = 0.001;
}

std::optional<Problem> depth_note(const Job& job, const EngineEntry& engine) {
    if (job.iodepth <= 1 || engine.shape(job).depth > 1) return std::nullopt;
    return Problem{fmt::format("iodepth={} has no effect: {} does one I/O at a time", job.iodepth,
                               engine.name),
                   {},
                   "io_uring and libaio queue"};
}

std::optional<Problem> ended_early_note(const Job& job, bool ended_by_size, Nanos ran) {
    if (!ended_by_size || job.time_based || job.runtime.count() == 0 || ran >= job.runtime)
        return std::nullopt;
    return Problem{fmt::format("ended by size after {:.3f} s, before its runtime of {:.3f} s",
                               ran.as_double() / 1e9, job.runtime.as_double() / 1e9),
                   {},
                   "time_based repeats until the runtime is over"};
}

std::optional<Problem> clock_note(const Job& job, ClockSource in_use, double drift) {
    if (job.clocksource == ClockSource::cpu && in_use != ClockSource::cpu) {
        return Problem{
            "the CPU's counter does not run at a constant rate here: latencies are by "
            "clock_gettime, which costs more per I/O",
            {},
            {}};
    }
    if (std::abs(drift) <= worst_drift) return std::nullopt;
    return Problem{
        fmt::format("the clock deviates from the system's by {:+.2f}%: latencies are off as much",
                    100.0 * drift),
        {},
        "clocksource=clock_gettime"};
}

}  // namespace fathom
