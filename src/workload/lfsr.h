// random_generator=lfsr: every number below `count` exactly once in the order of a linear feedback
// shift register of maximal length (S. W. Golomb, Shift Register Sequences, 1967). Cheap and even,
// but neighbours in the order are related (often one is half the other): it is not random.
//
// A register of k bits steps through 1 .. 2^k - 1; zero, which it never reaches, comes first. The
// state is XORed with a key, so that each pass has an order of its own; it also starts elsewhere.
#pragma once

#include <cstdint>

namespace fathom {

class LfsrOrder {
  public:
    static constexpr unsigned max_width = 63;

    LfsrOrder() = default;
    /// Count at most 2^63; count 0 has no values.
    LfsrOrder(std::uint64_t count, std::uint64_t key);

    /// How many candidates are left, of which those below count() are kept.
    [[nodiscard]] std::uint64_t left() const { return left_; }
    [[nodiscard]] std::uint64_t count() const { return count_; }
    /// The next one; not when none is left.
    [[nodiscard]] std::uint64_t candidate() {
        const std::uint64_t value = state_ ^ key_;
        state_ = state_ == 0 ? first_ : step(state_, taps_);
        --left_;
        return value;
    }

    /// The taps of a register of `width` bits, 2 to max_width, as the mask of its Galois form.
    static std::uint64_t taps(unsigned width);
    static constexpr std::uint64_t step(std::uint64_t state, std::uint64_t taps) {
        return (state >> 1) ^ ((0 - (state & 1)) & taps);
    }

  private:
    std::uint64_t count_ = 0;
    std::uint64_t taps_ = 0;
    std::uint64_t key_ = 0;
    std::uint64_t first_ = 1;
    std::uint64_t state_ = 0;
    std::uint64_t left_ = 0;
};

}  // namespace fathom
