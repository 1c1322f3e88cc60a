// What one worker measures while it runs: counters, latencies and window samples per direction.
// Written by the hot loop of one thread; read by others only after the thread has ended.
// The live figures others may read meanwhile are in Progress.
#pragma once

#include <array>
#include <atomic>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

#include "base/clock.h"
#include "base/direction.h"
#include "base/units.h"
#include "measure/latency.h"
#include "measure/samples.h"
#include "measure/series.h"

namespace fathom {

/// Which kinds of latency a worker keeps (disable_*, gtod_reduce, engine kind decide).
struct RecorderSetup {
    bool slat = true;
    bool clat = true;
    bool lat = true;
    bool slat_histogram = false;
    bool clat_histogram = true;
    bool lat_histogram = false;
    bool windows = true;      ///< bw and iops samples
    bool series = false;      ///< figures second by second
    bool paced = false;       ///< I/Os have a time they are due
    std::uint32_t cycle = 0;  ///< I/Os that are timed together; 0: none are
    PerDirection<bool> active = PerDirection<bool>::all(true);
    /// I/O priorities whose latencies are kept apart, the thread's own first; empty: they are not.
    PerDirection<std::vector<std::uint16_t>> priorities;
    bool priorities_by_lat = false;  ///< of the whole latency instead of completion's
};

/// The latency of the I/Os of one priority.
struct PriorityLatency {
    std::uint16_t priority = 0;
    Latency latency;
    bool operator==(const PriorityLatency&) const = default;
};

struct DirectionRecord {
    std::uint64_t ios = 0;
    std::uint64_t bytes = 0;
    std::uint64_t short_ios = 0;
    std::uint64_t dropped_ios = 0;
    Latency slat, clat, lat;
    Latency intended;  ///< from when its rate had an I/O due until it was complete
    Latency lateness;  ///< from when it was due until it was issued
    std::vector<PriorityLatency> priorities;  ///< empty where all I/Os have the same
    Samples bw;                               ///< KiB/s per window
    Samples iops;                             ///< I/Os per second per window
    Series series;                            ///< empty unless asked for
    // Counters at the end of the last window.
    std::uint64_t window_ios = 0;
    std::uint64_t window_bytes = 0;

    bool operator==(const DirectionRecord&) const = default;
};

/// Seven classes as fio's: 1, 2, 4, 8, 16, 32, >= 64 (depth) or 0, 4, 8, 16, 32, 64, >= 64
/// (batches).
using DepthCounts = std::array<std::uint64_t, 7>;

constexpr std::size_t depth_class(unsigned depth) {
    const auto c = static_cast<std::size_t>(std::bit_width(depth > 0 ? depth : 1U)) - 1;
    return c < 6 ? c : 6;
}
constexpr std::size_t batch_class(unsigned n) {
    if (n == 0) return 0;
    if (n <= 4) return 1;
    if (n <= 8) return 2;
    if (n <= 16) return 3;
    if (n <= 32) return 4;
    return n <= 64 ? 5 : 6;
}

/// A data transfer that a loop has done, before it is counted.
struct Transfer {
    Ticks took = 0;    ///< from issue to completion
    Ticks waited = 0;  ///< from being taken to issue; synchronous engines: 0
    std::uint32_t bytes = 0;
    Direction direction = Direction::read;
    std::uint16_t priority = 0;  ///< 0: the thread's own
};

/// Which times of a Transfer are set: those of a synchronous engine have no waiting.
enum class TransferTimes : std::uint8_t { none, completion, all };

struct Recorder {
    explicit Recorder(const RecorderSetup& setup);

    RecorderSetup setup;
    PerDirection<DirectionRecord> directions;
    Latency sync_latency;       ///< fsync, fdatasync, sync_file_range
    Latency cycles;             ///< from the end of a cycle of I/Os to the end of the next
    DepthCounts depths{};       ///< I/Os by queue depth when submitted
    DepthCounts submits{};      ///< submissions by size
    DepthCounts completions{};  ///< completions by size
    std::uint64_t sync_ios = 0;

    /// Counts up to `transfer_batch` transfers: I/Os, bytes and the latencies that `times`
    /// says are there.
    /// Counting a batch at once costs a fraction of counting each I/O in the loop.
    void add(std::span<const Transfer> transfers, const Clock& clock, TransferTimes times);
    static constexpr std::size_t transfer_batch = 64;

    /// Another I/O that ends `took` after the one before it: the last of a cycle counts the cycle.
    void add_to_cycle(Ticks took, const Clock& clock) {
        cycle_took_ += took;
        if (++cycle_ios_ < setup.cycle) return;
        cycles.add(clock.to_nanos(cycle_took_));
        cycle_took_ = 0;
        cycle_ios_ = 0;
    }

    /// Forgets what was measured (the end of the ramp).
    void clear();
    /// Ends a window of the given length: a sample for each direction that moved anything in it.
    void end_bw_window(Nanos length);
    void end_iops_window(Nanos length);
    /// Ends an interval of the series of every active direction.
    void end_series_interval(Nanos length);

  private:
    void add_by_priority(std::span<const Transfer> transfers, const Clock& clock);

    bool by_priority_ = false;
    Ticks cycle_took_ = 0;         ///< of the cycle that goes on
    std::uint32_t cycle_ios_ = 0;  ///< of it that are done
};

/// Live figures of one worker, for the status line. Stored by the worker now and then, relaxed.
struct Progress {
    std::array<std::atomic<std::uint64_t>, direction_count> ios{};
    std::array<std::atomic<std::uint64_t>, direction_count> bytes{};
};

}  // namespace fathom
