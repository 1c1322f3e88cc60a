// One worker: a thread with its own file table that sets itself up, waits for the others of its
// batch, runs the engine's loop, flushes, closes and leaves a JobResult. Made and joined by
// run/run; knows nothing of stages, groups or signals.
#pragma once

#include <atomic>
#include <latch>
#include <memory>
#include <optional>

#include <pthread.h>

#include "run/file_set.h"
#include "run/mailbox.h"
#include "run/measure_setup.h"
#include "run/snapshot_box.h"
#include "run/worker_view.h"

namespace fathom {

struct WorkerSetup {
    const Job& job;
    PlannedWorker who;
    const EngineEntry& engine;
    Clock clock;
    std::uint64_t seed = 0;
    const RunOptions& options;
    Mailbox& mailbox;
};

class Session;

class Worker {
  public:
    explicit Worker(const WorkerSetup& setup);
    ~Worker();
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    // --- by the main thread -------------------------------------------------------------------
    /// The files it is to work on; made ready unless `lay_out_first` (create_serialize=0).
    void give_files(FileSet files, bool lay_out_first);
    /// Makes the thread. All workers of a batch share the latch and start I/O together. Returns an
    /// errno when there is no thread: the worker has ended then, and the caller says so.
    int start(std::shared_ptr<std::latch> together);
    void join();
    void stop() { stop_.store(true, std::memory_order_relaxed); }
    /// Ends the worker as failed without a thread.
    void fail(int error, const std::string& function, const std::string& text);

    [[nodiscard]] Phase phase() const { return phase_.load(std::memory_order_acquire); }
    [[nodiscard]] const Job& job() const { return setup_.job; }
    [[nodiscard]] const PlannedWorker& who() const { return setup_.who; }
    /// What the status line needs; `started` is on CLOCK_MONOTONIC.
    [[nodiscard]] WorkerView view() const;
    [[nodiscard]] bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    /// When I/O started on CLOCK_MONOTONIC; none before.
    [[nodiscard]] std::optional<Nanos> started() const;
    [[nodiscard]] bool failed() const { return failed_.load(std::memory_order_relaxed); }
    SnapshotBox& snapshot() { return snapshot_; }
    /// What it has done, as far as known here: all of it once it has ended, else the last snapshot.
    [[nodiscard]] JobResult result_so_far() const;
    /// Valid when ended and joined.
    [[nodiscard]] JobResult& result() { return result_; }

  private:
    friend class Session;
    static void* thread_main(void* self);
    void run();
    void set_phase(Phase phase);
    /// False when there is an error already: later ones are consequences.
    bool keep_error(int error, const std::string& function, const std::string& text);
    /// Reports `error` as the job's, once.
    void report_error(int error, const std::string& function, const std::string& text);

    WorkerSetup setup_;
    FileSet files_;
    bool lay_out_first_ = false;
    std::shared_ptr<std::latch> together_;
    pthread_t thread_{};
    bool joinable_ = false;
    JobResult result_;

    std::atomic<bool> stop_{false};
    std::atomic<bool> failed_{false};
    std::atomic<Phase> phase_{Phase::waiting};
    std::atomic<std::int64_t> started_{0};
    std::atomic<std::uint32_t> open_files_{0};
    std::atomic<std::uint64_t> total_bytes_{0};  ///< of all passes; 0: not known or endless
    Progress progress_;
    SnapshotBox snapshot_;
};

}  // namespace fathom
