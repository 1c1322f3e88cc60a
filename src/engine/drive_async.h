// The hot loop of an engine that queues, compiled once per engine. Fills free slots with requests,
// hands them over in batches of iodepth_batch, reaps when the queue is full.
//
// Clock reads: one after each hand-over (an I/O is issued then) and one after each reap (it is
// complete then). A request is taken at the time of the last reading, so slat, clat and lat need no
// third one.
#pragma once

#include <algorithm>
#include <cerrno>
#include <vector>

#include "engine/drive_parts.h"
#include "engine/waiting.h"

namespace fathom::detail {

template <AsyncEngine E, bool timed>
class AsyncLoop {
  public:
    AsyncLoop(E& engine, Loop& loop)
        : engine_(engine),
          loop_(loop),
          clock_(loop.clock),
          done_(loop),
          look_gap_(loop.clock.to_ticks(1_ms)),
          depth_(static_cast<unsigned>(loop.slots.size())),
          batch_size_(std::clamp(loop.job.iodepth_batch, 1U, depth_)),
          reap_min_(std::min(loop.job.iodepth_batch_complete_min, depth_)),
          low_(loop.job.iodepth_low == 0 ? depth_ : std::min(loop.job.iodepth_low, depth_)) {
        const unsigned reap_max = std::max({loop.job.iodepth_batch_complete_max, reap_min_, 1U});
        completions_.resize(E::traits.reaps_all ? depth_ : std::min(reap_max, depth_));
        free_.reserve(depth_);
        queued_.reserve(depth_);
        again_.reserve(depth_);
        for (unsigned i = depth_; i-- > 0;) free_.push_back(&loop.slots[i]);
    }

    LoopOutcome run() {
        now_ = engine_.now();
        last_end_ = now_;
        while (proceed_) {
            queue_again();
            fill_slots();
            if (!proceed_) break;
            commit();
            if (in_flight_ == 0 && exhausted_) break;
            if (waiting_) [[unlikely]] {
                wait_until_due();
                continue;
            }
            do {
                reap(std::max(reap_min_, 1U));
            } while (proceed_ && outstanding() > low_);
        }
        drain();
        done_.count();
        return std::move(outcome_);
    }

  private:
    /// I/Os the system holds now.
    [[nodiscard]] unsigned outstanding() const {
        return in_flight_ - static_cast<unsigned>(queued_.size() + again_.size());
    }

    void end(LoopOutcome::End why) {
        if (proceed_) outcome_.end = why;
        proceed_ = false;
    }

    void fail(int error, const Request& request) {
        if (outcome_.end != LoopOutcome::End::error)
            outcome_ = failed(error, request, loop_.files[request.file]);
        proceed_ = false;
    }

    /// The next request, or nullptr when the workload is done.
    const Request* next_request() {
        if (position_ == batch_.count) {
            if (exhausted_) return nullptr;
            if (loop_.pace != nullptr) return next_paced();
            loop_.workload.fill(batch_);
            position_ = 0;
            if (batch_.count == 0) {
                exhausted_ = true;
                return nullptr;
            }
        }
        return &batch_.requests[position_++];
    }

    /// The same with rates or think time: requests come one at a time, and one that is not due yet
    /// is held.
    [[gnu::noinline]] const Request* next_paced() {
        Pace& pace = *loop_.pace;
        now_ = engine_.now();
        pace.set_now(loop_.since_begin(now_));
        if (!waiting_) {
            loop_.workload.fill(batch_);
            position_ = batch_.count;
            exhausted_ = batch_.count == 0;
            if (exhausted_) return nullptr;
        }
        const Request& request = batch_.requests[0];
        if (!moves_data(request.op)) return &request;
        const Direction d = direction_of(request.op);
        waiting_ = now_ < loop_.due(d);
        if (waiting_) return nullptr;
        due_ = loop_.due(d);
        pace.issued(d, request.length);
        return &request;
    }

    /// Until the held request is due, an I/O completes, or an event of the loop's.
    [[gnu::noinline]] void wait_until_due() {
        if (loop_.stop.load(std::memory_order_relaxed)) return end(LoopOutcome::End::stopped);
        const Ticks due = loop_.due(direction_of(batch_.requests[0].op));
        const Ticks deadline = std::min(due, loop_.next_event);
        work_for(loop_.pace->take_cycles());
        if (outstanding() > 0) {
            take(reap_before(engine_, clock_, deadline, completions_));
        } else {
            wait_towards(engine_, clock_, deadline,
                         loop_.since_begin(now_) < loop_.pace->busy_until());
        }
        now_ = engine_.now();
        if (now_ >= loop_.next_event) look_at(now_);
        if (!fast_enough(loop_, outcome_)) proceed_ = false;
    }

    /// Counts what has just been reaped from when it was due.
    [[gnu::noinline]] void tell_pace(std::size_t got) {
        for (const Completion& done : std::span(completions_).first(got)) {
            const Slot& slot = *done.slot;
            if (!moves_data(slot.request.op) || done.result <= 0) continue;
            record_intended(loop_, direction_of(slot.request.op), slot.due, slot.issued, now_);
        }
        loop_.pace->set_now(loop_.since_begin(now_));
        loop_.pace->completed(in_flight_);
    }

    [[gnu::noinline]] void count_cycles(std::size_t got) {
        if constexpr (!timed) return;
        for (const Completion& done : std::span(completions_).first(got)) {
            if (!moves_data(done.slot->request.op) || done.result <= 0) continue;
            loop_.recorder.add_to_cycle(now_ - last_end_, clock_);
            last_end_ = now_;
        }
    }

    /// Queues requests until no slot is free or nothing is left to do.
    void fill_slots() {
        while (!free_.empty()) {
            if (loop_.stop.load(std::memory_order_relaxed)) [[unlikely]]
                return end(LoopOutcome::End::stopped);
            const Request* request = next_request();
            if (request == nullptr) return;
            if (request->op == Op::next_pass) [[unlikely]] {
                if (loop_.next_pass) loop_.next_pass(loop_.files[request->file]);
                if constexpr (timed) now_ = engine_.now();
                continue;
            }
            if (request->op >= Op::open_file) [[unlikely]] {
                change_files(*request);
                if (!proceed_) return;
                continue;
            }
            Slot* slot = free_.back();
            free_.pop_back();
            slot->request = *request;
            slot->done = 0;
            slot->started = now_;
            slot->due = due_;
            if (request->op == Op::write) {
                if constexpr (!E::traits.moves_no_data)
                    loop_.payload.prepare(slot->buffer, request->length, request->offset);
                loop_.files[request->file].written = true;
            }
            if (!queue(slot)) {
                free_.push_back(slot);
                return;
            }
            ++in_flight_;
            if (queued_.size() >= batch_size_) commit();
            if (!proceed_) return;
            if (reap_min_ == 0) reap(0);
        }
    }

    /// False when the loop ended while the queue had no room.
    bool queue(Slot* slot) {
        while (!engine_.queue(*slot)) [[unlikely]] {
                commit();
                if (!proceed_) return false;
                if (engine_.queue(*slot)) break;
                reap(1);
            }
        queued_.push_back(slot);
        return true;
    }

    /// Hands over all that is queued; reaps where the system takes no more just now.
    void commit() {
        while (!queued_.empty()) {
            const int taken = engine_.commit();
            if (taken < 0 && taken != -EAGAIN && taken != -EINTR) [[unlikely]] {
                const Request request = queued_.front()->request;
                in_flight_ -= static_cast<unsigned>(queued_.size());
                queued_.clear();
                return fail(-taken, request);
            }
            if (taken <= 0) [[unlikely]] {
                if (loop_.stop.load(std::memory_order_relaxed) && proceed_)
                    end(LoopOutcome::End::stopped);
                if (!proceed_) return;
                reap(1);
                continue;
            }
            issued(static_cast<unsigned>(taken));
        }
    }

    void issued(unsigned count) {
        Recorder& recorder = loop_.recorder;
        recorder.depths[depth_class(in_flight_)] += count;
        ++recorder.submits[batch_class(count)];
        if constexpr (timed) {
            now_ = engine_.now();
            for (unsigned i = 0; i < count; ++i) queued_[i]->issued = now_;
        }
        if (count == queued_.size()) {
            queued_.clear();
        } else {
            queued_.erase(queued_.begin(), queued_.begin() + count);
        }
    }

    /// Waits for at least `min` completions and counts them.
    void reap(unsigned min) {
        const unsigned held = outstanding();
        if (held == 0) return;
        take(engine_.reap(std::min(min, held), completions_));
    }

    /// Counts what a reap has brought, or answers its error.
    void take(int got) {
        if (got < 0) [[unlikely]] {
            if (got == -EINTR || got == -EAGAIN) {
                if (loop_.stop.load(std::memory_order_relaxed)) end(LoopOutcome::End::stopped);
                return;
            }
            return fail(-got, Request{});
        }
        if (got == 0) return;
        ++loop_.recorder.completions[batch_class(static_cast<unsigned>(got))];
        if constexpr (timed) now_ = engine_.now();
        for (int i = 0; i < got; ++i) {
            const Completion& done = completions_[static_cast<std::size_t>(i)];
            if (done.result == static_cast<std::int64_t>(done.slot->remaining()) &&
                moves_data(done.slot->request.op)) [[likely]] {
                complete(*done.slot);
            } else {
                complete_oddly(*done.slot, done.result);
            }
        }
        if (loop_.pace != nullptr) [[unlikely]]
            tell_pace(static_cast<std::size_t>(got));
        if (loop_.recorder.setup.cycle != 0) [[unlikely]]
            count_cycles(static_cast<std::size_t>(got));
        if constexpr (timed) {
            if (now_ >= loop_.next_event) [[unlikely]]
                look_at(now_);
        } else if (sparse_.due()) [[unlikely]] {
            now_ = engine_.now();
            sparse_.looked(now_, look_gap_);
            if (now_ >= loop_.next_event) look_at(now_);
        }
    }

    void look_at(Ticks now) {
        if (!done_.look_at(now)) end(LoopOutcome::End::time);
    }

    void complete(Slot& slot) {
        Transfer& transfer = done_.add();
        transfer.bytes = slot.request.length;
        transfer.direction = direction_of(slot.request.op);
        transfer.priority = slot.priority;
        if constexpr (timed) {
            transfer.took = now_ - slot.issued;
            transfer.waited = slot.issued - slot.started;
        }
        if (done_.full()) done_.count();
        release(slot);
    }

    /// Everything but a whole data transfer: syncs, short or failed transfers, ends of files.
    [[gnu::noinline]] void complete_oddly(Slot& slot, std::int64_t result) {
        Recorder& recorder = loop_.recorder;
        const Request request = slot.request;
        if (result == -EINTR || (result == -EAGAIN && !again_is_final(engine_))) return again(slot);
        if (result < 0) {
            fail(static_cast<int>(-result), request);
            return release(slot);
        }
        if (!moves_data(request.op)) {
            recorder.sync_latency.add(clock_.to_nanos(engine_.now() - slot.started));
            ++recorder.sync_ios;
            return release(slot);
        }
        DirectionRecord& record = recorder.directions[direction_of(request.op)];
        if (result > 0) {
            slot.done += static_cast<std::uint32_t>(result);
            ++record.short_ios;
            return again(slot);
        }
        // Nothing more comes: the end of the file. What was moved counts.
        if (slot.done == 0) {
            fail(EIO, request);
            return release(slot);
        }
        slot.request.length = slot.done;
        complete(slot);
    }

    /// Remembers the rest of a transfer for later: the list of completions is still being read.
    void again(Slot& slot) {
        if (!proceed_) return release(slot);
        again_.push_back(&slot);
    }

    void queue_again() {
        while (proceed_ && !again_.empty()) [[unlikely]] {
                Slot* slot = again_.back();
                again_.pop_back();
                queue(slot);
            }
    }

    void release(Slot& slot) {
        --in_flight_;
        free_.push_back(&slot);
    }

    void change_files(const Request& request) {
        commit();
        while (proceed_ && in_flight_ > 0) {
            reap(1);
            queue_again();
            commit();
        }
        if (!proceed_) return;
        File& file = loop_.files[request.file];
        if (request.op == Op::open_file) {
            engine_.open(file);
        } else if (const int error = engine_.close(file); error != 0) {
            fail(-error, request);
        }
    }

    /// Waits for what is still in flight; it counts, as its time does.
    void drain() {
        if (outcome_.end != LoopOutcome::End::error) commit();
        // A queue that keeps answering with errors would hold us forever; completions come first.
        for (unsigned failures = 0; outstanding() > 0 && failures < max_drain_failures;) {
            const unsigned before = outstanding();
            reap(1);
            failures = outstanding() < before ? 0 : failures + 1;
        }
    }

    static constexpr unsigned max_drain_failures = 1000;

    E& engine_;
    Loop& loop_;
    const Clock clock_;
    DoneTransfers<timed ? TransferTimes::all : TransferTimes::none> done_;
    const Ticks look_gap_;
    const unsigned depth_;
    const unsigned batch_size_;
    const unsigned reap_min_;
    const unsigned low_;
    RequestBatch batch_;
    unsigned position_ = 0;
    unsigned in_flight_ = 0;  ///< queued ones included
    bool exhausted_ = false;
    bool waiting_ = false;  ///< a request is held that is not due yet
    Ticks due_ = 0;         ///< of the request taken last
    Ticks last_end_ = 0;    ///< of the I/O that completed last, where cycles are timed
    bool proceed_ = true;
    Ticks now_ = 0;
    SparseClock sparse_;
    std::vector<Slot*> free_;
    std::vector<Slot*> queued_;  ///< since the last hand-over, in order
    std::vector<Slot*> again_;   ///< interrupted or short: to be queued once more
    std::vector<Completion> completions_;
    LoopOutcome outcome_;
};

}  // namespace fathom::detail
