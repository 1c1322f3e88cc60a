// The pages of a flash drive's map that are in memory: the least recently used leaves first.
#pragma once

#include <cstddef>
#include <cstdint>
#include <list>
#include <unordered_map>

namespace fathom::disk {

class MapCache {
  public:
    explicit MapCache(std::size_t pages) : most_(pages) {}

    /// Whether the page was there; it is afterwards.
    bool use(std::uint64_t page) {
        const auto found = places_.find(page);
        if (found != places_.end()) {
            order_.splice(order_.begin(), order_, found->second);
            return true;
        }
        if (most_ == 0) return false;
        if (order_.size() == most_) {
            places_.erase(order_.back());
            order_.pop_back();
        }
        order_.push_front(page);
        places_[page] = order_.begin();
        return false;
    }

  private:
    std::size_t most_;
    std::list<std::uint64_t> order_;  ///< the one used last first
    std::unordered_map<std::uint64_t, std::list<std::uint64_t>::iterator> places_;
};

}  // namespace fathom::disk
