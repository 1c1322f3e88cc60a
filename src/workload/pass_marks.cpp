#include "workload/pass_marks.h"

#include <algorithm>
#include <utility>

namespace fathom {

namespace {

class PassMarks final : public Workload {
  public:
    PassMarks(std::unique_ptr<Workload> inner, std::uint64_t pass)
        : inner_(std::move(inner)), pass_(pass), left_(pass) {}

    void fill(RequestBatch& batch) override {
        if (position_ == held_.count && left_ >= RequestBatch::capacity) [[likely]] {
            inner_->fill(batch);
            left_ -= batch.count;
            return;
        }
        batch.count = 0;
        while (batch.count < RequestBatch::capacity && refill()) {
            if (left_ == 0) {
                batch.requests[batch.count++] = {0, 0, 0, Op::next_pass};
                left_ = pass_;
                continue;
            }
            batch.requests[batch.count++] = held_.requests[position_++];
            --left_;
        }
    }
    [[nodiscard]] std::uint64_t total_bytes() const override { return inner_->total_bytes(); }

  private:
    /// False when there is nothing more: a mark that nothing follows is none.
    bool refill() {
        if (position_ < held_.count) return true;
        inner_->fill(held_);
        position_ = 0;
        return held_.count != 0;
    }

    std::unique_ptr<Workload> inner_;
    std::uint64_t pass_;
    std::uint64_t left_;  ///< of the pass that is being done
    RequestBatch held_;
    unsigned position_ = 0;
};

}  // namespace

std::unique_ptr<Workload> mark_passes(std::unique_ptr<Workload> inner, std::uint64_t pass) {
    return std::make_unique<PassMarks>(std::move(inner), pass);
}

}  // namespace fathom
