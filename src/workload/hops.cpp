#include "workload/hops.h"

#include <algorithm>
#include <utility>

#include "base/random.h"

namespace fathom {

namespace {

class Hops final : public Workload {
  public:
    Hops(std::unique_ptr<Workload> stream, const HopShape& shape)
        : stream_(std::move(stream)), shape_(shape), random_(shape.seed) {}

    void fill(RequestBatch& batch) override {
        stream_->fill(batch);
        for (unsigned i = 0; i < batch.count; ++i) {
            Request& request = batch.requests[i];
            if (moves_data(request.op)) request.offset = next_place(request.length);
        }
    }
    [[nodiscard]] std::uint64_t total_bytes() const override { return stream_->total_bytes(); }

  private:
    std::uint64_t next_place(std::uint32_t length) {
        const std::uint64_t align = shape_.align;
        // Places are counted in steps of `align` from the first in the span.
        const std::uint64_t first = (shape_.span.offset + align - 1) / align;
        const std::uint64_t end = shape_.span.offset + shape_.span.length;
        const std::uint64_t last =
            std::max(first, (end - std::min<std::uint64_t>(length, end)) / align);
        const std::uint64_t room = last - first;
        if (room == 0) return first * align;
        const std::uint64_t distance = std::clamp<std::uint64_t>(shape_.distance / align, 1, room);
        if (!begun_ || at_ < first || at_ > last) {
            begun_ = true;
            // From here a hop fits one way at least.
            at_ = first + random_.below(room - distance + 1);
            return at_ * align;
        }
        const std::uint64_t spread = distance / 16;
        const std::uint64_t shortest = std::max<std::uint64_t>(distance - spread, 1);
        const std::uint64_t longest = distance + spread;
        // One of the two leads somewhere: at least back.
        const bool up = at_ + shortest <= last, down = at_ >= first + shortest;
        const bool goes_up = up && (!down || random_.below(2) == 0);
        const std::uint64_t most = std::min(longest, goes_up ? last - at_ : at_ - first);
        const std::uint64_t hop = shortest + random_.below(most - shortest + 1);
        at_ = goes_up ? at_ + hop : at_ - hop;
        return at_ * align;
    }

    std::unique_ptr<Workload> stream_;
    HopShape shape_;
    Random random_;
    std::uint64_t at_ = 0;
    bool begun_ = false;
};

}  // namespace

std::unique_ptr<Workload> hops(std::unique_ptr<Workload> stream, const HopShape& shape) {
    return std::make_unique<Hops>(std::move(stream), shape);
}

}  // namespace fathom
