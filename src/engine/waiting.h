// Waiting for a time, of loops with rates or think time: in the engine's own time where it has one
// (wait_until, a simulated disk), else asleep until shortly before, and awake for the rest.
// Used by drive_sync.h and drive_async.h only.
#pragma once

#include <algorithm>
#include <span>

#include <time.h>

#include "base/clock.h"
#include "engine/slot.h"

namespace fathom::detail {

/// A sleep ends up to so much late, with the timer slack of a worker that waits.
inline constexpr Nanos awake_before = 80_us;
/// Nobody waits longer than this for a worker to see that it is to stop.
inline constexpr Nanos longest_sleep = 20_ms;

inline void relax() {
#if defined(__x86_64__)
    _mm_pause();
#endif
}

/// What an application does with its data, for as many rounds.
inline void work_for(std::uint64_t rounds) {
    for (; rounds > 0; --rounds) asm volatile("" : "+r"(rounds));
}

inline void sleep_for(Nanos span) {
    timespec left{span.count() / 1'000'000'000, span.count() % 1'000'000'000};
    ::nanosleep(&left, nullptr);
}

/// Returns at `at`, or earlier (by a signal, or to let the caller look round).
template <class E>
void wait_towards(E& engine, const Clock& clock, Ticks at, bool busy) {
    if constexpr (requires { engine.wait_until(at); }) {
        engine.wait_until(at);
    } else {
        const Ticks now = engine.now();
        if (now >= at) return;
        const Nanos left(static_cast<std::int64_t>(clock.to_nanos(at - now)));
        if (busy || left <= awake_before) {
            relax();
        } else {
            sleep_for(std::min(left - awake_before, longest_sleep));
        }
    }
}

/// At least one completion before `deadline`, else 0; or -errno.
template <class E>
int reap_before(E& engine, const Clock& clock, Ticks deadline, std::span<Completion> out) {
    if constexpr (requires { engine.reap_until(deadline, out); }) {
        return engine.reap_until(deadline, out);
    } else {
        for (;;) {
            const int got = engine.reap(0, out);
            if (got != 0) return got;
            const Ticks now = engine.now();
            if (now >= deadline) return 0;
            if constexpr (requires { engine.reap_for(Nanos{}, out); }) {
                const Nanos left(static_cast<std::int64_t>(clock.to_nanos(deadline - now)));
                if (left > awake_before + awake_before)
                    return engine.reap_for(std::min(left - awake_before, longest_sleep), out);
            }
            relax();
        }
    }
}

}  // namespace fathom::detail
