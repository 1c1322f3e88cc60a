// Reading the time: the CPU's counter where it can be trusted, else the system clock.
// The hot loop reads raw ticks; a fixed-point multiply turns a difference into nanoseconds.
// The counter's rate is taken from two readings made anyway (process start, worker start), so no
// start-up delay is spent on calibration; `drift()` checks the rate against the system clock later.
#pragma once

#include <cstdint>

#include <sys/time.h>
#include <time.h>

#include "base/units.h"
#include "base/wide.h"

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

namespace fathom {

enum class ClockSource : std::uint8_t { cpu, clock_gettime, gettimeofday };

using Ticks = std::uint64_t;

/// CLOCK_MONOTONIC now.
Nanos monotonic_now();

/// A clock and the scale of its ticks. Copyable; each worker keeps one.
class Clock {
  public:
    /// The clock to use; `wanted` cpu falls back to clock_gettime where the counter is not
    /// constant.
    static Clock make(ClockSource wanted);
    /// True when the CPU has a counter that runs at a constant rate in every state.
    static bool cpu_counter_usable();
    /// Called as early as possible in main: the first of the two readings that give the rate.
    static void mark_process_start();

    [[nodiscard]] Ticks now() const {
#if defined(__x86_64__)
        if (source_ == ClockSource::cpu) [[likely]]
            return __rdtsc();
#endif
        return system_ticks();
    }
    /// Ticks to nanoseconds; exact scale for up to 2^63 ticks of difference.
    [[nodiscard]] std::uint64_t to_nanos(Ticks difference) const {
        return static_cast<std::uint64_t>((static_cast<Wide>(difference) * multiplier_) >> 32);
    }
    [[nodiscard]] Ticks to_ticks(Nanos span) const {
        return static_cast<Ticks>(static_cast<double>(span.count()) * ticks_per_nano_);
    }
    [[nodiscard]] ClockSource source() const {
        return source_;
    }
    /// Relative deviation of this clock's rate from CLOCK_MONOTONIC since it was made.
    [[nodiscard]] double drift() const;

  private:
    [[nodiscard]] Ticks system_ticks() const {
        if (source_ == ClockSource::gettimeofday) {
            timeval tv{};
            gettimeofday(&tv, nullptr);
            return (static_cast<Ticks>(tv.tv_sec) * 1'000'000 + static_cast<Ticks>(tv.tv_usec)) *
                   1'000;
        }
        timespec ts{};
        clock_gettime(CLOCK_MONOTONIC, &ts);
        return static_cast<Ticks>(ts.tv_sec) * 1'000'000'000 + static_cast<Ticks>(ts.tv_nsec);
    }

    ClockSource source_ = ClockSource::clock_gettime;
    std::uint64_t multiplier_ = 1ULL << 32;  ///< nanoseconds per tick, 32 fractional bits
    double ticks_per_nano_ = 1.0;
    Ticks made_ticks_ = 0;
    Nanos made_time_{};
};

}  // namespace fathom
