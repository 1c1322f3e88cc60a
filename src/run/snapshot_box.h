// Where a worker hands over a copy of its result while it works. The main thread asks, the worker
// answers at its next event and goes on; nobody waits for the other.
#pragma once

#include <atomic>
#include <mutex>
#include <optional>
#include <utility>

#include "result/run_result.h"

namespace fathom {

class SnapshotBox {
  public:
    // By the main thread.
    void ask() { wanted_.store(true, std::memory_order_relaxed); }
    /// The last one handed over; none before the first.
    [[nodiscard]] std::optional<JobResult> latest() const {
        const std::lock_guard lock(mutex_);
        return latest_;
    }

    // By the worker.
    void give(JobResult result) {
        const std::lock_guard lock(mutex_);
        latest_ = std::move(result);
        wanted_.store(false, std::memory_order_relaxed);
    }

    // By both: whether one has been asked for and not been given yet.
    [[nodiscard]] bool wanted() const { return wanted_.load(std::memory_order_relaxed); }

  private:
    std::atomic<bool> wanted_{false};
    mutable std::mutex mutex_;
    std::optional<JobResult> latest_;
};

}  // namespace fathom
