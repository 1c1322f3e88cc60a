// Every number below `count` exactly once, in a random order that a key selects, computed on the
// fly: no map, no state but a counter, and draws do not depend on one another.
//
// The order is the values of a keyed bijection on k bits (k the width of count - 1) taken at 0, 1,
// 2 ..., values outside the count left out: at most every second one. The bijection is rounds of
// "add a key, multiply by an odd key, xor the upper half into the lower", each step invertible
// modulo 2^k; the same steps as in the finalisers of MurmurHash3 (Appleby) and SplitMix64, made
// k bits wide and keyed. Tests check coverage, uniformity and independence at every small size.
#pragma once

#include <bit>
#include <cstdint>

#include "base/random.h"

namespace fathom {

class Permutation {
  public:
    Permutation() = default;

    /// An order of [0, count), drawn by `key`.
    Permutation(std::uint64_t count, std::uint64_t key) : count_(count) {
        const auto width = static_cast<unsigned>(count > 1 ? std::bit_width(count - 1) : 1);
        mask_ = width == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << width) - 1;
        shift_ = (width + 1) / 2;
        for (unsigned i = 0; i < rounds; ++i) {
            add_[i] = splitmix64(key);
            multiply_[i] = splitmix64(key) | 1;
        }
    }

    /// How many positions there are to take values at: a power of two, at most twice the count.
    [[nodiscard]] std::uint64_t last_position() const { return mask_; }
    [[nodiscard]] std::uint64_t count() const { return count_; }

    /// The value at `position`; of no meaning, and to be left out, when not below count().
    [[nodiscard]] std::uint64_t value_at(std::uint64_t position) const {
        std::uint64_t x = position;
        for (unsigned i = 0; i < rounds; ++i) {
            x = ((x + add_[i]) * multiply_[i]) & mask_;
            x ^= x >> shift_;
        }
        return x;
    }

  private:
    static constexpr unsigned rounds = 4;
    std::uint64_t count_ = 0;
    std::uint64_t mask_ = 0;
    unsigned shift_ = 1;
    std::uint64_t add_[rounds]{};
    std::uint64_t multiply_[rounds]{};
};

}  // namespace fathom
