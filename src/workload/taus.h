// The Tausworthe generators a job can choose (random_generator=tausworthe, tausworthe64): combined
// linear feedback shift registers with good equidistribution.
//   taus88:  P. L'Ecuyer, Maximally equidistributed combined Tausworthe generators,
//            Mathematics of Computation 65 (1996): three components, period about 2^88.
//   taus258: P. L'Ecuyer, Tables of maximally equidistributed combined LFSR generators,
//            Mathematics of Computation 68 (1999): five components, period about 2^258.
// `Generator` is the one of the two that a job asked for.
#pragma once

#include <cstdint>

#include "base/random.h"
#include "base/wide.h"
#include "job/job.h"

namespace fathom {

class Taus88 {
  public:
    explicit constexpr Taus88(std::uint64_t seed) {
        constexpr std::uint32_t least[3] = {2, 8, 16};  // smaller states are degenerate
        for (int i = 0; i < 3; ++i) s_[i] = static_cast<std::uint32_t>(splitmix64(seed)) | least[i];
    }
    constexpr Taus88(std::uint32_t s1, std::uint32_t s2, std::uint32_t s3) : s_{s1, s2, s3} {}

    constexpr std::uint32_t next() {
        s_[0] = ((s_[0] & 0xfffffffeU) << 12) ^ (((s_[0] << 13) ^ s_[0]) >> 19);
        s_[1] = ((s_[1] & 0xfffffff8U) << 4) ^ (((s_[1] << 2) ^ s_[1]) >> 25);
        s_[2] = ((s_[2] & 0xfffffff0U) << 17) ^ (((s_[2] << 3) ^ s_[2]) >> 11);
        return s_[0] ^ s_[1] ^ s_[2];
    }

  private:
    std::uint32_t s_[3]{};
};

class Taus258 {
  public:
    explicit constexpr Taus258(std::uint64_t seed) {
        constexpr std::uint64_t least[5] = {2, 512, 4096, 131072, 8388608};
        for (int i = 0; i < 5; ++i) s_[i] = splitmix64(seed) | least[i];
    }
    constexpr Taus258(std::uint64_t s1, std::uint64_t s2, std::uint64_t s3, std::uint64_t s4,
                      std::uint64_t s5)
        : s_{s1, s2, s3, s4, s5} {}

    constexpr std::uint64_t next() {
        s_[0] = ((s_[0] & 0xfffffffffffffffeULL) << 10) ^ (((s_[0] << 1) ^ s_[0]) >> 53);
        s_[1] = ((s_[1] & 0xfffffffffffffe00ULL) << 5) ^ (((s_[1] << 24) ^ s_[1]) >> 50);
        s_[2] = ((s_[2] & 0xfffffffffffff000ULL) << 29) ^ (((s_[2] << 3) ^ s_[2]) >> 23);
        s_[3] = ((s_[3] & 0xfffffffffffe0000ULL) << 23) ^ (((s_[3] << 5) ^ s_[3]) >> 24);
        s_[4] = ((s_[4] & 0xffffffffff800000ULL) << 8) ^ (((s_[4] << 3) ^ s_[4]) >> 33);
        return s_[0] ^ s_[1] ^ s_[2] ^ s_[3] ^ s_[4];
    }

  private:
    std::uint64_t s_[5]{};
};

/// taus88 by 64 bits: two draws side by side.
class Taus88Words {
  public:
    explicit constexpr Taus88Words(std::uint64_t seed) : taus88_(seed) {}
    constexpr std::uint64_t next() {
        const std::uint64_t high = taus88_.next();
        return (high << 32) | taus88_.next();
    }

  private:
    Taus88 taus88_;
};

/// 64 random bits per draw from the generator chosen; lfsr is an order, not a generator, and takes
/// its other draws from taus88.
class Generator {
  public:
    Generator(RandomGenerator kind, std::uint64_t seed)
        : wide_(kind == RandomGenerator::tausworthe64), taus88_(seed), taus258_(seed) {}

    std::uint64_t next() { return wide_ ? taus258_.next() : taus88_.next(); }
    /// Uniform in [0, bound), bias below bound / 2^64; 0 when bound is 0.
    std::uint64_t below(std::uint64_t bound) {
        return static_cast<std::uint64_t>((static_cast<Wide>(next()) * bound) >> 64);
    }
    /// Uniform in [0, 1).
    double unit() { return static_cast<double>(next() >> 11) * 0x1.0p-53; }
    /// True in `percent` of 100 draws.
    bool chance(std::uint32_t percent) { return below(100) < percent; }

  private:
    bool wide_;
    Taus88Words taus88_;
    Taus258 taus258_;
};

}  // namespace fathom
