// null: does nothing and says it is done. Measures the tester itself. With a depth of one it
// completes in the call; deeper, I/Os pass through a queue like those of any other engine.
#include <algorithm>
#include <vector>

#include "engine/drive.h"

namespace fathom {

namespace {

constexpr EngineTraits null_traits{
    .diskless = true, .needs_layout = false, .moves_no_data = true, .no_submit_counts = true};

class Null {
  public:
    static constexpr EngineTraits traits = null_traits;
    explicit Null(const EngineContext& context) : clock_(context.clock) {}

    [[nodiscard]] Ticks now() const { return clock_.now(); }
    void open(File&) {}
    int close(File&) { return 0; }
    std::int64_t transfer(const Request& r, File&, std::byte*) { return r.length; }
    std::int64_t sync(const Request&, File&) { return 0; }

  private:
    Clock clock_;
};

class NullQueue {
  public:
    static constexpr EngineTraits traits = null_traits;
    explicit NullQueue(const EngineContext& context)
        : clock_(context.clock), ring_(context.slots.size()) {}

    [[nodiscard]] Ticks now() const { return clock_.now(); }
    void open(File&) {}
    int close(File&) { return 0; }

    bool queue(Slot& slot) {
        if (tail_ - head_ == ring_.size()) return false;
        ring_[tail_++ % ring_.size()] = &slot;
        return true;
    }
    int commit() {
        const auto handed_over = static_cast<int>(tail_ - committed_);
        committed_ = tail_;
        return handed_over;
    }
    int reap(unsigned, std::span<Completion> out) {
        const std::size_t count = std::min(committed_ - head_, out.size());
        for (std::size_t i = 0; i < count; ++i) {
            Slot* slot = ring_[head_++ % ring_.size()];
            out[i] = {slot, moves_data(slot->request.op) ? slot->remaining() : 0};
        }
        return static_cast<int>(count);
    }

  private:
    Clock clock_;
    std::vector<Slot*> ring_;
    std::size_t head_ = 0, committed_ = 0, tail_ = 0;
};

QueueShape shape_of(const Job& job) {
    const unsigned depth = std::max(job.iodepth, 1U);
    return {depth, depth == 1};
}

std::unique_ptr<EngineRunner> make(const EngineContext& context) {
    if (shape_of(context.job).synchronous) return make_runner<Null>(context);
    return make_runner<NullQueue>(context);
}

[[maybe_unused]] const bool registered =
    detail::register_engine(EngineEntry{"null",
                                        "does nothing: measures the tester itself",
                                        null_traits,
                                        true,
                                        {},
                                        make,
                                        detail::check_job<Null>,
                                        shape_of});

}  // namespace

}  // namespace fathom
