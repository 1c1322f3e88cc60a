#include "experiment/schedule.h"

#include "stats/run_order.h"

namespace fathom {

std::vector<Step> block_of_steps(std::size_t variants, std::size_t block, std::uint64_t seed) {
    const std::size_t rounds = stats::rounds_per_block(variants);
    const auto all = stats::run_order(variants, block + 1, seed);
    std::vector<Step> steps;
    std::size_t place = 0;
    for (std::size_t i = 0; i < rounds; ++i) {
        const std::size_t round = block * rounds + i;
        for (const std::size_t variant : all[round]) {
            steps.push_back({variant, round, block, place, block * rounds * variants + place});
            ++place;
        }
    }
    return steps;
}

Step step_at(std::size_t variants, std::size_t order, std::uint64_t seed) {
    const std::size_t per_block = variants * stats::rounds_per_block(variants);
    return block_of_steps(variants, order / per_block, seed)[order % per_block];
}

std::size_t blocks_for(std::size_t variants, std::size_t rounds) {
    const std::size_t per_block = stats::rounds_per_block(variants);
    return (rounds + per_block - 1) / per_block;
}

std::size_t most_blocks(std::size_t variants, const Limits& limits) {
    if (limits.rounds) return blocks_for(variants, *limits.rounds);
    // With a budget the time decides; a million rounds are none.
    constexpr std::size_t no_end = 1'000'000;
    return blocks_for(variants, limits.budget ? no_end : usual_most_rounds);
}

bool is_enough(std::size_t variants, std::size_t blocks, const Limits& limits, double half_width,
               Nanos spent, Nanos per_block) {
    if (blocks >= most_blocks(variants, limits)) return true;
    if (limits.budget && spent.count() + per_block.count() > limits.budget->count()) return true;
    if (limits.rounds) return false;
    if (blocks * stats::rounds_per_block(variants) < fewest_rounds) return false;
    return half_width <= limits.precision;
}

}  // namespace fathom
