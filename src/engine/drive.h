// The hot loop, compiled once per engine. Take a request, do it, read the clock, count it.
// No allocation, lock or system call of our own; what most jobs do not use is decided before.
//
// One clock read per I/O where the engine is synchronous: an I/O's end is the next one's start, so
// its latency and its completion latency are the same number and are recorded once.
#pragma once

#include <algorithm>
#include <cerrno>
#include <utility>

#include "base/error.h"
#include "engine/engine.h"

namespace fathom {

namespace detail {

/// "No space left on device: write offset=0, buflen=4096" as a loop's outcome.
LoopOutcome failed(int error, const Request& request, const File& file);

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

/// The rest of a transfer that came back short, was interrupted or was asked to come again.
/// Returns the bytes moved in all (less than asked only at the end of a file), or -errno.
template <SyncEngine E>
[[gnu::noinline]] std::int64_t finish_transfer(E& engine, Loop& loop, const Request& request,
                                               File& file, std::byte* buffer, std::int64_t got) {
    std::uint32_t done = 0;
    DirectionRecord& record = loop.recorder.directions[direction_of(request.op)];
    for (;;) {
        if (got == -EAGAIN || got == -EINTR) {
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

template <SyncEngine E, bool timed>
LoopOutcome drive_sync(E& engine, Loop& loop) {
    const Clock clock = loop.clock;
    const Ticks look_gap = clock.to_ticks(1_ms);
    std::byte* const buffer = loop.slots[0].buffer;
    File* const files = loop.files.data();
    const std::atomic<bool>& stop = loop.stop;
    const bool record_clat = loop.recorder.setup.clat;
    RequestBatch batch;
    SparseClock sparse;
    Ticks start = engine.now();
    for (;;) {
        loop.workload.fill(batch);
        if (batch.count == 0) return {LoopOutcome::End::done, 0, {}};
        for (unsigned i = 0; i < batch.count; ++i) {
            if (stop.load(std::memory_order_relaxed)) [[unlikely]]
                return {LoopOutcome::End::stopped, 0, {}};
            const Request& request = batch.requests[i];
            File& file = files[request.file];
            if (!moves_data(request.op)) [[unlikely]] {
                const int error = do_other(engine, loop, request, [&](const Request& r, File& f) {
                    return engine.sync(r, f);
                });
                if (error != 0) return failed(error, request, file);
                start = engine.now();
                continue;
            }
            if (request.op == Op::write) {
                if constexpr (!E::traits.moves_no_data)
                    loop.payload.prepare(buffer, request.length, request.offset);
                file.written = true;
            }
            std::int64_t got = engine.transfer(request, file, buffer);
            if (got != static_cast<std::int64_t>(request.length)) [[unlikely]] {
                got = finish_transfer(engine, loop, request, file, buffer, got);
                if (got < 0) {
                    if (stop.load(std::memory_order_relaxed))
                        return {LoopOutcome::End::stopped, 0, {}};
                    return failed(static_cast<int>(-got), request, file);
                }
                if (got == 0) return failed(EIO, request, file);
            }
            DirectionRecord& record = loop.recorder.directions[direction_of(request.op)];
            ++record.ios;
            record.bytes += static_cast<std::uint64_t>(got);
            if constexpr (timed) {
                const Ticks now = engine.now();
                if (record_clat) record.clat.add(clock.to_nanos(now - start));
                start = now;
                if (now >= loop.next_event) [[unlikely]] {
                    if (!loop.on_event(now)) return {LoopOutcome::End::time, 0, {}};
                }
            } else if (sparse.due()) [[unlikely]] {
                const Ticks now = engine.now();
                sparse.looked(now, look_gap);
                if (now >= loop.next_event && !loop.on_event(now))
                    return {LoopOutcome::End::time, 0, {}};
            }
        }
    }
}

template <SyncEngine E>
LoopOutcome drive(E& engine, Loop& loop) {
    loop.arm(engine.now());
    LoopOutcome outcome =
        loop.timed ? drive_sync<E, true>(engine, loop) : drive_sync<E, false>(engine, loop);
    loop.end = engine.now();
    loop.publish();
    return outcome;
}

}  // namespace detail

/// Wraps an engine class for the run-time face.
template <AnyEngine E>
class RunnerOf final : public EngineRunner {
  public:
    explicit RunnerOf(const EngineContext& context) : engine_(context) {}
    void open(File& file) override { engine_.open(file); }
    int close(File& file) override { return engine_.close(file); }
    void files_ready() override {
        if constexpr (requires { engine_.files_ready(); }) engine_.files_ready();
    }
    Ticks now() override { return engine_.now(); }
    LoopOutcome run(Loop& loop) override {
        if constexpr (LoopEngine<E>) {
            return engine_.run(loop);
        } else {
            return detail::drive(engine_, loop);
        }
    }

  private:
    E engine_;
};

namespace detail {
template <AnyEngine E>
bool register_engine(std::string name, std::string help, std::vector<OptionRow> options) {
    return register_engine(
        EngineEntry{std::move(name), std::move(help), E::traits, SyncEngine<E>, std::move(options),
                    [](const EngineContext& context) -> std::unique_ptr<EngineRunner> {
                        return std::make_unique<RunnerOf<E>>(context);
                    }});
}
}  // namespace detail

#define REGISTER_ENGINE(Class, name, help, ...)      \
    [[maybe_unused]] const bool registered_##Class = \
        ::fathom::detail::register_engine<Class>(name, help, __VA_ARGS__)

}  // namespace fathom
