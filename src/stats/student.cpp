#include "stats/student.h"

#include <cmath>
#include <limits>
#include <stdexcept>
#include <vector>

#include "stats/distributions.h"
#include "stats/sample.h"

namespace fathom::stats {

std::optional<StudentMean> student_mean(std::span<const double> x, double confidence) {
    const double tail = tail_of(confidence);
    if (x.size() < 2) return std::nullopt;
    const auto n = static_cast<double>(x.size());
    StudentMean result;
    result.n = x.size();
    result.mean = mean(x);
    result.standard_error = std::sqrt(variance(x) / n);
    const double half = student_tail_point(n - 1, tail) * result.standard_error;
    result.interval = {result.mean - half, result.mean + half, confidence};
    if (result.standard_error > 0) {
        result.t = result.mean / result.standard_error;
        result.p = student_two_sided(n - 1, result.t);
    } else if (result.mean != 0) {
        result.t = std::copysign(std::numeric_limits<double>::infinity(), result.mean);
        result.p = 0;
    }
    return result;
}

std::optional<StudentMean> student_paired(std::span<const double> a, std::span<const double> b,
                                          double confidence) {
    if (a.size() != b.size()) throw std::invalid_argument("pairs need two values each");
    std::vector<double> differences;
    differences.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) differences.push_back(b[i] - a[i]);
    return student_mean(differences, confidence);
}

}  // namespace fathom::stats
