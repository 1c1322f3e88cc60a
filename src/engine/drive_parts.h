// Pieces the two hot loops share: how an error reads, when to look at the clock, and requests that
// move no data. Used by drive_sync.h and drive_async.h only.
#pragma once

#include <array>
#include <cstddef>
#include <span>

#include "engine/engine.h"

namespace fathom::detail {

/// "No space left on device: write offset=0, buflen=4096" as a loop's outcome.
LoopOutcome failed(int error, const Request& request, const File& file);

/// Synchronous loops know the depth classes without counting: every I/O was alone. Changes nothing
/// when called again.
void count_single_io_batches(Recorder& recorder, bool submit_counts);

/// Counts an I/O of a paced loop from when its rate had it due.
inline void record_intended(Loop& loop, Direction d, Ticks due, Ticks issued, Ticks completed) {
    if (!loop.pace->limited(d)) return;
    DirectionRecord& record = loop.recorder.directions[d];
    const Ticks from = due < issued ? due : issued;
    record.lateness.add(loop.clock.to_nanos(issued - from));
    record.intended.add(loop.clock.to_nanos(completed - from));
}

/// False, with the outcome set, when a least rate was missed.
bool fast_enough(Loop& loop, LoopOutcome& outcome);

/// A stop flag and a deadline for loops that read no clock per I/O: the clock is looked at so often
/// that about a millisecond lies between two looks, whatever an I/O costs.
class SparseClock {
  public:
    /// True when it is time to look at the clock.
    bool due() { return --left_ == 0; }
    void looked(Ticks now, Ticks wanted_gap) {
        const Ticks gap = now - last_;
        last_ = now;
        if (gap < wanted_gap / 2 && every_ < max_every) {
            every_ *= 2;
        } else if (gap > wanted_gap && every_ > 1) {
            every_ /= 2;
        }
        left_ = every_;
    }

  private:
    static constexpr unsigned max_every = 1U << 16;
    unsigned every_ = 1;
    unsigned left_ = 1;
    Ticks last_ = 0;
};

/// What was done since the recorder was last told: told in batches, which costs less per I/O.
template <TransferTimes times>
class DoneTransfers {
  public:
    explicit DoneTransfers(Loop& loop) : loop_(loop), clock_(loop.clock) {}

    /// One more, to be filled in; there is room unless full().
    Transfer& add() { return done_[count_++]; }
    [[nodiscard]] bool full() const { return count_ == done_.size(); }
    /// Tells the recorder.
    void count() {
        loop_.recorder.add(std::span(done_.data(), count_), clock_, times);
        count_ = 0;
    }
    /// Handles what is due at `now`, all I/Os done before it counted; false when the time is up.
    bool look_at(Ticks now) {
        count();
        return loop_.on_event(now);
    }

  private:
    Loop& loop_;
    const Clock clock_;
    std::size_t count_ = 0;
    std::array<Transfer, Recorder::transfer_batch> done_;
};

/// Sync requests and files coming and going. Returns 0 or an errno.
template <AnyEngine E, class Sync>
[[gnu::noinline]] int do_other(E& engine, Loop& loop, const Request& request, Sync&& sync) {
    File& file = loop.files[request.file];
    switch (request.op) {
        case Op::open_file:
            engine.open(file);
            return 0;
        case Op::close_file:
            return -engine.close(file);
        case Op::next_pass:
            if (loop.next_pass) loop.next_pass(file);
            return 0;
        default:
            break;
    }
    const Ticks begin = engine.now();
    const std::int64_t result = sync(request, file);
    if (result < 0) return static_cast<int>(-result);
    loop.recorder.sync_latency.add(loop.clock.to_nanos(engine.now() - begin));
    ++loop.recorder.sync_ios;
    return 0;
}

}  // namespace fathom::detail
