// Pseudo-random numbers: the general-purpose generator used inside Fathom and the seeding function.
// The generators a job can choose (random_generator=) are in workload/.
#pragma once

#include <cstdint>

#include "base/wide.h"

namespace fathom {

/// SplitMix64 step (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, 2014).
/// Turns any sequence of seeds into well mixed 64-bit values.
constexpr std::uint64_t splitmix64(std::uint64_t& state) {
    state += 0x9e3779b97f4a7c15ULL;
    std::uint64_t z = state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9ULL;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebULL;
    return z ^ (z >> 31);
}

/// xoshiro256++ (Blackman, Vigna 2019): period 2^256 - 1, under a nanosecond per draw.
class Random {
  public:
    explicit constexpr Random(std::uint64_t seed) {
        for (auto& word : state_) word = splitmix64(seed);
    }
    constexpr std::uint64_t next() {
        const std::uint64_t result = rotl(state_[0] + state_[3], 23) + state_[0];
        const std::uint64_t t = state_[1] << 17;
        state_[2] ^= state_[0];
        state_[3] ^= state_[1];
        state_[1] ^= state_[2];
        state_[0] ^= state_[3];
        state_[2] ^= t;
        state_[3] = rotl(state_[3], 45);
        return result;
    }
    /// Uniform in [0, bound) by Lemire's multiply (bias below bound / 2^64); 0 when bound is 0.
    constexpr std::uint64_t below(std::uint64_t bound) {
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
    }
    /// Uniform in [0, 1).
    constexpr double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }

  private:
    static constexpr std::uint64_t rotl(std::uint64_t x, int k) {
        return (x << k) | (x >> (64 - k));
    }
    std::uint64_t state_[4]{};
};

}  // namespace fathom
