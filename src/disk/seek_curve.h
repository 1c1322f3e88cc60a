// How long the arm takes over a distance of cylinders: measured points, a root for short seeks and
// a line for long ones (Ruemmler and Wilkes, An introduction to disk drive modeling, IEEE Computer
// 27(3), 1994), or a curve through the three figures a data sheet tells.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/units.h"

namespace fathom::disk {

class SeekCurve {
  public:
    /// milliseconds: a + b * sqrt(d) up to d = most.
    struct Root {
        double a = 0, b = 0;
        std::uint32_t most = 0;
        bool operator==(const Root&) const = default;
    };
    /// milliseconds: c + e * d.
    struct Line {
        double c = 0, e = 0;
        bool operator==(const Line&) const = default;
    };
    using Points = std::vector<std::pair<std::uint32_t, double>>;  ///< distance, milliseconds

    /// `table`, rising in distance, counts up to its last point (linear between; below its first
    /// point as that one), then `root`, then `line`; without them as the last point.
    SeekCurve(Points table, std::optional<Root> root, std::optional<Line> line);

    /// Through a seek by one cylinder, the mean over random pairs, and one over all of `cylinders`:
    /// a root up to a third of the stroke, then a line, continuous. All in milliseconds. Throws
    /// std::invalid_argument where no such curve rises throughout.
    static SeekCurve through(double one, double mean, double full, std::uint32_t cylinders);

    [[nodiscard]] Nanos at(std::uint32_t distance) const;
    /// The mean over pairs of cylinders drawn at random.
    [[nodiscard]] double mean_ms(std::uint32_t cylinders) const;
    /// "3.24 + 0.4 * sqrt(d) for d <= 383, 8 + 0.008 * d" (ms).
    [[nodiscard]] std::string text() const;

  private:
    [[nodiscard]] double milliseconds(std::uint32_t distance) const;

    Points table_;
    std::optional<Root> root_;
    std::optional<Line> line_;
};

}  // namespace fathom::disk
