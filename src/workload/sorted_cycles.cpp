#include "workload/sorted_cycles.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace fathom {

namespace {

class SortedCycles final : public Workload {
  public:
    SortedCycles(std::unique_ptr<Workload> stream, ElevatorOrder order, std::uint32_t cycle)
        : stream_(std::move(stream)), order_(order), cycle_(cycle) {
        ready_.reserve(cycle_);
    }

    void fill(RequestBatch& batch) override {
        batch.count = 0;
        while (batch.count < RequestBatch::capacity) {
            if (next_ == ready_.size() && !gather()) break;
            batch.requests[batch.count++] = ready_[next_++];
        }
    }
    [[nodiscard]] std::uint64_t total_bytes() const override { return stream_->total_bytes(); }

  private:
    /// The next cycle, in order; false when the stream is done.
    bool gather() {
        ready_.clear();
        next_ = 0;
        while (ready_.size() < cycle_) {
            if (taken_ == held_.count) {
                stream_->fill(held_);
                taken_ = 0;
                if (held_.count == 0) break;
            }
            if (!moves_data(held_.requests[taken_].op)) {
                if (ready_.empty()) ready_.push_back(held_.requests[taken_++]);
                break;
            }
            ready_.push_back(held_.requests[taken_++]);
        }
        if (ready_.size() > 1) sort();
        if (!ready_.empty()) last_ = ready_.back().offset + ready_.back().length;
        return !ready_.empty();
    }

    void sort() {
        if (order_ == ElevatorOrder::drawn) return;
        if (order_ == ElevatorOrder::nearest) return sort_by_distance();
        const bool down = order_ == ElevatorOrder::alternating && !upward_;
        upward_ = !upward_;
        std::stable_sort(ready_.begin(), ready_.end(), [&](const Request& a, const Request& b) {
            return down ? a.offset > b.offset : a.offset < b.offset;
        });
    }

    /// What has been visited lies together, so the nearest is the one before or behind it.
    void sort_by_distance() {
        std::stable_sort(ready_.begin(), ready_.end(),
                         [](const Request& a, const Request& b) { return a.offset < b.offset; });
        std::uint64_t from = last_;
        auto above = std::partition_point(ready_.begin(), ready_.end(),
                                          [from](const Request& one) { return one.offset < from; });
        auto below = above;  // requests before it are not visited yet
        visited_.clear();
        while (below != ready_.begin() || above != ready_.end()) {
            const auto distance = [from](const Request& one) {
                return one.offset > from ? one.offset - from : from - one.offset;
            };
            const bool up = below == ready_.begin() ||
                            (above != ready_.end() && distance(*above) < distance(*(below - 1)));
            visited_.push_back(up ? *above++ : *--below);
            from = visited_.back().offset + visited_.back().length;
        }
        ready_.swap(visited_);
    }

    std::unique_ptr<Workload> stream_;
    ElevatorOrder order_;
    std::uint32_t cycle_;
    RequestBatch held_;
    unsigned taken_ = 0;
    std::vector<Request> ready_, visited_;
    std::size_t next_ = 0;
    std::uint64_t last_ = 0;
    bool upward_ = true;
};

}  // namespace

std::unique_ptr<Workload> sorted_cycles(std::unique_ptr<Workload> stream, ElevatorOrder order,
                                        std::uint32_t cycle) {
    return std::make_unique<SortedCycles>(std::move(stream), order, cycle);
}

}  // namespace fathom
