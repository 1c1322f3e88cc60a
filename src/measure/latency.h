// What is kept of one kind of latency in one direction: exact moments and, where percentiles may be
// asked for, the histogram. Merging is exact, associative and commutative (integer sums).
#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <span>
#include <utility>

#include "base/wide.h"
#include "measure/histogram.h"

namespace fathom {

/// Count, extremes, sum and sum of squares of nanosecond values, in integers.
struct Moments {
    std::uint64_t count = 0;
    std::uint64_t min = std::numeric_limits<std::uint64_t>::max();
    std::uint64_t max = 0;
    std::uint64_t sum = 0;
    Wide sum_of_squares = 0;

    void add(std::uint64_t value) {
        ++count;
        if (value < min) min = value;
        if (value > max) max = value;
        sum += value;
        sum_of_squares += static_cast<Wide>(value) * value;
    }
    /// Adds many values at once: the sums stay in registers.
    void add(std::span<const std::uint64_t> values);
    void merge(const Moments& other);
    [[nodiscard]] double mean() const;
    /// Sample standard deviation (n - 1); 0 below two values.
    [[nodiscard]] double stddev() const;
    bool operator==(const Moments&) const = default;
};

class Latency {
  public:
    Latency() = default;
    explicit Latency(bool with_histogram) {
        if (with_histogram) histogram_ = std::make_unique<Histogram>();
    }
    /// What was saved earlier: moments and, where there was one, the histogram.
    Latency(const Moments& moments, std::unique_ptr<Histogram> histogram)
        : moments_(moments), histogram_(std::move(histogram)) {}
    Latency(const Latency& other);
    Latency& operator=(const Latency& other);
    Latency(Latency&&) noexcept = default;
    Latency& operator=(Latency&&) noexcept = default;
    ~Latency() = default;

    /// Adds one value; the histogram, when there is one, too.
    void add(std::uint64_t nanos) {
        moments_.add(nanos);
        if (histogram_) histogram_->add(nanos);
    }
    /// Adds many values at once.
    void add(std::span<const std::uint64_t> nanos);
    void merge(const Latency& other);
    /// Adds moments only; a histogram, when there is one, then no longer counts everything.
    void merge(const Moments& other) { moments_.merge(other); }
    void clear();
    [[nodiscard]] const Moments& moments() const { return moments_; }
    [[nodiscard]] const Histogram* histogram() const { return histogram_.get(); }
    /// Percentile clamped to [min, max]; p100 is the maximum; 0 without histogram or values.
    [[nodiscard]] std::uint64_t percentile(double p) const;
    bool operator==(const Latency& other) const;

  private:
    Moments moments_;
    std::unique_ptr<Histogram> histogram_;
};

}  // namespace fathom
