// Uneven choices among n things: the laws a job names for files (file_service_type=zipf ...).
// A rank is drawn; rank 0 is the most wanted, except for `normal`, where the middle is.
//   zipf:   P(rank r) proportional to 1 / (r + 1)^theta, exactly, by rejection-inversion
//           (W. Hoermann, G. Derflinger, Rejection-inversion to generate variates from monotone
//           discrete distributions, ACM TOMACS 6, 1996).
//   pareto: self-similar, a share h of the things gets 1 - h of the choices (J. Gray et al.,
//           Quickly generating billion-record synthetic databases, SIGMOD 1994).
//   normal: around the middle, with a standard deviation of so many percent of n.
#pragma once

#include <cstdint>

#include "job/job.h"
#include "workload/taus.h"

namespace fathom {

class Skew {
  public:
    /// `law` is zipf, pareto or normal; `parameter` its theta, h or percent (0: the usual one).
    Skew(FileService law, double parameter);

    /// Sets how many things there are; n at least 1.
    void set_count(std::uint64_t n);
    /// A rank below the count.
    [[nodiscard]] std::uint64_t draw(Generator& generator) const;

  private:
    [[nodiscard]] std::uint64_t draw_zipf(Generator& generator) const;
    [[nodiscard]] std::uint64_t draw_normal(Generator& generator) const;
    /// The integral of x^-theta, and its inverse.
    [[nodiscard]] double integral(double x) const;
    [[nodiscard]] double inverse(double y) const;
    [[nodiscard]] double weight(double x) const;

    FileService law_;
    double parameter_;
    std::uint64_t count_ = 1;
    double exponent_ = 0;                     ///< pareto
    double low_ = 0, high_ = 0, accept_ = 0;  ///< zipf
};

}  // namespace fathom
