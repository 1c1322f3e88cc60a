// An interval and the confidence it really has. Used by all of stats/, whose functions take finite
// numbers, keep no state and do no I/O. A sample too small for what is asked gives an empty
// optional; a confidence outside (0, 1) is the caller's mistake and throws std::invalid_argument.
#pragma once

namespace fathom::stats {

/// low <= high, in the unit of the sample. `confidence` is what the method attains, which for rank
/// methods is at least what was asked: their levels come in steps.
struct Interval {
    double low = 0;
    double high = 0;
    double confidence = 0;

    [[nodiscard]] double half_width() const { return (high - low) / 2; }
    [[nodiscard]] bool holds(double value) const { return low <= value && value <= high; }
    [[nodiscard]] bool inside(double from, double to) const { return from < low && high < to; }
    bool operator==(const Interval&) const = default;
};

/// The probability left out on each side, (1 - confidence) / 2.
/// Throws std::invalid_argument unless 0 < confidence < 1.
[[nodiscard]] double tail_of(double confidence);

}  // namespace fathom::stats
