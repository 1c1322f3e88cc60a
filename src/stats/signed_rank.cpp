#include "stats/signed_rank.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "stats/distributions.h"

namespace fathom::stats {

SignedRankNull::SignedRankNull(std::size_t n) : exact_(n <= exact_signed_rank_limit) {
    const auto count = static_cast<double>(n);
    mean_ = count * (count + 1) / 4;
    deviation_ = std::sqrt(count * (count + 1) * (2 * count + 1) / 24);
    if (!exact_) return;
    std::vector<std::size_t> weights(n);
    std::iota(weights.begin(), weights.end(), std::size_t{1});
    count_subsets(weights);
}

SignedRankNull::SignedRankNull(std::span<const double> ranks)
    : exact_(ranks.size() <= exact_signed_rank_limit) {
    const auto whole = [](double rank) { return rank == std::floor(rank); };
    unit_ = std::all_of(ranks.begin(), ranks.end(), whole) ? 1 : 0.5;
    double squares = 0;
    std::vector<std::size_t> weights;
    for (const double rank : ranks) {
        mean_ += rank / 2;
        squares += rank * rank;
        weights.push_back(static_cast<std::size_t>(std::lround(rank / unit_)));
    }
    deviation_ = std::sqrt(squares) / 2;
    if (exact_) count_subsets(weights);
}

// The upper half of the distribution mirrors the lower one, so only sums up to the middle are kept.
void SignedRankNull::count_subsets(std::span<const std::size_t> weights) {
    total_ = std::accumulate(weights.begin(), weights.end(), std::size_t{0});
    const std::size_t last = total_ / 2;
    below_.assign(last + 1, 0);
    below_[0] = 1;
    std::size_t reached = 0;
    for (const std::size_t weight : weights) {
        reached = std::min(last, reached + weight);
        for (std::size_t s = reached; s >= weight; --s) {
            below_[s] = (below_[s] + below_[s - weight]) / 2;
        }
        for (std::size_t s = 0; s < std::min(weight, reached + 1); ++s) below_[s] /= 2;
    }
    for (std::size_t s = 1; s <= last; ++s) below_[s] += below_[s - 1];
}

double SignedRankNull::at_most(double t) const {
    if (t < 0) return 0;
    if (!exact_) return normal_cdf((t + 0.5 - mean_) / deviation_);
    const auto step = static_cast<std::size_t>(std::floor(t / unit_ + 1e-9));
    if (step >= total_) return 1;
    if (step < below_.size()) return below_[step];
    return 1 - below_[total_ - step - 1];
}

std::size_t SignedRankNull::critical(double tail) const {
    if (!exact_) {
        const double t = mean_ - 0.5 - deviation_ * normal_tail_point(tail);
        return t < 0 ? 0 : static_cast<std::size_t>(t) + 1;
    }
    std::size_t k = 0;
    while (static_cast<double>(k) * unit_ <= static_cast<double>(total_) &&
           at_most(static_cast<double>(k)) <= tail) {
        ++k;
    }
    return k;
}

std::vector<double> midranks(std::span<const double> x) {
    std::vector<std::size_t> order(x.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(),
              [&](std::size_t a, std::size_t b) { return x[a] < x[b]; });
    std::vector<double> ranks(x.size());
    for (std::size_t from = 0; from < order.size();) {
        std::size_t to = from + 1;
        while (to < order.size() && x[order[to]] == x[order[from]]) ++to;
        const double rank = static_cast<double>(from + 1 + to) / 2;
        for (std::size_t i = from; i < to; ++i) ranks[order[i]] = rank;
        from = to;
    }
    return ranks;
}

SignedRank signed_rank_test(std::span<const double> d) {
    SignedRank result;
    std::vector<double> sizes;
    std::vector<bool> positive;
    for (const double value : d) {
        if (value == 0) {
            ++result.zeros;
        } else {
            sizes.push_back(std::abs(value));
            positive.push_back(value > 0);
        }
    }
    result.n = sizes.size();
    if (sizes.empty()) return result;
    const std::vector<double> ranks = midranks(sizes);
    double other = 0;
    for (std::size_t i = 0; i < ranks.size(); ++i)
        (positive[i] ? result.t_plus : other) += ranks[i];
    const SignedRankNull null{std::span<const double>(ranks)};
    result.exact = null.exact();
    // T+ and T- have the same distribution: the smaller one's lower tail is the smaller tail.
    result.p = std::min(1.0, 2 * null.at_most(std::min(result.t_plus, other)));
    return result;
}

}  // namespace fathom::stats
