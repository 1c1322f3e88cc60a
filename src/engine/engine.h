// What an engine is, for the loop (compile time) and for everyone else (one virtual call per run).
//
// An engine is one file in this folder: a class that satisfies SyncEngine, AsyncEngine or
// LoopEngine, its option rows, its help line and one REGISTER_ENGINE line. Nothing else changes to
// add one.
#pragma once

#include <concepts>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "engine/loop.h"
#include "job/option.h"
#include "measure/thread_usage.h"

namespace fathom {

struct EngineTraits {
    bool diskless = false;       ///< touches no file: none is made, laid out, opened (null, cpuio)
    bool own_files = false;      ///< opens, makes or removes files itself, per I/O (filecreate ...)
    bool needs_layout = true;    ///< files must have their full size and data before reading
    bool moves_no_data = false;  ///< buffers are never touched (falloc, ftruncate, filestat ...)
    bool clat_only = false;      ///< one latency for each I/O, no sum of others (filecreate ...)
    bool buffered_only = false;  ///< direct=1 is refused
    bool atomic_writes = false;  ///< atomic=1 is understood
    bool reaps_all = false;      ///< gives all there is at once, whatever iodepth_batch_complete
    bool sizeless = false;       ///< size= may be missing: there is nothing it could be of (cpuio)
    bool shared_files = false;   ///< descriptors must be the process's, not the worker's own
    bool no_submit_counts = false;  ///< submit/complete lines stay zero, as fio's null engine
    bool virtual_time = false;      ///< now() is no clock of this world: ticks are nanoseconds
    /// Of an engine with a disk of its own: bytes on it. Throws Error.
    std::uint64_t (*capacity)(const Job&) = nullptr;
};

/// What an engine is made from. References live as long as the engine.
struct EngineContext {
    const Job& job;
    Clock clock;
    std::span<File> files;
    std::span<Slot> slots;
    std::span<std::byte> arena;  ///< all slots' buffers, contiguous (for registration)
    std::uint32_t worker = 0;    ///< its number over all workers
};

// --- compile-time face ------------------------------------------------------------------------

/// Every engine: time, and what is done to files.
/// open/close throw Error (open) or return -errno (close: a delayed write error shows here).
template <class E>
concept AnyEngine = requires(E e, File& file, const Request& request) {
    { E::traits } -> std::convertible_to<EngineTraits>;
    { e.now() } -> std::same_as<Ticks>;
    {e.open(file)};
    { e.close(file) } -> std::same_as<int>;
};

/// Completes in the call. Returns bytes moved or -errno. `buffer` holds request.length bytes.
template <class E>
concept SyncEngine = AnyEngine<E> && requires(E e, const Request& r, File& f, std::byte* buffer) {
    { e.transfer(r, f, buffer) } -> std::same_as<std::int64_t>;
    { e.sync(r, f) } -> std::same_as<std::int64_t>;
};

/// Queues, submits, reaps. queue(): false when the submission queue is full. commit(): number
/// handed over since the last commit, or -errno. reap(): at least `min` unless an error, -errno. A
/// slot whose request is a sync (not data) is queued like any other.
template <class E>
concept AsyncEngine = AnyEngine<E> &&
    requires(E e, Slot& slot, unsigned n, std::span<Completion> out) {
    { e.queue(slot) } -> std::same_as<bool>;
    { e.commit() } -> std::same_as<int>;
    { e.reap(n, out) } -> std::same_as<int>;
};

// Optional, for loops with rates or think time (engine/waiting.h): `wait_until(Ticks)` of an engine
// whose time is its own, and of one that queues `reap_until(Ticks, span<Completion>)`: at least one
// completion before that time, else 0. Of one in real time `reap_for(Nanos, span<Completion>)`,
// which sleeps no longer than so; without it completions are polled for while the next I/O is
// awaited.

/// Optional for every engine: whether EAGAIN is an answer (nowait=1) and no request to come again.
template <class E>
bool again_is_final(const E& engine) {
    if constexpr (requires {
                      { engine.again_is_final() } -> std::same_as<bool>;
                  })
        return engine.again_is_final();
    else
        return false;
}

/// Optional for every engine: what an errno means under the options in force, as " (hint)".
template <class E>
std::string explain(const E& engine, int error) {
    if constexpr (requires {
                      { engine.explain(error) } -> std::same_as<std::string>;
                  })
        return engine.explain(error);
    else
        return {};
}

/// Optional for every engine: throws Error for what the job alone shows to be impossible, so that
/// nothing is started.
template <AnyEngine E>
void check_engine(const Job& job) {
    if constexpr (requires { E::check(job); }) E::check(job);
}

/// Optional for every engine: what it does when the loop is through and the job's time is not.
template <class E>
void finish(E& engine) {
    if constexpr (requires { engine.finish(); }) engine.finish();
}

/// Does its own loop (cpuio).
template <class E>
concept LoopEngine = AnyEngine<E> && requires(E e, Loop& loop) {
    { e.run(loop) } -> std::same_as<LoopOutcome>;
};

// --- run-time face ----------------------------------------------------------------------------

class EngineRunner {
  public:
    virtual ~EngineRunner() = default;
    virtual void open(File& file) = 0;
    virtual int close(File& file) = 0;
    /// Called once when the files are open, before the first run.
    virtual void files_ready() = 0;
    virtual Ticks now() = 0;
    virtual LoopOutcome run(Loop& loop) = 0;
    /// What threads of the engine's own have used since they were ready or the last
    /// forget_helpers_usage(); none is at work when it is called.
    virtual ThreadUsage helpers_usage() { return {}; }
    /// Counts from now on, for the end of the ramp; they may be at work.
    virtual void forget_helpers_usage() {}
};

/// How a job's I/Os pass through an engine.
struct QueueShape {
    unsigned depth = 1;       ///< I/Os in flight at most: one slot for each
    bool synchronous = true;  ///< submission is no step of its own: no slat is shown
};

struct EngineEntry {
    std::string name;
    std::string help;
    EngineTraits traits;
    bool synchronous = true;  ///< whatever the job asks; shape() knows of depth and offloading
    std::vector<OptionRow> options;
    std::unique_ptr<EngineRunner> (*make)(const EngineContext&) = nullptr;
    /// Throws Error for what is wrong with a job for this engine; touches no file.
    void (*check)(const Job&) = nullptr;
    /// For what differs from the rule in shape().
    QueueShape (*own_shape)(const Job&) = nullptr;
    /// The line a worker of this engine prints when it has been set up, as fio's does.
    std::string (*opening_line)(const Job&) = nullptr;

    /// Synchronous engines do one I/O at a time unless they are offloaded.
    [[nodiscard]] QueueShape shape(const Job& job) const;
    /// Whether its calls do the I/O, whoever makes them; null queues when it is deep.
    [[nodiscard]] bool does_io_in_the_call(const Job& job) const;
};

/// All engines built in, sorted by name.
std::span<const EngineEntry> engines();
/// nullptr when there is none of that name.
const EngineEntry* find_engine(std::string_view name);

namespace detail {
bool register_engine(EngineEntry entry);
}

}  // namespace fathom
