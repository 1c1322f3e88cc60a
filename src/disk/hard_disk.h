// A hard disk: requests wait in its queue, one at a time is at the heads, and each is told of when
// it is complete. What its caches can answer never waits for the heads; what the heads do unasked
// (reading ahead, writing back) is done when no request needs them.
//
// With refill `after` the drive picks its next request when an access ends, before the host sees
// the completion. Work of its own begins only when the clock goes on, so at one time the host comes
// first. Who is first at the heads: a request; writing back where a write or a flush has waited for
// it longer than any request; reading ahead; writing back.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "disk/bus.h"
#include "disk/device.h"
#include "disk/elevator.h"
#include "disk/mechanics.h"
#include "disk/parameters.h"
#include "disk/read_ahead.h"
#include "disk/read_cache.h"
#include "disk/write_cache.h"

namespace fathom::disk {

class HardDisk final : public Device {
  public:
    /// What the heads have done for requests and in writing back, in sums; and what they have not.
    struct Totals {
        std::uint64_t accesses = 0;
        Nanos seek{}, rotation{}, transfer{}, busy{};
        double cylinders = 0;            ///< distance moved
        std::uint64_t hits = 0;          ///< reads answered from memory
        std::uint64_t written_back = 0;  ///< accesses to empty the write cache
        std::uint64_t read_ahead = 0;    ///< sectors
    };

    /// Throws std::invalid_argument for parameters of no disk.
    explicit HardDisk(const Parameters& parameters);

    [[nodiscard]] std::uint64_t sectors() const { return mechanics_.geometry().sectors(); }
    [[nodiscard]] const Mechanics& mechanics() const { return mechanics_; }
    [[nodiscard]] const Totals& totals() const { return totals_; }

    void submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write,
                Nanos now) override;
    bool flush(std::uint64_t id, Nanos now) override;
    void before_time_goes_on(Nanos now) override;
    [[nodiscard]] std::optional<Nanos> next_event() const override;
    void advance(Nanos now) override;
    std::optional<std::uint64_t> completed(Nanos now) override;

  private:
    enum class Kind : std::uint8_t { request, readahead, write_back };
    /// What the heads are at.
    struct Work {
        Kind kind = Kind::request;
        bool write = false;
        std::uint64_t id = 0, sector = 0, count = 0;
        Nanos arrived{};  ///< at the track
        Nanos begin{};    ///< the first sector comes by
        Nanos end{};
        std::uint64_t swept = 0;  ///< sectors of the track that passed before `begin`
        std::uint32_t slot = 0, per_track = 1;
    };
    struct Done {
        Nanos at{};
        std::uint64_t id = 0;
    };
    /// A write on its way into the write cache, or a flush (of no sectors).
    struct Entering {
        std::uint64_t id = 0, sector = 0, left = 0, bytes = 0;
        Nanos arrival{};
    };

    [[nodiscard]] bool caches() const { return read_cache_.on() || write_cache_.on(); }
    [[nodiscard]] std::uint64_t reach(std::uint64_t sector, std::uint64_t end) const;
    [[nodiscard]] Nanos passes(const Work& work, std::uint64_t count) const;
    [[nodiscard]] bool is_coming(const Waiting& one) const;
    [[nodiscard]] bool heads_are_wanted() const;
    void tell(std::uint64_t id, Nanos at);
    bool answer(const Waiting& read, Nanos now, bool heads_wanted);
    void answer_waiting(Nanos now);
    void let_in(Nanos now);

    void begin_work(Nanos now);
    void begin_next(Nanos now);
    void begin_readahead(Nanos now);
    void begin_write_back(Nanos now);
    void count(const Mechanics::Access& access, Nanos begun);
    Nanos cut_short(Nanos now);
    void ended(const Work& work);
    void keep(const Work& work);

    Mechanics mechanics_;
    Elevator elevator_;
    Bus bus_;
    ReadCache read_cache_;
    ReadAhead readahead_;
    WriteCache write_cache_;
    Nanos read_overhead_, write_overhead_, completion_, hit_overhead_, read_hit_, idle_;
    double watermark_;
    std::uint32_t sector_bytes_;
    std::size_t window_;
    bool refills_after_, knows_overhead_, read_on_arrival_, preempts_;
    std::vector<Waiting> waiting_;   ///< for the heads, in order of arrival
    std::deque<Entering> entering_;  ///< likewise
    std::optional<Work> at_heads_;
    std::deque<Done> done_;  ///< in order of time
    Nanos promised_{};       ///< reading ahead is not cut short before
    Nanos last_arrival_{}, now_{};
    Totals totals_;
};

}  // namespace fathom::disk
