#include "stats/verdict.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <vector>

#include "stats/sample.h"

namespace fathom::stats {
namespace {

void check(std::span<const double> a, std::span<const double> b, const Question& question) {
    if (a.size() != b.size()) throw std::invalid_argument("pairs need two values each");
    const auto positive = [](double x) { return x > 0 && std::isfinite(x); };
    if (!std::all_of(a.begin(), a.end(), positive) || !std::all_of(b.begin(), b.end(), positive)) {
        throw std::invalid_argument("a ratio needs values above zero");
    }
    if (!(question.margin > 0) || !(question.precision > 0) || !(question.confidence > 0.5)) {
        throw std::invalid_argument("margin and precision are positive, confidence is above 0.5");
    }
}

// Exactly mirrored when a and b are exchanged, so that equal ratios both ways are ties to the
// ranks.
double log_ratio(double a, double b) {
    return b >= a ? std::log(b / a) : -std::log(a / b);
}

std::vector<double> log_ratios(std::span<const double> a, std::span<const double> b) {
    std::vector<double> d;
    d.reserve(a.size());
    for (std::size_t i = 0; i < a.size(); ++i) d.push_back(log_ratio(a[i], b[i]));
    return d;
}

Verdict judge(const Comparison& c, double limit, Better better) {
    if (!c.effect.interval) return Verdict::not_resolved;
    const Interval& interval = *c.effect.interval;
    const bool higher = interval.low >= limit;
    const bool lower = interval.high <= -limit;
    if (higher || lower) {
        return higher == (better == Better::higher) ? Verdict::faster : Verdict::slower;
    }
    if (!interval.holds(0)) return Verdict::different_but_small;
    if (c.equivalence_interval && c.equivalence_interval->inside(-limit, limit)) {
        return Verdict::equivalent;
    }
    return Verdict::not_resolved;
}

// The smallest number of pairs that has an interval at this level at all.
std::size_t least_pairs(double confidence) {
    return static_cast<std::size_t>(std::ceil(-std::log2(tail_of(confidence)) - 1e-9));
}

// The half-width to reach: the one asked for, or, where that has not resolved it, the one that
// would if the estimate stayed: excluding zero or fitting inside the margin, whichever is easier.
std::size_t needed(const Comparison& c, const Question& question, double limit) {
    const std::size_t least = least_pairs(question.confidence);
    if (!c.effect.interval) return std::max(least, c.n + 1);
    const double distance = std::abs(c.effect.estimate);
    const double settling = std::max(distance, limit - distance);
    const double target = std::min(std::log1p(question.precision), settling);
    return std::max(c.n + 1, pairs_for(c.n, c.effect.interval->half_width(), target));
}

}  // namespace

Comparison compare_pairs(std::span<const double> a, std::span<const double> b,
                         const Question& question) {
    check(a, b, question);
    const std::vector<double> d = log_ratios(a, b);
    const double limit = std::log1p(question.margin);
    Comparison c;
    c.n = d.size();
    c.median_a = median(a);
    c.median_b = median(b);
    c.margin = question.margin;
    c.effect = hodges_lehmann(d, question.confidence);
    c.equivalence_interval = hodges_lehmann(d, 2 * question.confidence - 1).interval;
    c.sign_interval = sign_interval(d, question.confidence);
    c.signed_rank = signed_rank_test(d);
    c.sign = sign_test(d);
    c.too_few_pairs = !c.effect.interval;
    c.asymmetric_noise = c.effect.interval && c.sign_interval &&
                         c.effect.interval->holds(0) != c.sign_interval->holds(0);
    c.verdict = judge(c, limit, question.better);
    if (c.verdict == Verdict::not_resolved) c.pairs_needed = needed(c, question, limit);
    return c;
}

double percent(double log_ratio) {
    return 100 * std::expm1(log_ratio);
}

std::size_t pairs_for(std::size_t n, double half_width, double target) {
    const double share = half_width / target;
    return static_cast<std::size_t>(std::ceil(static_cast<double>(n) * share * share - 1e-9));
}

}  // namespace fathom::stats
