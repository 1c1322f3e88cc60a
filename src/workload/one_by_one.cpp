#include "workload/one_by_one.h"

#include <utility>

namespace fathom {

namespace {

class OneByOne final : public Workload {
  public:
    explicit OneByOne(std::unique_ptr<Workload> stream) : stream_(std::move(stream)) {}

    void fill(RequestBatch& batch) override {
        if (next_ == held_.count) {
            stream_->fill(held_);
            next_ = 0;
        }
        batch.count = held_.count == 0 ? 0 : 1;
        if (batch.count != 0) batch.requests[0] = held_.requests[next_++];
    }
    [[nodiscard]] std::uint64_t total_bytes() const override { return stream_->total_bytes(); }

  private:
    std::unique_ptr<Workload> stream_;
    RequestBatch held_;
    unsigned next_ = 0;
};

}  // namespace

std::unique_ptr<Workload> one_by_one(std::unique_ptr<Workload> stream) {
    return std::make_unique<OneByOne>(std::move(stream));
}

}  // namespace fathom
