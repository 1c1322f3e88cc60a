// How long a request is: the block size of its direction, or one of a range (bsrange=). From a
// range the length is a uniform number of bytes up to the maximum, rounded up to a multiple of the
// minimum and cut at the maximum; so with 4k-16k each multiple of 4k is as likely.
#pragma once

#include <algorithm>
#include <cstdint>

#include "job/job.h"
#include "workload/divider.h"
#include "workload/taus.h"

namespace fathom {

class LengthDraw {
  public:
    LengthDraw() = default;
    explicit LengthDraw(const BlockSize& size)
        : min_(size.min.count()), max_(size.max.count()), unit_(min_) {}

    bool operator==(const LengthDraw&) const = default;

    [[nodiscard]] bool fixed() const { return min_ == max_; }
    [[nodiscard]] std::uint64_t min() const { return min_; }
    [[nodiscard]] std::uint64_t max() const { return max_; }

    [[nodiscard]] std::uint64_t next(Generator& generator) const {
        if (fixed()) return min_;
        return std::min(max_, unit_.floor(generator.below(max_)) + min_);
    }
    /// The longest length not above `room` (which is not below min()) and `length`: a multiple of
    /// the minimum, unless the whole length fits.
    [[nodiscard]] std::uint64_t cut(std::uint64_t length, std::uint64_t room) const {
        return length <= room ? length : unit_.floor(room);
    }

  private:
    std::uint64_t min_ = 4096;
    std::uint64_t max_ = 4096;
    Divider unit_{4096};
};

}  // namespace fathom
