// Quantities that carry their unit in the type: nanoseconds and bytes.
// Used by every room; knows nothing of any of them.
#pragma once

#include <compare>
#include <cstdint>

namespace fathom {

/// A number with a unit. Arithmetic stays within the unit; a ratio of two is a plain number.
template <class Tag, class Rep>
class Quantity {
  public:
    using rep = Rep;
    constexpr Quantity() = default;
    constexpr explicit Quantity(Rep count) : count_(count) {}
    [[nodiscard]] constexpr Rep count() const { return count_; }
    [[nodiscard]] constexpr double as_double() const { return static_cast<double>(count_); }
    constexpr auto operator<=>(const Quantity&) const = default;

    constexpr Quantity& operator+=(Quantity other) {
        count_ += other.count_;
        return *this;
    }
    constexpr Quantity& operator-=(Quantity other) {
        count_ -= other.count_;
        return *this;
    }
    friend constexpr Quantity operator+(Quantity a, Quantity b) {
        return Quantity(a.count_ + b.count_);
    }
    friend constexpr Quantity operator-(Quantity a, Quantity b) {
        return Quantity(a.count_ - b.count_);
    }
    friend constexpr Quantity operator*(Quantity a, Rep k) { return Quantity(a.count_ * k); }
    friend constexpr Quantity operator*(Rep k, Quantity a) { return Quantity(a.count_ * k); }
    friend constexpr Quantity operator/(Quantity a, Rep k) { return Quantity(a.count_ / k); }
    friend constexpr Rep operator/(Quantity a, Quantity b) { return a.count_ / b.count_; }
    friend constexpr Quantity operator%(Quantity a, Quantity b) {
        return Quantity(a.count_ % b.count_);
    }

  private:
    Rep count_{};
};

/// A span of time in nanoseconds (signed: differences may be negative).
using Nanos = Quantity<struct NanosTag, std::int64_t>;
/// A number of bytes, or an address in bytes.
using Bytes = Quantity<struct BytesTag, std::uint64_t>;

inline namespace literals {
constexpr Nanos operator""_ns(unsigned long long n) {
    return Nanos(static_cast<std::int64_t>(n));
}
constexpr Nanos operator""_us(unsigned long long n) {
    return Nanos(static_cast<std::int64_t>(n) * 1'000);
}
constexpr Nanos operator""_ms(unsigned long long n) {
    return Nanos(static_cast<std::int64_t>(n) * 1'000'000);
}
constexpr Nanos operator""_s(unsigned long long n) {
    return Nanos(static_cast<std::int64_t>(n) * 1'000'000'000);
}
constexpr Bytes operator""_B(unsigned long long n) {
    return Bytes(n);
}
constexpr Bytes operator""_KiB(unsigned long long n) {
    return Bytes(n << 10);
}
constexpr Bytes operator""_MiB(unsigned long long n) {
    return Bytes(n << 20);
}
constexpr Bytes operator""_GiB(unsigned long long n) {
    return Bytes(n << 30);
}
}  // namespace literals

}  // namespace fathom
