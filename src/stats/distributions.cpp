#include "stats/distributions.h"

#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/normal.hpp>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <numbers>

namespace fathom::stats {
namespace {

namespace math = boost::math;
// Doubles are precise enough, and long doubles cost four times the time.
using Plain = math::policies::policy<math::policies::promote_double<false>>;
using Normal = math::normal_distribution<double, Plain>;
using Student = math::students_t_distribution<double, Plain>;
using Binomial = math::binomial_distribution<double, Plain>;
using ChiSquared = math::chi_squared_distribution<double, Plain>;

}  // namespace

double normal_cdf(double z) {
    return std::erfc(-z / std::numbers::sqrt2) / 2;
}

double normal_tail(double z) {
    return std::erfc(z / std::numbers::sqrt2) / 2;
}

double normal_tail_point(double tail) {
    return math::quantile(math::complement(Normal(), tail));
}

double student_tail_point(double degrees, double tail) {
    return math::quantile(math::complement(Student(degrees), tail));
}

double student_two_sided(double degrees, double t) {
    return 2 * math::cdf(math::complement(Student(degrees), std::abs(t)));
}

double fair_coins_cdf(std::size_t n, std::size_t k) {
    if (k >= n) return 1;
    return math::cdf(Binomial(static_cast<double>(n), 0.5), static_cast<double>(k));
}

double chi_squared_tail(double degrees, double x) {
    return math::cdf(math::complement(ChiSquared(degrees), x));
}

}  // namespace fathom::stats
