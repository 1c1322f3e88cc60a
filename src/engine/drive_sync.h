// The hot loop of an engine that completes in the call, compiled once per engine.
// Take a request, do it, read the clock, count it. No allocation, lock or system call of our own.
//
// One clock read per I/O: an I/O's end is the next one's start, so its latency and its completion
// latency are the same number and are recorded once.
#pragma once

#include <algorithm>
#include <cerrno>
#include <utility>

#include "engine/drive_parts.h"
#include "engine/waiting.h"

namespace fathom::detail {

/// The rest of a transfer that came back short, was interrupted or was asked to come again.
/// Returns the bytes moved in all (less than asked only at the end of a file), or -errno.
template <SyncEngine E>
[[gnu::noinline]] std::int64_t finish_transfer(E& engine, Loop& loop, const Request& request,
                                               File& file, std::byte* buffer, std::int64_t got) {
    std::uint32_t done = 0;
    DirectionRecord& record = loop.recorder.directions[direction_of(request.op)];
    for (;;) {
        if (got == -EINTR || (got == -EAGAIN && !again_is_final(engine))) {
            if (loop.stop.load(std::memory_order_relaxed)) return got;
        } else if (got < 0) {
            return got;
        } else if (got == 0) {
            return done;
        } else {
            done += static_cast<std::uint32_t>(got);
            if (done >= request.length) return done;
            ++record.short_ios;
        }
        Request rest = request;
        rest.offset += done;
        rest.length -= done;
        got = engine.transfer(rest, file, buffer + done);
    }
}

template <SyncEngine E, bool timed>
class SyncLoop {
  public:
    SyncLoop(E& engine, Loop& loop)
        : engine_(engine),
          loop_(loop),
          done_(loop),
          look_gap_(loop.clock.to_ticks(1_ms)),
          buffer_(loop.slots[0].buffer),
          files_(loop.files.data()) {}

    LoopOutcome run() {
        if (loop_.pace != nullptr) return run_paced();
        const std::atomic<bool>& stop = loop_.stop;
        RequestBatch batch;
        start_ = engine_.now();
        for (;;) {
            loop_.workload.fill(batch);
            if (batch.count == 0) return ended(LoopOutcome::End::done);
            for (unsigned i = 0; i < batch.count; ++i) {
                if (stop.load(std::memory_order_relaxed)) [[unlikely]]
                    return ended(LoopOutcome::End::stopped);
                const Request& request = batch.requests[i];
                if (moves_data(request.op)) [[likely]] {
                    if (!transfer(request)) return std::move(outcome_);
                } else if (!other(request)) {
                    return std::move(outcome_);
                }
            }
            done_.count();
        }
    }

  private:
    /// With rates or think time: requests come one at a time, each waits until it is due.
    [[gnu::noinline]] LoopOutcome run_paced() {
        Pace& pace = *loop_.pace;
        RequestBatch batch;
        start_ = engine_.now();
        for (;;) {
            pace.set_now(loop_.since_begin(start_));
            loop_.workload.fill(batch);
            if (batch.count == 0) return ended(LoopOutcome::End::done);
            const Request& request = batch.requests[0];
            if (!moves_data(request.op)) {
                if (!other(request)) return std::move(outcome_);
                continue;
            }
            const Direction d = direction_of(request.op);
            if (!wait_until_due(d)) return std::move(outcome_);
            const Ticks due = loop_.due(d), issued = start_;
            pace.issued(d, request.length);
            const bool more = transfer(request);
            // At the end of the run time the I/O itself has been done.
            if (!more && outcome_.end != LoopOutcome::End::time) return std::move(outcome_);
            done_.count();
            start_ = engine_.now();
            record_intended(loop_, d, due, issued, start_);
            if (!more) return std::move(outcome_);
            pace.set_now(loop_.since_begin(start_));
            pace.completed(0);
            if (!fast_enough(loop_, outcome_)) return std::move(outcome_);
        }
    }

    /// False when the loop is to end.
    bool wait_until_due(Direction d) {
        for (;;) {
            start_ = engine_.now();
            if (loop_.stop.load(std::memory_order_relaxed)) {
                ended(LoopOutcome::End::stopped);
                return false;
            }
            if (start_ >= loop_.next_event && !look_at(start_)) return false;
            const Ticks due = loop_.due(d);
            if (start_ >= due) break;
            work_for(loop_.pace->take_cycles());
            wait_towards(engine_, loop_.clock, std::min(due, loop_.next_event),
                         loop_.since_begin(start_) < loop_.pace->busy_until());
        }
        loop_.pace->set_now(loop_.since_begin(start_));
        return true;
    }

    /// False when the loop is to end.
    bool transfer(const Request& request) {
        File& file = files_[request.file];
        if (request.op == Op::write) {
            if constexpr (!E::traits.moves_no_data)
                loop_.payload.prepare(buffer_, request.length, request.offset);
            file.written = true;
        }
        std::int64_t got = engine_.transfer(request, file, buffer_);
        if (got != static_cast<std::int64_t>(request.length)) [[unlikely]] {
            got = finish_transfer(engine_, loop_, request, file, buffer_, got);
            if (got <= 0) return give_up(request, got);
        }
        Transfer& done = done_.add();
        done.bytes = static_cast<std::uint32_t>(got);
        done.direction = direction_of(request.op);
        if constexpr (timed) {
            const Ticks now = engine_.now();
            done.took = now - start_;
            start_ = now;
            if (now >= loop_.next_event) [[unlikely]]
                return look_at(now);
        } else if (sparse_.due()) [[unlikely]] {
            const Ticks now = engine_.now();
            sparse_.looked(now, look_gap_);
            if (now >= loop_.next_event) return look_at(now);
        }
        return true;
    }

    bool look_at(Ticks now) {
        if (done_.look_at(now)) return true;
        ended(LoopOutcome::End::time);
        return false;
    }

    [[gnu::noinline]] bool give_up(const Request& request, std::int64_t got) {
        const bool interrupted = got == -EINTR || (got == -EAGAIN && !again_is_final(engine_));
        ended(LoopOutcome::End::stopped);
        if (!interrupted)
            outcome_ =
                failed(got == 0 ? EIO : static_cast<int>(-got), request, files_[request.file]);
        return false;
    }

    [[gnu::noinline]] bool other(const Request& request) {
        const int error = do_other(engine_, loop_, request,
                                   [&](const Request& r, File& f) { return engine_.sync(r, f); });
        if (error != 0) {
            done_.count();
            outcome_ = failed(error, request, files_[request.file]);
            return false;
        }
        start_ = engine_.now();
        return true;
    }

    LoopOutcome ended(LoopOutcome::End why) {
        done_.count();
        outcome_.end = why;
        return outcome_;
    }

    E& engine_;
    Loop& loop_;
    DoneTransfers<timed ? TransferTimes::completion : TransferTimes::none> done_;
    const Ticks look_gap_;
    std::byte* const buffer_;
    File* const files_;
    Ticks start_ = 0;
    SparseClock sparse_;
    LoopOutcome outcome_;
};

}  // namespace fathom::detail
