// A hard disk in virtual time: requests wait in its queue, one at a time is at the heads, and each
// is told of when it is complete. Who owns the clock asks when the next thing happens.
//
// Order of what happens at one time: the access ends; with refill `after` the drive picks its next
// request at once, before the host sees the completion; then the host is told and may queue more;
// an idle drive picks when the clock is about to go on.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "disk/elevator.h"
#include "disk/mechanics.h"
#include "disk/parameters.h"

namespace fathom::disk {

class HardDisk {
  public:
    /// What the heads have done, in sums.
    struct Totals {
        std::uint64_t accesses = 0;
        Nanos seek{}, rotation{}, transfer{}, busy{};
        double cylinders = 0;  ///< distance moved
    };

    /// Throws std::invalid_argument for parameters of no disk.
    explicit HardDisk(const Parameters& parameters);

    [[nodiscard]] std::uint64_t sectors() const { return mechanics_.geometry().sectors(); }
    [[nodiscard]] const Mechanics& mechanics() const { return mechanics_; }
    [[nodiscard]] const Totals& totals() const { return totals_; }

    /// Queues a request at `now`. It must lie on the disk.
    void submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write, Nanos now);
    /// The clock is about to leave `now`: an idle drive begins with what waits.
    void before_time_goes_on(Nanos now);
    /// When an access ends or a completion is due; empty: nothing is going on.
    [[nodiscard]] std::optional<Nanos> next_event() const;
    /// Lets happen what happens up to `now`, which is at most the next event.
    void advance(Nanos now);
    /// The next request that is complete by `now`, in order.
    std::optional<std::uint64_t> completed(Nanos now);

  private:
    struct Done {
        Nanos at{};
        std::uint64_t id = 0;
    };
    void begin_next(Nanos now);

    Mechanics mechanics_;
    Elevator elevator_;
    Nanos read_overhead_, write_overhead_, completion_;
    std::size_t window_;
    bool refills_after_, knows_overhead_;
    std::vector<Waiting> waiting_;  ///< in order of arrival
    std::optional<Done> at_heads_;
    std::deque<Done> done_;
    Totals totals_;
};

}  // namespace fathom::disk
