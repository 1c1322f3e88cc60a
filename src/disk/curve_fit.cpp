#include "disk/curve_fit.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <stdexcept>
#include <utility>

namespace fathom::disk {

namespace {

constexpr double bend = 1.0 / 3;

using Row = std::array<double, 3>;

Row basis(double share) {
    return {1, std::sqrt(std::min(share, bend)), std::max(share - bend, 0.0)};
}

/// Solves a symmetric system of three by elimination with pivots.
Row solve(std::array<Row, 3> a, Row b) {
    for (std::size_t column = 0; column < 3; ++column) {
        std::size_t pivot = column;
        for (std::size_t row = column + 1; row < 3; ++row)
            if (std::abs(a[row][column]) > std::abs(a[pivot][column])) pivot = row;
        std::swap(a[column], a[pivot]);
        std::swap(b[column], b[pivot]);
        if (std::abs(a[column][column]) < 1e-12)
            throw std::invalid_argument("the distances are too much alike for a curve");
        for (std::size_t row = 0; row < 3; ++row) {
            if (row == column) continue;
            const double factor = a[row][column] / a[column][column];
            for (std::size_t k = 0; k < 3; ++k) a[row][k] -= factor * a[column][k];
            b[row] -= factor * b[column];
        }
    }
    return {b[0] / a[0][0], b[1] / a[1][1], b[2] / a[2][2]};
}

}  // namespace

double CurveFit::at(double share) const {
    const Row row = basis(share);
    return rest + root * row[1] + slope * row[2];
}

double CurveFit::mean_seek() const {
    // Integrals of sqrt(min(x, t)) 2 (1 - x) and of max(x - t, 0) 2 (1 - x) over 0..1, t = 1/3.
    const double t = bend, s = std::sqrt(t);
    const double of_root = 2 * (2.0 / 3 * t * s - 2.0 / 5 * t * t * s) + s * (1 - t) * (1 - t);
    const double of_line = (1 - t) * (1 - t) * (1 - t) / 3;
    return root * of_root + slope * of_line;
}

CurveFit fit_curve(std::span<const CurvePoint> points) {
    if (points.size() < 4) throw std::invalid_argument("a curve needs four points");
    std::array<Row, 3> a{};
    Row b{};
    for (const CurvePoint& point : points) {
        if (!(point.share > 0) || !(point.share <= 1) || !(point.ms > 0) ||
            !std::isfinite(point.ms))
            throw std::invalid_argument("a point has a share above 0 up to 1 and a time above 0");
        const Row row = basis(point.share);
        const double weight = 1 / (point.ms * point.ms);
        for (std::size_t i = 0; i < 3; ++i) {
            for (std::size_t k = 0; k < 3; ++k) a[i][k] += weight * row[i] * row[k];
            b[i] += weight * row[i] * point.ms;
        }
    }
    const Row found = solve(a, b);
    CurveFit fit{found[0], found[1], found[2], 0};
    double sum = 0;
    for (const CurvePoint& point : points) {
        const double off = fit.at(point.share) - point.ms;
        sum += off * off;
    }
    fit.rms = std::sqrt(sum / static_cast<double>(points.size()));
    return fit;
}

}  // namespace fathom::disk
