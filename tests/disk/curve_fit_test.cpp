// Fitted curves: exact points give their curve back, noise little else, and nonsense is refused.
#include "disk/curve_fit.h"

#include <cmath>
#include <stdexcept>
#include <vector>

#include <gtest/gtest.h>

#include "base/random.h"
#include "disk/seek_curve.h"

namespace fathom::disk {
namespace {

std::vector<CurvePoint> points_of(const CurveFit& curve, double noise) {
    Random random(3);
    std::vector<CurvePoint> points;
    for (double share = 0.9; share > 0.0002; share /= 1.5)
        points.push_back({share, curve.at(share) * (1 + noise * (random.unit() - 0.5))});
    return points;
}

TEST(CurveFit, finds_the_curve_that_points_lie_on) {
    const CurveFit truth{7.5, 14.2, 13.0, 0};
    const CurveFit fit = fit_curve(points_of(truth, 0));
    EXPECT_NEAR(fit.rest, truth.rest, 1e-6);
    EXPECT_NEAR(fit.root, truth.root, 1e-6);
    EXPECT_NEAR(fit.slope, truth.slope, 1e-6);
    EXPECT_LT(fit.rms, 1e-6);
}

TEST(CurveFit, stays_near_with_noise) {
    const CurveFit truth{7.5, 14.2, 13.0, 0};
    const CurveFit fit = fit_curve(points_of(truth, 0.06));
    EXPECT_NEAR(fit.mean_seek() / truth.mean_seek(), 1, 0.05);
    EXPECT_NEAR(fit.full_seek() / truth.full_seek(), 1, 0.05);
    EXPECT_GT(fit.rms, 0.01);
}

TEST(CurveFit, mean_is_that_of_a_three_point_curve) {
    constexpr std::uint32_t cylinders = 100'000;
    const SeekCurve curve = SeekCurve::through(1, 8.5, 17, cylinders);
    std::vector<CurvePoint> points;
    for (double share = 0.999; share > 0.0002; share /= 1.3) {
        const auto distance = static_cast<std::uint32_t>(share * cylinders);
        points.push_back({share, 5 + curve.at(distance).as_double() / 1e6});
    }
    const CurveFit fit = fit_curve(points);
    EXPECT_NEAR(fit.rest + fit.mean_seek(), 5 + 8.5, 0.05);
    EXPECT_NEAR(fit.rest + fit.full_seek(), 5 + 17, 0.05);
}

TEST(CurveFit, refuses_what_is_no_curve) {
    const std::vector<CurvePoint> few = {{0.1, 5}, {0.2, 6}, {0.5, 7}};
    EXPECT_THROW(fit_curve(few), std::invalid_argument);
    const std::vector<CurvePoint> alike = {{0.1, 5}, {0.1, 5}, {0.1, 5}, {0.1, 5}};
    EXPECT_THROW(fit_curve(alike), std::invalid_argument);
    for (const CurvePoint wrong : {CurvePoint{0, 5}, CurvePoint{1.5, 5}, CurvePoint{0.5, 0}}) {
        const std::vector<CurvePoint> points = {{0.1, 5}, {0.2, 6}, {0.5, 7}, wrong};
        EXPECT_THROW(fit_curve(points), std::invalid_argument);
    }
}

}  // namespace
}  // namespace fathom::disk
