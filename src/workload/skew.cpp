#include "workload/skew.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fathom {

namespace {

constexpr double usual_theta = 1.1;
constexpr double usual_h = 0.2;

/// expm1(x) / x and log1p(x) / x, also near 0.
double expm1_ratio(double x) {
    return std::abs(x) > 1e-8 ? std::expm1(x) / x : 1 + x / 2;
}
double log1p_ratio(double x) {
    return std::abs(x) > 1e-8 ? std::log1p(x) / x : 1 - x / 2;
}

}  // namespace

Skew::Skew(FileService law, double parameter) : law_(law), parameter_(parameter) {
    if (law_ == FileService::zipf && parameter_ == 0) parameter_ = usual_theta;
    if (law_ == FileService::pareto) {
        if (parameter_ == 0) parameter_ = usual_h;
        exponent_ = std::log(parameter_) / std::log(1 - parameter_);
    }
    set_count(1);
}

double Skew::integral(double x) const {
    const double log_x = std::log(x);
    return expm1_ratio((1 - parameter_) * log_x) * log_x;
}

double Skew::inverse(double y) const {
    const double t = std::max(-1.0, y * (1 - parameter_));
    return std::exp(log1p_ratio(t) * y);
}

double Skew::weight(double x) const {
    return std::exp(-parameter_ * std::log(x));
}

void Skew::set_count(std::uint64_t n) {
    count_ = n;
    if (law_ != FileService::zipf) return;
    low_ = integral(1.5) - 1;
    high_ = integral(static_cast<double>(n) + 0.5);
    accept_ = 2 - inverse(integral(2.5) - weight(2));
}

std::uint64_t Skew::draw_zipf(Generator& generator) const {
    const auto n = static_cast<double>(count_);
    for (;;) {
        const double u = high_ + generator.unit() * (low_ - high_);
        const double x = inverse(u);
        const double k = std::clamp(std::floor(x + 0.5), 1.0, n);
        if (k - x <= accept_ || u >= integral(k + 0.5) - weight(k))
            return static_cast<std::uint64_t>(k) - 1;
    }
}

std::uint64_t Skew::draw_normal(Generator& generator) const {
    const auto n = static_cast<double>(count_);
    for (;;) {
        const double radius = std::sqrt(-2 * std::log(1 - generator.unit()));
        const double angle = 2 * std::numbers::pi * generator.unit();
        const double x = n / 2 + n * parameter_ / 100 * radius * std::cos(angle);
        if (x >= 0 && x < n) return static_cast<std::uint64_t>(x);
    }
}

std::uint64_t Skew::draw(Generator& generator) const {
    if (law_ == FileService::zipf) return draw_zipf(generator);
    if (law_ == FileService::normal) return draw_normal(generator);
    const double x = static_cast<double>(count_) * std::pow(generator.unit(), exponent_);
    return std::min(count_ - 1, static_cast<std::uint64_t>(x));
}

}  // namespace fathom
