// The random map of one file where a permutation cannot serve, because requests differ in size:
// which parts of the region a pass has touched. Each direction sees the region in slots of its
// minimum block size; a request takes its slots from every direction's view, so that no byte is
// touched twice and each still-free slot is as likely to be next.
//
// Where a drawn length fits nowhere near (a range of sizes and a map almost full) the request is
// made shorter; several places are tried before, so that shares of sizes hold over most of a pass.
// Memory: see FreeSlots; one for each different minimum size.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/direction.h"
#include "workload/divider.h"
#include "workload/free_slots.h"
#include "workload/place.h"

namespace fathom {

class BlockMap {
  public:
    /// A region of `length` bytes; `slot` is each direction's minimum block size, 0 for a direction
    /// that is not used.
    BlockMap(std::uint64_t length, const PerDirection<std::uint64_t>& slot);

    void free_all();
    [[nodiscard]] bool full(Direction d) const { return views_[view_of_[d]].slots.left() == 0; }
    /// A free place for `wanted` bytes or less, now taken; none when the direction finds no slot.
    std::optional<Place> take(Direction d, std::uint64_t wanted, Generator& generator);

  private:
    struct View {
        View(std::uint64_t length, std::uint64_t slot) : size(slot), slots(length / slot) {}
        Divider size;
        FreeSlots slots;
    };
    /// Free slots from `slot` on, at most `most`.
    static std::uint64_t run_length(const FreeSlots& slots, std::uint64_t slot, std::uint64_t most);
    void mark(std::uint64_t begin, std::uint64_t end);

    std::vector<View> views_;
    PerDirection<std::size_t> view_of_;
};

}  // namespace fathom
