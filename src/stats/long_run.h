// The mean of a correlated series, as the seconds of one run are: how far it may be off. For the
// jitter line and plots of one run, never for a verdict between runs.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "stats/interval.h"

namespace fathom::stats {

/// Fewer values than this have no long-run interval.
inline constexpr std::size_t shortest_long_run = 4;

struct LongRun {
    std::size_t n = 0;
    double mean = 0;
    double cosine_variance = 0;    ///< Omega, n times the variance of the mean
    std::size_t cosine_terms = 0;  ///< nu, the degrees of freedom of Omega
    double correlation = 0;        ///< r, of neighbours, bias-corrected
    double effective_n = 0;        ///< at least 2; above n where values alternate
    double cosine_half_width = 0;
    double effective_half_width = 0;
    Interval interval;  ///< mean +- the wider of the two
};

/// Omega, the equal-weighted cosine estimate of the long-run variance (Lazarus, Lewis, Stock,
/// Watson: HAR inference, J. Business & Economic Statistics 36, 2018, section 2 and rule nu = 0.41
/// n^(2/3)):
///   Lambda_j = sqrt(2/n) sum_t (x_t - mean) cos(pi j (t - 1/2) / n),  Omega = mean_{j<=nu}
///   Lambda_j^2
/// in the unit of x squared. 0 <= nu < n; 0 gives 0.
[[nodiscard]] double cosine_long_run_variance(std::span<const double> x, std::size_t nu);

/// nu = round(0.41 n^(2/3)), at least 1.
[[nodiscard]] std::size_t cosine_terms(std::size_t n);

/// Correlation of neighbours, r1 + (1 + 4 r1) / n: the usual r1 is too low by that much (Marriott
/// and Pope, Bias in the estimation of autocorrelations, Biometrika 41, 1954). 0 for a constant
/// series.
[[nodiscard]] double neighbour_correlation(std::span<const double> x);

/// Both intervals, mean +- t_nu sqrt(Omega / n) and mean +- t s / sqrt(n_eff) with
/// n_eff = n (1 - r) / (1 + r), at least 2, and n_eff - 1 degrees; the wider wins.
/// Measured coverage at 95 %, n = 60, AR(1): 96.9 % at phi = 0 down to 95.6 % at 0.6, 93.4 % at
/// 0.8. Empty with fewer than `shortest_long_run` values.
[[nodiscard]] std::optional<LongRun> long_run_mean(std::span<const double> x,
                                                   double confidence = 0.95);

}  // namespace fathom::stats
