#include "measure/latency.h"

#include <algorithm>
#include <cmath>

namespace fathom {

void Moments::add(std::span<const std::uint64_t> values) {
    // Below 2^28 the squares of up to 256 values fit 64 bits, which is several times faster.
    constexpr std::uint64_t small = std::uint64_t{1} << 28;
    constexpr std::size_t few = 256;
    std::uint64_t low = min, high = 0, total = 0, squares = 0;
    for (const std::uint64_t value : values) {
        low = std::min(low, value);
        high = std::max(high, value);
        total += value;
        squares += value * value;
    }
    if (high < small && values.size() <= few) {
        sum_of_squares += squares;
    } else {
        for (const std::uint64_t value : values) sum_of_squares += static_cast<Wide>(value) * value;
    }
    count += values.size();
    min = low;
    max = std::max(max, high);
    sum += total;
}

void Moments::merge(const Moments& other) {
    count += other.count;
    min = std::min(min, other.min);
    max = std::max(max, other.max);
    sum += other.sum;
    sum_of_squares += other.sum_of_squares;
}

double Moments::mean() const {
    return count == 0 ? 0.0 : static_cast<double>(sum) / static_cast<double>(count);
}

double Moments::stddev() const {
    if (count < 2) return 0.0;
    // Sums are exact integers; only this last subtraction rounds (64-bit mantissa).
    const auto n = static_cast<long double>(count);
    const auto s = static_cast<long double>(sum);
    const long double spread = static_cast<long double>(sum_of_squares) - s * s / n;
    return spread <= 0 ? 0.0 : static_cast<double>(std::sqrt(spread / (n - 1)));
}

Latency::Latency(const Latency& other)
    : moments_(other.moments_),
      histogram_(other.histogram_ ? std::make_unique<Histogram>(*other.histogram_) : nullptr) {}

Latency& Latency::operator=(const Latency& other) {
    Latency copy(other);
    return *this = std::move(copy);
}

void Latency::add(std::span<const std::uint64_t> nanos) {
    moments_.add(nanos);
    if (!histogram_) return;
    for (const std::uint64_t value : nanos) histogram_->add(value);
}

void Latency::merge(const Latency& other) {
    moments_.merge(other.moments_);
    if (!other.histogram_) return;
    if (!histogram_) histogram_ = std::make_unique<Histogram>();
    histogram_->merge(*other.histogram_);
}

void Latency::clear() {
    moments_ = {};
    if (histogram_) histogram_->clear();
}

std::uint64_t Latency::percentile(double p) const {
    if (!histogram_ || moments_.count == 0) return 0;
    if (p >= 100.0) return moments_.max;
    return std::clamp(histogram_->percentile(p), moments_.min, moments_.max);
}

bool Latency::operator==(const Latency& other) const {
    if (moments_ != other.moments_) return false;
    if (!histogram_ || !other.histogram_) return !histogram_ && !other.histogram_;
    return *histogram_ == *other.histogram_;
}

}  // namespace fathom
