// What an engine that queues has to do by itself, in the call, because its interface has no command
// for it: such requests are counted with the next commit and reaped before all others.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

#include "engine/slot.h"

namespace fathom {

class DoneAtOnce {
  public:
    /// Room for `slots` completions: none is allocated in the loop.
    explicit DoneAtOnce(std::size_t slots) { done_.reserve(slots); }

    /// `slot` has been done, with bytes or -errno.
    void add(Slot& slot, std::int64_t result) {
        done_.push_back({&slot, result});
        ++not_handed_over_;
    }
    /// How many have been added since the last call.
    int hand_over() { return std::exchange(not_handed_over_, 0); }

    /// Moves as many as fit to `out`, in the order they were done; their number.
    std::size_t take(std::span<Completion> out) {
        if (done_.empty()) [[likely]]
            return 0;
        const std::size_t count = std::min(done_.size(), out.size());
        std::copy_n(done_.begin(), count, out.begin());
        done_.erase(done_.begin(), done_.begin() + static_cast<std::ptrdiff_t>(count));
        return count;
    }

  private:
    std::vector<Completion> done_;
    int not_handed_over_ = 0;
};

}  // namespace fathom
