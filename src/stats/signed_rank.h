// Wilcoxon's signed-rank test (Wilcoxon, Individual comparisons by ranking methods, Biometrics
// Bulletin 1, 1945) and its null distribution, which also gives the Hodges-Lehmann interval its
// ranks.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fathom::stats {

/// Up to this many differences the null distribution is exact; beyond, T+ is taken as normal with
/// continuity correction, whose error in a probability is then below 3e-4.
inline constexpr std::size_t exact_signed_rank_limit = 300;

/// The distribution of T+, the sum of the ranks that belong to positive differences, when every
/// sign is a fair coin.
class SignedRankNull {
  public:
    /// Ranks 1..n, no ties: the subset-sum recurrence P_i(t) = (P_{i-1}(t) + P_{i-1}(t - i)) / 2
    /// (Hollander, Wolfe, Chicken: Nonparametric Statistical Methods, 3rd ed., section 3.1),
    /// carried in probabilities, so that no count overflows. O(n^3) time for exact n.
    explicit SignedRankNull(std::size_t n);

    /// Given ranks, each a multiple of 1/2 (midranks of ties): the conditional distribution
    /// (Streitberg and Roehmel, Exact distributions for permutation and rank tests, Statistical
    /// Software Newsletter 12, 1986).
    explicit SignedRankNull(std::span<const double> ranks);

    /// P(T+ <= t); `t` is a multiple of 1/2.
    [[nodiscard]] double at_most(double t) const;

    /// The largest k with P(T+ <= k - 1) <= tail; 0 when there is none.
    [[nodiscard]] std::size_t critical(double tail) const;

    [[nodiscard]] bool exact() const { return exact_; }

  private:
    void count_subsets(std::span<const std::size_t> weights);

    bool exact_ = false;
    double unit_ = 1;            ///< what one step of below_ is in T+: 1, or 1/2 with midranks
    double mean_ = 0;            ///< of T+
    double deviation_ = 0;       ///< of T+
    std::size_t total_ = 0;      ///< the largest T+, in steps
    std::vector<double> below_;  ///< P(T+ <= step), for the lower half of the steps
};

struct SignedRank {
    std::size_t n = 0;      ///< differences that are not zero
    std::size_t zeros = 0;  ///< dropped
    double t_plus = 0;      ///< sum of the ranks of |d| over the positive ones
    double p = 1;           ///< two-sided: min(1, 2 min(P(T+ <= t), P(T+ >= t)))
    bool exact = true;
};

/// Tests whether the differences `d` are symmetric about zero. Zeros are dropped (Wilcoxon 1945);
/// equal |d| get the mean of their ranks, and the distribution is then the one given those ranks.
/// Without differences p is 1.
[[nodiscard]] SignedRank signed_rank_test(std::span<const double> d);

/// The ranks 1..n of `x`, equal values sharing the mean of theirs.
[[nodiscard]] std::vector<double> midranks(std::span<const double> x);

}  // namespace fathom::stats
