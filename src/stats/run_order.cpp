#include "stats/run_order.h"

#include <numeric>
#include <stdexcept>
#include <utility>

#include "base/random.h"

namespace fathom::stats {
namespace {

// 0..n-1 in random order: Fisher and Yates, in Durstenfeld's form.
std::vector<std::size_t> shuffled(std::size_t n, Random& random) {
    std::vector<std::size_t> order(n);
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = n; i > 1; --i) std::swap(order[i - 1], order[random.below(i)]);
    return order;
}

void add_mirrored(std::vector<Round>& rounds, Random& random) {
    const std::size_t first = random.below(2);
    rounds.push_back({first, 1 - first});
    rounds.push_back({1 - first, first});
}

void add_square(std::vector<Round>& rounds, std::size_t variants, Random& random) {
    const std::vector<std::size_t> names = shuffled(variants, random);
    for (const std::size_t shift : shuffled(variants, random)) {
        Round round;
        for (std::size_t place = 0; place < variants; ++place) {
            round.push_back(names[(place + shift) % variants]);
        }
        rounds.push_back(std::move(round));
    }
}

}  // namespace

std::size_t rounds_per_block(std::size_t variants) {
    return variants;
}

std::vector<Round> run_order(std::size_t variants, std::size_t blocks, std::uint64_t seed) {
    if (variants == 0) throw std::invalid_argument("an order needs a variant");
    Random random(seed);
    std::vector<Round> rounds;
    for (std::size_t block = 0; block < blocks; ++block) {
        if (variants == 2) {
            add_mirrored(rounds, random);
        } else {
            add_square(rounds, variants, random);
        }
    }
    return rounds;
}

std::vector<std::vector<std::size_t>> shuffled_blocks(std::size_t items, std::size_t blocks,
                                                      std::uint64_t seed) {
    Random random(seed);
    std::vector<std::vector<std::size_t>> orders;
    for (std::size_t block = 0; block < blocks; ++block) orders.push_back(shuffled(items, random));
    return orders;
}

}  // namespace fathom::stats
