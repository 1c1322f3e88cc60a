// Every block once, in an order that looks random, at the least cost there is: a linear
// congruential generator of full period over the next power of two, leaving out what lies beyond.
#include <bit>

#include "bare/bare.h"

namespace bare {

Outcome run_order(const Settings& settings) {
    const double begin = now();
    const std::uint64_t mask = std::bit_ceil(settings.blocks) - 1;
    std::uint64_t state = 0;
    Outcome outcome;
    do {
        state = (state * 6364136223846793005ULL + 1442695040888963407ULL) & mask;
        if (state >= settings.blocks) continue;
        asm volatile("" : : "r"(state * block));
        ++outcome.ios;
    } while (state != 0);
    outcome.seconds = now() - begin;
    return outcome;
}

}  // namespace bare
