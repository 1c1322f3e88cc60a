// Which of a row of slots are still free: one bit each, with counts above so that any free slot can
// be found in a few steps, and each is as likely to be drawn, even when hardly one is left.
// Memory: one bit a slot, and 8 bytes for every 4096 slots.
#pragma once

#include <cstdint>
#include <vector>

#include "workload/taus.h"

namespace fathom {

class FreeSlots {
  public:
    explicit FreeSlots(std::uint64_t count);

    void free_all();
    [[nodiscard]] std::uint64_t count() const { return count_; }
    [[nodiscard]] std::uint64_t left() const { return left_; }
    [[nodiscard]] bool is_free(std::uint64_t slot) const {
        return (words_[slot / 64] >> (slot % 64) & 1) != 0;
    }
    /// Marks a slot as taken; nothing happens when it is.
    void take(std::uint64_t slot);
    /// The free slot with `rank` free ones before it; rank below left().
    [[nodiscard]] std::uint64_t select(std::uint64_t rank) const;
    /// A free slot, each as likely; left() must not be 0.
    [[nodiscard]] std::uint64_t draw(Generator& generator) const;

  private:
    static constexpr std::uint64_t fan = 64;

    std::uint64_t count_;
    std::uint64_t left_ = 0;
    std::vector<std::uint64_t> words_;
    /// counts_[0][i]: free slots in words 64 i to 64 i + 63; counts_[1] sums 64 of those, and so
    /// on.
    std::vector<std::vector<std::uint64_t>> counts_;
};

}  // namespace fathom
