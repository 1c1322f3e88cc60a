#include "workload/block_map.h"

#include <algorithm>

namespace fathom {

namespace {
/// Places tried for a length before it is cut: enough to keep the shares of sizes while a quarter
/// of the map or more is free, and few when a try costs more and hardly any would fit.
constexpr int tries_when_roomy = 16;
constexpr int tries_when_full = 3;
}  // namespace

BlockMap::BlockMap(std::uint64_t length, const PerDirection<std::uint64_t>& slot) {
    for (const Direction d : all_directions) {
        if (slot[d] == 0) continue;
        const auto same = [&](const View& view) { return view.size.divisor() == slot[d]; };
        const auto found = std::find_if(views_.begin(), views_.end(), same);
        view_of_[d] = static_cast<std::size_t>(found - views_.begin());
        if (found == views_.end()) views_.emplace_back(length, slot[d]);
    }
}

void BlockMap::free_all() {
    for (View& view : views_) view.slots.free_all();
}

std::uint64_t BlockMap::run_length(const FreeSlots& slots, std::uint64_t slot, std::uint64_t most) {
    const std::uint64_t end = std::min(slots.count(), slot + most);
    std::uint64_t at = slot;
    while (at < end && slots.is_free(at)) ++at;
    return at - slot;
}

std::optional<Place> BlockMap::take(Direction d, std::uint64_t wanted, Generator& generator) {
    const View& view = views_[view_of_[d]];
    if (view.slots.left() == 0) return std::nullopt;
    const std::uint64_t size = view.size.divisor();
    const std::uint64_t most = std::max<std::uint64_t>(1, view.size.divide(wanted));
    std::uint64_t best_slot = 0;
    std::uint64_t best = 0;
    const bool roomy = view.slots.left() > view.slots.count() / 4;
    const int tries = roomy ? tries_when_roomy : tries_when_full;
    for (int i = 0; i < tries && best < most; ++i) {
        const std::uint64_t slot = view.slots.draw(generator);
        const std::uint64_t run = run_length(view.slots, slot, most);
        if (run > best) {
            best = run;
            best_slot = slot;
        }
    }
    const Place place{best_slot * size, best * size};
    mark(place.offset, place.offset + place.length);
    return place;
}

void BlockMap::mark(std::uint64_t begin, std::uint64_t end) {
    for (View& view : views_) {
        const std::uint64_t last = view.size.divide(end - 1);
        const std::uint64_t stop = std::min(view.slots.count(), last + 1);
        for (std::uint64_t slot = view.size.divide(begin); slot < stop; ++slot)
            view.slots.take(slot);
    }
}

}  // namespace fathom
