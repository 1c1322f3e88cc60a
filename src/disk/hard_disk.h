// A hard disk: requests wait in its queue, one at a time is at the heads, and each is told of when
// it is complete. With refill `after` the drive picks its next request when an access ends, before
// the host sees the completion.
#pragma once

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

#include "disk/device.h"
#include "disk/elevator.h"
#include "disk/mechanics.h"
#include "disk/parameters.h"

namespace fathom::disk {

class HardDisk final : public Device {
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

    void submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write,
                Nanos now) override;
    void before_time_goes_on(Nanos now) override;
    [[nodiscard]] std::optional<Nanos> next_event() const override;
    void advance(Nanos now) override;
    std::optional<std::uint64_t> completed(Nanos now) override;

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
