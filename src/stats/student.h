// A mean with Student's t interval, for values that are independent and near enough to normal:
// means over many cells, never single runs (those take hodges_lehmann.h).
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "stats/interval.h"

namespace fathom::stats {

struct StudentMean {
    std::size_t n = 0;
    double mean = 0;
    double standard_error = 0;
    Interval interval;
    double t = 0;  ///< mean / standard_error; infinite when all values are equal and not zero
    double p = 1;  ///< two-sided, of the mean being zero
};

/// mean +- t s / sqrt(n), n - 1 degrees (Student 1908). Empty with fewer than two values.
[[nodiscard]] std::optional<StudentMean> student_mean(std::span<const double> x,
                                                      double confidence = 0.95);

/// The same of the differences b_i - a_i. Throws std::invalid_argument when the lengths differ.
[[nodiscard]] std::optional<StudentMean> student_paired(std::span<const double> a,
                                                        std::span<const double> b,
                                                        double confidence = 0.95);

}  // namespace fathom::stats
