// Looking at the data before its end without paying in false alarms: how much of alpha each look
// may spend, and the bounds that spend it.
#pragma once

#include <span>
#include <vector>

namespace fathom::stats {

struct Look {
    double fraction = 0;   ///< of the planned pairs seen, in (0, 1]
    double spent = 0;      ///< of alpha, up to and with this look
    double bound = 0;      ///< decide when |Z| >= bound
    double nominal_p = 0;  ///< the same as a two-sided p value: decide when p <= nominal_p
};

/// How much of a two-sided `alpha` may be spent at information fraction t, 0 < t <= 1,
/// O'Brien-Fleming type: each side spends 2 - 2 Phi(z_{alpha/4} / sqrt(t)) of its alpha/2 (Lan and
/// DeMets, Discrete sequential boundaries for clinical trials, Biometrika 70, 1983).
[[nodiscard]] double obrien_fleming_spent(double t, double alpha);

/// The looks' bounds, two-sided and symmetric, that spend alpha so. By recursive numerical
/// integration (Armitage, McPherson, Rowe, Repeated significance tests on accumulating data, J. R.
/// Stat. Soc. A 132, 1969; Jennison and Turnbull, Group Sequential Methods, 2000, chapter 19);
/// error of a bound below 1e-4. Throws std::invalid_argument unless fractions ascend within (0, 1]
/// and 0 < alpha < 1.
[[nodiscard]] std::vector<Look> obrien_fleming_looks(std::span<const double> fractions,
                                                     double alpha = 0.05);

/// The chance, without any effect, of |Z| >= bounds[i] at some look i: cumulative, one per look.
/// Same conditions; as many bounds as fractions.
[[nodiscard]] std::vector<double> crossing_chances(std::span<const double> fractions,
                                                   std::span<const double> bounds);

}  // namespace fathom::stats
