#include "workload/free_slots.h"

#include <algorithm>
#include <bit>

namespace fathom {

namespace {
/// The position of the set bit with `rank` set bits below it.
unsigned select_bit(std::uint64_t word, std::uint64_t rank) {
    for (; rank > 0; --rank) word &= word - 1;
    return static_cast<unsigned>(std::countr_zero(word));
}
}  // namespace

FreeSlots::FreeSlots(std::uint64_t count) : count_(count), words_((count + 63) / 64) {
    for (std::uint64_t n = words_.size(); n > fan;) {
        n = (n + fan - 1) / fan;
        counts_.emplace_back(n);
    }
    free_all();
}

void FreeSlots::free_all() {
    left_ = count_;
    std::fill(words_.begin(), words_.end(), ~std::uint64_t{0});
    if (count_ % 64 != 0) words_.back() = (std::uint64_t{1} << (count_ % 64)) - 1;
    std::uint64_t covered = 64;
    for (auto& level : counts_) {
        covered *= fan;
        std::fill(level.begin(), level.end(), covered);
        if (count_ % covered != 0) level.back() = count_ % covered;
    }
}

void FreeSlots::take(std::uint64_t slot) {
    const std::uint64_t bit = std::uint64_t{1} << (slot % 64);
    std::uint64_t index = slot / 64;
    if ((words_[index] & bit) == 0) return;
    words_[index] ^= bit;
    --left_;
    for (auto& level : counts_) --level[index /= fan];
}

std::uint64_t FreeSlots::select(std::uint64_t rank) const {
    std::uint64_t index = 0;
    for (std::size_t i = counts_.size(); i-- > 0;) {
        index *= fan;
        while (rank >= counts_[i][index]) rank -= counts_[i][index++];
    }
    index *= fan;
    for (;; ++index) {
        const auto here = static_cast<std::uint64_t>(std::popcount(words_[index]));
        if (rank < here) return index * 64 + select_bit(words_[index], rank);
        rank -= here;
    }
}

std::uint64_t FreeSlots::draw(Generator& generator) const {
    // While many are free, guessing is quicker; both ways each free slot is as likely.
    if (left_ > count_ / 4) {
        for (;;) {
            const std::uint64_t slot = generator.below(count_);
            if (is_free(slot)) return slot;
        }
    }
    return select(generator.below(left_));
}

}  // namespace fathom
