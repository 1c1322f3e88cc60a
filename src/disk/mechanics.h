// Arm and platters: where the heads are, and what it takes from there to a sector. Time is an
// argument, in nanoseconds; the platters' angle is time modulo a revolution.
#pragma once

#include <cstdint>

#include "base/units.h"
#include "disk/geometry.h"
#include "disk/seek_curve.h"

namespace fathom::disk {

class Mechanics {
  public:
    struct Times {
        Nanos revolution{}, head_switch{}, write_settle{};
    };
    /// To a sector: the arm's or head's move, then the wait until the sector comes by.
    struct Approach {
        Nanos seek{}, rotation{};
        [[nodiscard]] Nanos both() const { return seek + rotation; }
    };
    struct Access {
        Nanos end{};  ///< when the last sector has passed
        Nanos seek{}, rotation{}, transfer{};
        std::uint32_t distance = 0;  ///< cylinders the arm moved to the first sector
    };

    Mechanics(Geometry geometry, SeekCurve curve, const Times& times);

    [[nodiscard]] Approach approach(Nanos now, const Place& place, bool write) const;
    /// Reads or writes `count` sectors, on over track and cylinder ends, and leaves the heads
    /// there.
    Access access(Nanos now, std::uint64_t sector, std::uint64_t count, bool write);
    /// Moves the arm alone; when it is there.
    Nanos move_to(Nanos now, std::uint32_t cylinder);

    [[nodiscard]] const Geometry& geometry() const { return geometry_; }
    [[nodiscard]] const SeekCurve& curve() const { return curve_; }
    [[nodiscard]] const Times& times() const { return times_; }
    [[nodiscard]] std::uint32_t cylinder() const { return cylinder_; }

  private:
    /// When a track's slot begins, in the revolution.
    [[nodiscard]] Nanos angle(std::uint32_t slot, std::uint32_t sectors_per_track) const {
        return Nanos(times_.revolution.count() * slot / sectors_per_track);
    }

    Geometry geometry_;
    SeekCurve curve_;
    Times times_;
    std::uint32_t cylinder_ = 0, head_ = 0;
};

}  // namespace fathom::disk
