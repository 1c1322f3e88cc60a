// A hand-made Loop for tests of the drive templates and of engines: scripted requests, own buffers.
#pragma once

#include <atomic>
#include <cstddef>
#include <vector>

#include "engine/loop.h"

namespace fathom {

/// Hands out a given list of requests.
class ScriptedWorkload : public Workload {
  public:
    explicit ScriptedWorkload(std::vector<Request> script) : script_(std::move(script)) {}
    void fill(RequestBatch& batch) override {
        batch.count = 0;
        while (batch.count < RequestBatch::capacity && next_ < script_.size())
            batch.requests[batch.count++] = script_[next_++];
    }
    [[nodiscard]] std::uint64_t total_bytes() const override { return 0; }

  private:
    std::vector<Request> script_;
    std::size_t next_ = 0;
};

/// Everything a Loop refers to, with `depth` slots of `buffer_size` bytes.
struct LoopFixture {
    LoopFixture(std::vector<Request> script, unsigned depth, std::size_t buffer_size = 4096)
        : workload(std::move(script)),
          recorder(RecorderSetup{}),
          payload(Payload::Kind::keep, 1),
          files(1),
          arena(depth * buffer_size),
          slots(depth) {
        job.iodepth = depth;
        for (unsigned i = 0; i < depth; ++i) {
            slots[i].index = i;
            slots[i].buffer = arena.data() + i * buffer_size;
        }
    }

    Loop loop() {
        return Loop{.job = job,
                    .workload = workload,
                    .recorder = recorder,
                    .progress = progress,
                    .payload = payload,
                    .files = files,
                    .slots = slots,
                    .stop = stop,
                    .clock = Clock::make(ClockSource::clock_gettime)};
    }

    Job job;
    ScriptedWorkload workload;
    Recorder recorder;
    Progress progress;
    Payload payload;
    std::vector<File> files;
    std::vector<std::byte> arena;
    std::vector<Slot> slots;
    std::atomic<bool> stop{false};
};

}  // namespace fathom
