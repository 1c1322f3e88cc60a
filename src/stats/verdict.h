// The verdict of a comparison of two variants run in pairs, with every figure it rests on. The
// margin says what is too small to matter.
#pragma once

#include <cstddef>
#include <optional>
#include <span>

#include "stats/hodges_lehmann.h"
#include "stats/interval.h"
#include "stats/sign_test.h"
#include "stats/signed_rank.h"

namespace fathom::stats {

/// Of variant B against variant A.
enum class Verdict {
    faster,               ///< the interval lies beyond the margin, on the better side
    slower,               ///< the same on the worse side
    different_but_small,  ///< it excludes zero and does not lie beyond the margin
    equivalent,           ///< the interval of the two one-sided tests lies inside the margin
    not_resolved,         ///< none of these
};

enum class Better { higher, lower };  ///< IOPS are better higher, latencies lower

/// What is asked. All ratios are shares: 0.01 is 1 %.
struct Question {
    Better better = Better::higher;
    double margin = 0.01;      ///< a smaller difference does not matter, > 0
    double precision = 0.01;   ///< the half-width wanted, > 0
    double confidence = 0.95;  ///< above 0.5; equivalence takes 2 confidence - 1: 90 % for 95 %
};

struct Comparison {
    std::size_t n = 0;     ///< pairs
    double median_a = 0;   ///< in the unit given
    double median_b = 0;   ///< in the unit given
    HodgesLehmann effect;  ///< of d = ln(b / a); `percent` makes it readable
    std::optional<Interval> equivalence_interval;
    std::optional<Interval> sign_interval;  ///< of the median of d
    SignedRank signed_rank;
    SignTest sign;
    double margin = 0;  ///< as asked, a share
    Verdict verdict = Verdict::not_resolved;
    bool asymmetric_noise = false;  ///< the two intervals disagree about zero
    bool too_few_pairs = false;     ///< no statement at this confidence exists
    std::size_t pairs_needed = 0;   ///< in all, about, when not resolved; else 0
};

/// Compares the paired values a_i, b_i by d_i = ln(b_i / a_i): Hodges-Lehmann estimate and
/// interval, sign test beside it, equivalence by two one-sided tests (Schuirmann, A comparison of
/// the two one-sided tests procedure and the power approach, J. Pharmacokinetics and
/// Biopharmaceutics 15, 1987), whose decision at level alpha is that the 1 - 2 alpha interval lies
/// inside the margin. The margin is +-ln(1 + margin), so that exchanging A and B mirrors the
/// verdict. Throws std::invalid_argument when lengths differ, a value is not positive or the
/// question is not as said above.
[[nodiscard]] Comparison compare_pairs(std::span<const double> a, std::span<const double> b,
                                       const Question& question = {});

/// 100 (e^d - 1): a logarithm of a ratio in per cent.
[[nodiscard]] double percent(double log_ratio);

/// n (half_width / target)^2 rounded up: pairs for an interval `target` wide on each side when n
/// gave `half_width`.
[[nodiscard]] std::size_t pairs_for(std::size_t n, double half_width, double target);

}  // namespace fathom::stats
