#include "stats/long_run.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "stats/distributions.h"
#include "stats/sample.h"

namespace fathom::stats {

std::size_t cosine_terms(std::size_t n) {
    const double terms = std::round(0.41 * std::pow(static_cast<double>(n), 2.0 / 3));
    return std::max<std::size_t>(1, static_cast<std::size_t>(terms));
}

double cosine_long_run_variance(std::span<const double> x, std::size_t nu) {
    if (nu == 0 || x.empty()) return 0;
    const auto n = static_cast<double>(x.size());
    const double centre = mean(x);
    double sum = 0;
    for (std::size_t j = 1; j <= nu; ++j) {
        const double step = std::numbers::pi * static_cast<double>(j) / n;
        double lambda = 0;
        for (std::size_t t = 0; t < x.size(); ++t) {
            lambda += (x[t] - centre) * std::cos(step * (static_cast<double>(t) + 0.5));
        }
        sum += 2 / n * lambda * lambda;
    }
    return sum / static_cast<double>(nu);
}

double neighbour_correlation(std::span<const double> x) {
    const auto n = static_cast<double>(x.size());
    const double centre = mean(x);
    double products = 0;
    double squares = 0;
    for (std::size_t t = 0; t < x.size(); ++t) {
        squares += (x[t] - centre) * (x[t] - centre);
        if (t > 0) products += (x[t] - centre) * (x[t - 1] - centre);
    }
    if (!(squares > 0)) return 0;
    const double r1 = products / squares;
    return r1 + (1 + 4 * r1) / n;
}

std::optional<LongRun> long_run_mean(std::span<const double> x, double confidence) {
    const double tail = tail_of(confidence);
    if (x.size() < shortest_long_run) return std::nullopt;
    const auto n = static_cast<double>(x.size());
    LongRun result;
    result.n = x.size();
    result.mean = mean(x);
    result.cosine_terms = cosine_terms(x.size());
    result.cosine_variance = cosine_long_run_variance(x, result.cosine_terms);
    result.correlation = neighbour_correlation(x);
    const double r = std::clamp(result.correlation, -0.999, 0.999);
    result.effective_n = std::max(2.0, n * (1 - r) / (1 + r));
    result.cosine_half_width = student_tail_point(static_cast<double>(result.cosine_terms), tail) *
                               std::sqrt(result.cosine_variance / n);
    result.effective_half_width = student_tail_point(result.effective_n - 1, tail) *
                                  std::sqrt(variance(x) / result.effective_n);
    const double half = std::max(result.cosine_half_width, result.effective_half_width);
    result.interval = {result.mean - half, result.mean + half, confidence};
    return result;
}

}  // namespace fathom::stats
