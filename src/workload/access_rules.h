// What a job says about offsets, worked out once for all its files.
#pragma once

#include <cstdint>

#include "base/direction.h"
#include "job/job.h"
#include "workload/divider.h"
#include "workload/length_draw.h"

namespace fathom {

/// How random offsets are kept apart within a pass.
enum class Coverage : std::uint8_t {
    order,  ///< every block once: one block size, a permutation or lfsr
    map,    ///< every block once: several sizes, a BlockMap
    any     ///< drawn with replacement
};

struct AccessRules {
    explicit AccessRules(const Job& job);

    PerDirection<bool> active{};
    bool random = false;
    bool pairs = false;      ///< trimwrite: a trim and a write of the same place
    bool identical = false;  ///< rw_sequencer=identical
    std::int64_t step = 0;   ///< sequential: bytes skipped after each request
    std::uint64_t run = 1;   ///< random: requests from each random offset
    Coverage coverage = Coverage::order;
    RandomGenerator generator = RandomGenerator::tausworthe;
    PerDirection<LengthDraw> length;
    PerDirection<Divider> align;  ///< of random offsets drawn with replacement
    PerDirection<std::uint32_t> percentage_random{};
    std::uint64_t least = 0;  ///< the shortest request any direction makes
    bool softrandommap = false;

    /// One block size for everything, of which whole ones are done.
    [[nodiscard]] bool one_size() const { return one_size_; }
    /// Bytes of a region that a pass does: whole blocks of the one size, or as many as fit.
    [[nodiscard]] std::uint64_t capacity(std::uint64_t region) const;

  private:
    bool one_size_ = false;
};

}  // namespace fathom
