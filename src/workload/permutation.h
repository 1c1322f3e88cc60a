// Every number below `count` exactly once, in a random order that a key selects, computed on the
// fly: no map, no state but a position, and draws do not depend on one another.
//
// The order is the values of a keyed bijection on k bits (k the width of count - 1) taken at 0, 1,
// 2 ..., values outside the count left out: at most every second one. The bijection is rounds of
// "add a key, multiply by an odd constant, xor the upper half into the lower", each step invertible
// modulo 2^k: the steps of the finalisers of MurmurHash3 (Appleby) and SplitMix64 (Steele, Lea,
// Flood 2014), made k bits wide and keyed. Narrow ones need more rounds to mix; the numbers are
// from chi-square tests of single values, pairs, triples and differences at many lags.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "base/random.h"

namespace fathom {

class Permutation {
  public:
    static constexpr unsigned max_rounds = 16;

    Permutation() = default;

    /// An order of [0, count), drawn by `key`; count at most 2^63, and 0 has no values.
    Permutation(std::uint64_t count, std::uint64_t key) : count_(count) {
        const auto width = static_cast<unsigned>(count > 1 ? std::bit_width(count - 1) : 1);
        mask_ = ~std::uint64_t{0} >> (64 - width);
        shift_ = (width + 1) / 2;
        rounds_ = width <= 8 ? 16 : width <= 13 ? 8 : 4;
        for (unsigned i = 0; i < rounds_; ++i) add_[i] = splitmix64(key);
    }

    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// How many positions there are: a power of two, less than twice the count (but 2 for 1).
    [[nodiscard]] std::uint64_t positions() const { return count_ == 0 ? 0 : mask_ + 1; }
    [[nodiscard]] unsigned rounds() const { return rounds_; }

    /// The value at `position`; of no meaning, and to be left out, when not below count().
    /// `n` must be rounds(): a constant here makes a lean loop there.
    template <unsigned n>
    [[nodiscard]] std::uint64_t value(std::uint64_t position) const {
        std::uint64_t x = position;
#pragma GCC unroll 16
        for (unsigned i = 0; i < n; ++i) {
            x = ((x + add_[i]) * multipliers[i]) & mask_;
            x ^= x >> shift_;
        }
        return x;
    }
    [[nodiscard]] std::uint64_t value_at(std::uint64_t position) const {
        return rounds_ == 4   ? value<4>(position)
               : rounds_ == 8 ? value<8>(position)
                              : value<16>(position);
    }

  private:
    /// Random and 5 modulo 8, so that no low bits of a product repeat early.
    static constexpr std::array<std::uint64_t, max_rounds> multipliers = [] {
        std::array<std::uint64_t, max_rounds> all{};
        for (std::uint64_t i = 0; i < max_rounds; ++i) {
            std::uint64_t state = i + 1;
            all[i] = (splitmix64(state) & ~std::uint64_t{7}) | 5;
        }
        return all;
    }();

    std::uint64_t count_ = 0;
    std::uint64_t mask_ = 0;
    unsigned shift_ = 1;
    unsigned rounds_ = 4;
    std::array<std::uint64_t, max_rounds> add_{};
};

/// A walk through a Permutation: left() candidates, of which those below count() are kept.
class PermutationOrder {
  public:
    PermutationOrder() = default;
    PermutationOrder(std::uint64_t count, std::uint64_t key)
        : permutation_(count, key), left_(permutation_.positions()) {}

    [[nodiscard]] std::uint64_t left() const { return left_; }
    [[nodiscard]] std::uint64_t count() const { return permutation_.count(); }
    [[nodiscard]] unsigned rounds() const { return permutation_.rounds(); }
    /// The next one; not when none is left.
    [[nodiscard]] std::uint64_t candidate() { return permutation_.value_at(--left_); }
    template <unsigned n>
    [[nodiscard]] std::uint64_t candidate() {
        return permutation_.value<n>(--left_);
    }

  private:
    Permutation permutation_;
    std::uint64_t left_ = 0;
};

}  // namespace fathom
