#include "base/clock.h"

#include <cmath>

#if defined(__x86_64__)
#include <cpuid.h>
#endif

namespace fathom {

namespace {

struct Reading {
    Ticks ticks = 0;
    Nanos time{};
};

Reading process_start;

Ticks cpu_ticks() {
#if defined(__x86_64__)
    return __rdtsc();
#else
    return 0;
#endif
}

/// Both clocks at the same moment: of several tries, the one with the narrowest bracket.
Reading read_both() {
    Reading best;
    Ticks narrowest = ~Ticks{0};
    for (int attempt = 0; attempt < 5; ++attempt) {
        const Ticks before = cpu_ticks();
        const Nanos time = monotonic_now();
        const Ticks after = cpu_ticks();
        if (after - before < narrowest) {
            narrowest = after - before;
            best = {before + (after - before) / 2, time};
        }
    }
    return best;
}

}  // namespace

Nanos monotonic_now() {
    timespec ts{};
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return Nanos(static_cast<std::int64_t>(ts.tv_sec) * 1'000'000'000 + ts.tv_nsec);
}

bool Clock::cpu_counter_usable() {
#if defined(__x86_64__)
    unsigned eax = 0, ebx = 0, ecx = 0, edx = 0;
    if (__get_cpuid(0x80000007, &eax, &ebx, &ecx, &edx) == 0) return false;
    return (edx & (1U << 8)) != 0;  // invariant TSC: constant in all power states
#else
    return false;
#endif
}

void Clock::mark_process_start() {
    process_start = read_both();
}

Clock Clock::make(ClockSource wanted) {
    Clock clock;
    clock.source_ = wanted;
    if (wanted == ClockSource::cpu) {
        if (!cpu_counter_usable()) {
            clock.source_ = ClockSource::clock_gettime;
        } else {
            if (process_start.ticks == 0) mark_process_start();
            // A reading is good to some 30 ns; 200 us apart the rate is good to 2 in 10,000, and
            // a process has almost always lived that long before its first worker.
            Reading now = read_both();
            while (now.time - process_start.time < 200_us) now = read_both();
            clock.ticks_per_nano_ = static_cast<double>(now.ticks - process_start.ticks) /
                                    (now.time - process_start.time).as_double();
            clock.multiplier_ =
                static_cast<std::uint64_t>(std::llround(4294967296.0 / clock.ticks_per_nano_));
        }
    }
    clock.made_ticks_ = clock.now();
    clock.made_time_ = monotonic_now();
    return clock;
}

double Clock::drift() const {
    const double real = (monotonic_now() - made_time_).as_double();
    if (real <= 0) return 0;
    return static_cast<double>(to_nanos(now() - made_ticks_)) / real - 1.0;
}

}  // namespace fathom
