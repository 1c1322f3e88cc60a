// The wire between drive and host: one transfer at a time, each when its data are ready and the one
// before it is through. Of no rate at all it takes no time.
#pragma once

#include <algorithm>
#include <cstdint>

#include "base/units.h"

namespace fathom::disk {

class Bus {
  public:
    /// Bytes a second; 0: infinitely many.
    explicit Bus(std::uint64_t rate) : rate_(rate) {}

    /// When so many bytes, ready at `ready`, are across.
    Nanos carry(Nanos ready, std::uint64_t bytes) {
        if (rate_ == 0) return ready;
        const std::uint64_t second = 1'000'000'000;
        free_ =
            std::max(free_, ready) + Nanos(static_cast<std::int64_t>(
                                         bytes / rate_ * second + bytes % rate_ * second / rate_));
        return free_;
    }

    static constexpr std::uint64_t most = 10'000'000'000;  ///< whose product with 1e9 has 64 bits

  private:
    std::uint64_t rate_;
    Nanos free_{};
};

}  // namespace fathom::disk
