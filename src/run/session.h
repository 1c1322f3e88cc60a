// What a worker holds while it works: engine, open files, buffers, recorder. Lives on the worker's
// own thread from set-up to the last close.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "engine/buffers.h"
#include "run/placement.h"
#include "run/worker.h"

namespace fathom {

class Session {
  public:
    explicit Session(Worker& worker);

    /// Everything that must not be measured: files, buffers, engine. Throws Error.
    void prepare();
    /// The passes, the flush, the closing; fills the worker's result.
    void work();

  private:
    /// Where the thread runs and as whom; memory to lock; exec_prerun.
    void prepare_thread();
    void prepare_files();
    void lay_out_here();
    void note_empty_extents();
    void prepare_buffers();
    void open_all();
    /// The lines fio prints at this point.
    void say_how_it_works();
    /// The first pass starts: settles when ramp and run time are over.
    void begin(Ticks now);
    /// What the stream of a pass is made from.
    [[nodiscard]] WorkloadSetup workload_setup(std::uint64_t number) const;
    /// One pass of the job; false when no further one may follow.
    bool pass(std::uint64_t number);
    /// Each pass opens its files anew, with nothing of them in the cache.
    void between_passes();
    /// unlink_each_loop: the next pass finds no file; what it reads is laid out anew.
    void replace_files();
    /// Hands the figures so far to the one who asks for them.
    void give_snapshot(Nanos runtime);
    void flush();
    void flush(const File& file);
    void close_all();
    void unlink_files();
    void add_footnotes();
    /// Whether this engine's files are ours to open, close, flush and remove.
    [[nodiscard]] bool has_files() const;
    /// Whether something that can take long follows the I/O.
    [[nodiscard]] bool has_work_after_io() const;
    [[nodiscard]] bool stopped() const { return worker_.stop_.load(std::memory_order_relaxed); }
    /// Whether the workload opens and closes files as it goes (openfiles below the file count).
    [[nodiscard]] bool opens_on_the_way() const;

    Worker& worker_;
    const Job& job_;
    const EngineEntry& entry_;
    RecorderSetup recorder_setup_;
    Recorder recorder_;
    Payload payload_;
    std::vector<File> files_;
    std::optional<LockedMemory> locked_;
    std::optional<Buffers> buffers_;
    std::vector<Slot> slots_;
    std::unique_ptr<EngineRunner> engine_;
    std::optional<Pace> pace_;
    Ticks pace_begin_ = 0;
    Ticks ramp_end_ = 0, run_end_ = 0;
    bool ramp_over_ = false;
    bool ended_by_size_ = false;
    std::vector<Problem> extent_notes_;
    ThreadUsage usage_at_start_;
    Nanos runtime_{};
};

}  // namespace fathom
