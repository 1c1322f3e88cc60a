// No I/O at all: what is left of a job on the null engine. Timed: draw an offset, read the cycle
// counter, add to a bucket. Untimed: draw an offset and count.
#include <array>
#include <bit>

#if defined(__x86_64__)
#include <x86intrin.h>
#endif

#include "bare/bare.h"

namespace bare {

namespace {

std::uint64_t cycles() {
#if defined(__x86_64__)
    return __rdtsc();
#else
    return static_cast<std::uint64_t>(now() * 1e9);
#endif
}

/// Keeps the compiler from leaving out what computes `value`.
void use(std::uint64_t value) {
    asm volatile("" : : "r"(value));
}

}  // namespace

Outcome run_null(const Settings& settings) {
    static std::array<std::uint64_t, 64 * 64> buckets{};
    fathom::Random random(1);
    std::uint64_t last = cycles();
    const Outcome outcome = repeat(settings.seconds, 1U << 16, [&](unsigned n) {
        for (unsigned i = 0; i < n; ++i) {
            use(random.below(settings.blocks) * block);
            const std::uint64_t stamp = cycles();
            const std::uint64_t gap = stamp - last;
            last = stamp;
            ++buckets[gap < buckets.size() ? gap : buckets.size() - 1];
        }
    });
    use(buckets[1]);
    return outcome;
}

Outcome run_null_untimed(const Settings& settings) {
    fathom::Random random(1);
    return repeat(settings.seconds, 1U << 16, [&](unsigned n) {
        for (unsigned i = 0; i < n; ++i) use(random.below(settings.blocks) * block);
    });
}

}  // namespace bare
