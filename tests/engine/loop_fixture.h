// A Loop to test with: scripted requests, slots with buffers of their own. By itself for the tests
// of the drive templates; harness.h adds files and a registered engine.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

#include "engine/loop.h"

namespace fathom {

/// Hands out a list of requests, or the list again and again.
class ScriptedWorkload final : public Workload {
  public:
    explicit ScriptedWorkload(std::vector<Request> script, bool endless = false)
        : script_(std::move(script)), endless_(endless) {}
    void fill(RequestBatch& batch) override {
        batch.count = 0;
        if (on_fill) on_fill();
        while (batch.count < RequestBatch::capacity) {
            if (next_ == script_.size()) {
                if (!endless_) return;
                next_ = 0;
            }
            batch.requests[batch.count++] = script_[next_++];
        }
    }
    [[nodiscard]] std::uint64_t total_bytes() const override { return 0; }
    std::function<void()> on_fill;

  private:
    std::vector<Request> script_;
    bool endless_;
    std::size_t next_ = 0;
};

/// Everything a Loop refers to.
struct LoopFixture {
    static constexpr std::uint32_t block = 4096;

    explicit LoopFixture(Payload::Kind kind = Payload::Kind::keep) : payload(kind, 1) {}
    /// `depth` slots, one file, and the script to work off.
    LoopFixture(std::vector<Request> script, unsigned depth) : LoopFixture() {
        workload = ScriptedWorkload(std::move(script));
        files.resize(1);
        job.iodepth = depth;
        make_slots(depth);
    }
    LoopFixture(const LoopFixture&) = delete;
    LoopFixture& operator=(const LoopFixture&) = delete;

    void make_slots(unsigned depth) {
        memory.assign((depth + 1) * std::size_t{block}, std::byte{0});
        slots.resize(depth);
        for (unsigned i = 0; i < depth; ++i) {
            slots[i].index = i;
            slots[i].buffer = arena().data() + std::size_t{i} * block;
        }
    }
    /// All slots' buffers, page-aligned, so that direct I/O and registration work too.
    std::span<std::byte> arena() {
        const auto start = reinterpret_cast<std::uintptr_t>(memory.data());
        const std::size_t skip = (block - start % block) % block;
        return {memory.data() + skip, memory.size() - block};
    }

    Loop loop() { return loop(workload); }
    Loop loop(Workload& requests) {
        return Loop{.job = job,
                    .workload = requests,
                    .recorder = recorder,
                    .progress = progress,
                    .payload = payload,
                    .files = files,
                    .slots = slots,
                    .stop = stop,
                    .clock = clock,
                    .timed = timed};
    }

    Job job;
    ScriptedWorkload workload{{}};
    Clock clock = Clock::make(ClockSource::clock_gettime);
    Recorder recorder{RecorderSetup{}};
    Progress progress;
    Payload payload;
    std::vector<File> files;
    std::vector<Slot> slots;
    std::vector<std::byte> memory;
    std::atomic<bool> stop{false};
    bool timed = true;
};

}  // namespace fathom
