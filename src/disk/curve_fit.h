// From times against distance, as `fathom seek --curve` measures them, to a seek curve: a root up
// to a third of the stroke and a line beyond, which is what t2t_ms, mean_ms and full_ms describe.
#pragma once

#include <span>

namespace fathom::disk {

struct CurvePoint {
    double share = 0;  ///< distance, of the stroke: above 0, at most 1
    double ms = 0;     ///< mean time of a request so far from the one before
};

/// ms = rest + root sqrt(min(share, 1/3)) + slope max(share - 1/3, 0).
struct CurveFit {
    double rest = 0;   ///< what no distance explains: overhead, half a revolution, the first step
    double root = 0;   ///< ms
    double slope = 0;  ///< ms
    double rms = 0;    ///< ms, of what is left over

    [[nodiscard]] double at(double share) const;
    /// Over random pairs of places, whose distances have the density 2 (1 - share), less `rest`.
    [[nodiscard]] double mean_seek() const;
    [[nodiscard]] double full_seek() const { return at(1) - rest; }
};

/// Least squares of the relative deviations. Throws std::invalid_argument with fewer than four
/// points, values out of range, or points on one side of a third of the stroke only.
CurveFit fit_curve(std::span<const CurvePoint> points);

}  // namespace fathom::disk
