// What a simulated drive is to its host, in virtual time. Who owns the clock asks when the next
// thing happens.
//
// Order of what happens at one time: advance() lets it happen; then the host takes what is
// completed and may queue more; then, when the clock is about to go on, before_time_goes_on().
#pragma once

#include <cstdint>
#include <memory>
#include <optional>

#include "base/units.h"
#include "disk/parameters.h"

namespace fathom::disk {

class Device {
  public:
    Device() = default;
    virtual ~Device() = default;
    Device(const Device&) = delete;
    Device& operator=(const Device&) = delete;

    /// Queues a request at `now`. It must lie on the disk.
    virtual void submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write,
                        Nanos now) = 0;
    /// Queues a flush: complete when all written before it is on the medium. False: all of it is,
    /// and completed() will not tell of it.
    virtual bool flush(std::uint64_t /*id*/, Nanos /*now*/) { return false; }
    /// What the sectors hold is not wanted any more. False: the drive knows no such thing.
    virtual bool discard(std::uint64_t /*id*/, std::uint64_t /*sector*/, std::uint64_t /*count*/,
                         Nanos /*now*/) {
        return false;
    }
    /// The clock is about to leave `now`: an idle drive begins with what waits.
    virtual void before_time_goes_on(Nanos now) = 0;
    /// When something ends or is due; empty: nothing is going on.
    [[nodiscard]] virtual std::optional<Nanos> next_event() const = 0;
    /// Lets happen what happens up to `now`, which is at most the next event.
    virtual void advance(Nanos now) = 0;
    /// The next request that is complete by `now`, in order.
    virtual std::optional<std::uint64_t> completed(Nanos now) = 0;
};

/// Throws std::invalid_argument for a disk that cannot be.
std::unique_ptr<Device> make_device(const Parameters& parameters);
/// Likewise.
std::uint64_t capacity_bytes(const Parameters& parameters);

}  // namespace fathom::disk
