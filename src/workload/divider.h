// Division by a number fixed at run time without a division: a multiplication and one correction.
// For block sizes in the loops of streams that draw sizes or keep maps.
#pragma once

#include <cstdint>

#include "base/wide.h"

namespace fathom {

class Divider {
  public:
    constexpr Divider() : Divider(1) {}
    constexpr explicit Divider(std::uint64_t divisor)
        : divisor_(divisor), reciprocal_(~std::uint64_t{0} / divisor) {}

    bool operator==(const Divider&) const = default;

    [[nodiscard]] constexpr std::uint64_t divisor() const { return divisor_; }
    /// n / divisor, exact for every n.
    [[nodiscard]] constexpr std::uint64_t divide(std::uint64_t n) const {
        // The reciprocal is rounded down by less than one, so the quotient is short by 0, 1 or 2.
        auto q = static_cast<std::uint64_t>((static_cast<Wide>(n) * reciprocal_) >> 64);
        std::uint64_t rest = n - q * divisor_;
        while (rest >= divisor_) {
            ++q;
            rest -= divisor_;
        }
        return q;
    }
    [[nodiscard]] constexpr std::uint64_t floor(std::uint64_t n) const {
        return divide(n) * divisor_;
    }

  private:
    std::uint64_t divisor_;
    std::uint64_t reciprocal_;
};

}  // namespace fathom
