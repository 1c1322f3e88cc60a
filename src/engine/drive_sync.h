// The hot loop of an engine that completes in the call, compiled once per engine.
// Take a request, do it, read the clock, count it. No allocation, lock or system call of our own.
//
// One clock read per I/O: an I/O's end is the next one's start, so its latency and its completion
// latency are the same number and are recorded once.
#pragma once

#include <cerrno>

#include "engine/drive_parts.h"

namespace fathom::detail {

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

}  // namespace fathom::detail
