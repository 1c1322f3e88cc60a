// Gaps between the arrivals of a Poisson process. Its logarithm is our own: the same gaps on every
// platform, whatever the C library's last digit.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/random.h"
#include "base/units.h"

namespace fathom {

/// ln x for x > 0, to about 1e-15 relative: the exponent apart, and for the mantissa m in
/// [sqrt(1/2), sqrt(2)) the series 2 * atanh((m - 1)/(m + 1)).
inline double portable_log(double x) {
    int exponent = 0;
    double mantissa = std::frexp(x, &exponent);  // exact
    if (mantissa < 0.70710678118654752) {
        mantissa *= 2;
        --exponent;
    }
    const double y = (mantissa - 1) / (mantissa + 1);
    const double square = y * y;
    double sum = 0;
    for (int k = 23; k >= 1; k -= 2) sum = sum * square + 1.0 / k;
    return 2 * y * sum + exponent * 0.69314718055994531;
}

class RandomGap {
  public:
    explicit RandomGap(std::uint64_t seed) : state_(seed) {}

    /// The next gap of a process with this mean gap. What is cut off in rounding to nanoseconds is
    /// carried over, so the mean is exact.
    Nanos next(double mean_nanos) {
        // Uniform in (0, 1]: 53 bits.
        const double u = static_cast<double>((splitmix64(state_) >> 11) + 1) * 0x1p-53;
        rest_ -= portable_log(u) * mean_nanos;
        const auto whole = static_cast<std::int64_t>(rest_);
        rest_ -= static_cast<double>(whole);
        return Nanos(whole);
    }

  private:
    std::uint64_t state_;
    double rest_ = 0;
};

}  // namespace fathom
