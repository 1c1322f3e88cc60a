#include "stats/spending.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <numbers>
#include <stdexcept>

#include "stats/distributions.h"

namespace fathom::stats {
namespace {

constexpr double farthest = 8;       // standard deviations: what lies beyond weighs below 1e-14
constexpr double mesh_per_sd = 20;   // Simpson's error is then below 1e-7
constexpr double most_pairs = 2000;  // of intervals

// Where the score S = Z sqrt(t) may be among the paths that have crossed no bound yet: Simpson
// nodes and the probability each stands for. Before the first look all of it is at 0.
class Survivors {
  public:
    // The chance to be at or beyond +-c after a step of standard deviation `sd`.
    [[nodiscard]] double crossing(double c, double sd) const {
        double sum = 0;
        for (std::size_t i = 0; i < at_.size(); ++i) {
            sum += mass_[i] * (normal_tail((c - at_[i]) / sd) + normal_tail((c + at_[i]) / sd));
        }
        return sum;
    }

    // Those still within +-c after that step; `finest` is the least step the mesh must resolve.
    [[nodiscard]] Survivors within(double c, double sd, double finest) const {
        const double wanted = std::ceil(c * mesh_per_sd / finest);
        const std::size_t pairs = static_cast<std::size_t>(std::clamp(wanted, 10.0, most_pairs));
        const std::size_t intervals = 2 * pairs;
        const double h = 2 * c / static_cast<double>(intervals);
        const double scale = 1 / (sd * std::sqrt(2 * std::numbers::pi));
        Survivors next;
        next.at_.resize(intervals + 1);
        next.mass_.resize(intervals + 1);
        for (std::size_t k = 0; k <= intervals; ++k) {
            const double s = -c + h * static_cast<double>(k);
            double density = 0;
            for (std::size_t i = 0; i < at_.size(); ++i) {
                const double z = (s - at_[i]) / sd;
                density += mass_[i] * std::exp(-z * z / 2);
            }
            const double weight = k == 0 || k == intervals ? 1 : k % 2 == 1 ? 4 : 2;
            next.at_[k] = s;
            next.mass_[k] = density * scale * weight * h / 3;
        }
        return next;
    }

  private:
    std::vector<double> at_{0};
    std::vector<double> mass_{1};
};

void check_fractions(std::span<const double> fractions) {
    double last = 0;
    for (const double t : fractions) {
        if (!(t > last && t <= 1)) throw std::invalid_argument("fractions ascend within (0, 1]");
        last = t;
    }
}

double step_before(std::span<const double> fractions, std::size_t i) {
    return std::sqrt(fractions[i] - (i == 0 ? 0 : fractions[i - 1]));
}

Survivors survivors_of(const Survivors& before, std::span<const double> fractions, std::size_t i,
                       double bound) {
    const double sd = step_before(fractions, i);
    const double next = i + 1 < fractions.size() ? step_before(fractions, i + 1) : sd;
    const double c = std::min(bound, farthest) * std::sqrt(fractions[i]);
    return before.within(c, sd, std::min(sd, next));
}

// The bound whose crossing chance is `chance`: by bisection, since the chance falls with the bound.
double solve_bound(const Survivors& before, double t, double sd, double chance) {
    double low = 0;
    double high = 40;
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (before.crossing(middle * std::sqrt(t), sd) > chance ? low : high) = middle;
    }
    return (low + high) / 2;
}

}  // namespace

double obrien_fleming_spent(double t, double alpha) {
    if (!(alpha > 0 && alpha < 1)) throw std::invalid_argument("alpha lies between 0 and 1");
    return 4 * normal_tail(normal_tail_point(alpha / 4) / std::sqrt(t));
}

std::vector<Look> obrien_fleming_looks(std::span<const double> fractions, double alpha) {
    check_fractions(fractions);
    std::vector<Look> looks;
    Survivors survivors;
    double spent = 0;
    for (std::size_t i = 0; i < fractions.size(); ++i) {
        Look look;
        look.fraction = fractions[i];
        look.spent = obrien_fleming_spent(look.fraction, alpha);
        look.bound =
            solve_bound(survivors, look.fraction, step_before(fractions, i), look.spent - spent);
        look.nominal_p = 2 * normal_tail(look.bound);
        spent = look.spent;
        if (i + 1 < fractions.size()) {
            survivors = survivors_of(survivors, fractions, i, look.bound);
        }
        looks.push_back(look);
    }
    return looks;
}

std::vector<double> crossing_chances(std::span<const double> fractions,
                                     std::span<const double> bounds) {
    check_fractions(fractions);
    if (bounds.size() != fractions.size()) throw std::invalid_argument("a bound for each look");
    std::vector<double> chances;
    Survivors survivors;
    double sum = 0;
    for (std::size_t i = 0; i < fractions.size(); ++i) {
        const double c = bounds[i] * std::sqrt(fractions[i]);
        sum += survivors.crossing(c, step_before(fractions, i));
        chances.push_back(sum);
        survivors = survivors_of(survivors, fractions, i, bounds[i]);
    }
    return chances;
}

}  // namespace fathom::stats
