#include "disk/mechanics.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace fathom::disk {

namespace {
constexpr Nanos rounding{-4};
}

Mechanics::Mechanics(Geometry geometry, SeekCurve curve, const Times& times)
    : geometry_(std::move(geometry)), curve_(std::move(curve)), times_(times) {
    if (times_.revolution.count() <= 0) throw std::invalid_argument("a disk turns");
}

Mechanics::Approach Mechanics::approach(Nanos now, const Place& place, bool write) const {
    Approach approach;
    if (place.cylinder != cylinder_) {
        approach.seek = curve_.at(place.cylinder > cylinder_ ? place.cylinder - cylinder_
                                                             : cylinder_ - place.cylinder);
    } else if (place.head != head_) {
        approach.seek = times_.head_switch;
    }
    if (write && approach.seek.count() != 0) approach.seek += times_.write_settle;
    const Nanos under_head = (now + approach.seek) % times_.revolution;
    approach.rotation = angle(place.slot, place.sectors_per_track) - under_head;
    // A sector that begins within the rounding of two angles is met, not missed.
    if (approach.rotation < rounding) {
        approach.rotation += times_.revolution;
    } else if (approach.rotation.count() < 0) {
        approach.rotation = {};
    }
    return approach;
}

Mechanics::Access Mechanics::access(Nanos now, std::uint64_t sector, std::uint64_t count,
                                    bool write) {
    Place place = geometry_.locate(sector);
    const Approach first = approach(now, place, write);
    Access access;
    access.seek = first.seek;
    access.rotation = first.rotation;
    access.distance =
        place.cylinder > cylinder_ ? place.cylinder - cylinder_ : cylinder_ - place.cylinder;
    Nanos time = now + first.both();
    const Nanos begin = time;
    for (;;) {
        cylinder_ = place.cylinder;
        head_ = place.head;
        const auto here = static_cast<std::uint32_t>(std::min<std::uint64_t>(count, place.left));
        // By the angles at both ends: nothing is lost to rounding from sector to sector.
        time += Nanos(times_.revolution.count() * (place.slot + here) / place.sectors_per_track -
                      times_.revolution.count() * place.slot / place.sectors_per_track);
        count -= here;
        sector += here;
        if (count == 0 || sector >= geometry_.sectors()) break;
        place = geometry_.locate(sector);
        // The head has settled to write; a switch on the way needs no more than a read's.
        time += approach(time, place, false).both();
    }
    access.transfer = time - begin;
    access.end = time;
    return access;
}

Nanos Mechanics::move_to(Nanos now, std::uint32_t cylinder) {
    const std::uint32_t distance =
        cylinder > cylinder_ ? cylinder - cylinder_ : cylinder_ - cylinder;
    cylinder_ = cylinder;
    return now + curve_.at(distance);
}

}  // namespace fathom::disk
