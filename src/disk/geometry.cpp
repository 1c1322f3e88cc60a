#include "disk/geometry.h"

#include <algorithm>
#include <stdexcept>
#include <utility>

namespace fathom::disk {

Geometry::Geometry(std::uint32_t heads, std::vector<Zone> zones, Layout layout,
                   std::uint32_t band_tracks)
    : heads_(heads), zones_(std::move(zones)), layout_(layout), band_(band_tracks) {
    if (heads_ == 0 || zones_.empty() || band_ == 0)
        throw std::invalid_argument("a disk has heads and zones");
    std::uint64_t start = 0;
    for (std::size_t i = 0; i < zones_.size(); ++i) {
        const Zone& zone = zones_[i];
        if (zone.sectors_per_track == 0 || zone.last_cylinder < zone.first_cylinder ||
            (i > 0 && zone.first_cylinder <= zones_[i - 1].last_cylinder))
            throw std::invalid_argument("zones follow one another and have sectors");
        starts_.push_back(start);
        start += std::uint64_t{zone.last_cylinder - zone.first_cylinder + 1} * heads_ *
                 zone.sectors_per_track;
    }
    starts_.push_back(start);
}

Place Geometry::locate(std::uint64_t sector) const {
    const auto after = std::upper_bound(starts_.begin(), starts_.end() - 1, sector);
    const auto index = static_cast<std::size_t>(after - starts_.begin()) - 1;
    const Zone& zone = zones_[index];
    const std::uint64_t within = sector - starts_[index];
    const std::uint64_t track = within / zone.sectors_per_track;
    const std::uint64_t on_track = within % zone.sectors_per_track;
    Place place;
    place.sectors_per_track = zone.sectors_per_track;
    place.left = zone.sectors_per_track - static_cast<std::uint32_t>(on_track);
    std::uint64_t skew = 0;
    if (layout_ == Layout::cylinder) {
        const std::uint64_t cylinder = track / heads_;
        const std::uint64_t head = track % heads_;
        place.cylinder = zone.first_cylinder + static_cast<std::uint32_t>(cylinder);
        place.head = static_cast<std::uint32_t>(head);
        skew = cylinder * (std::uint64_t{zone.track_skew} * (heads_ - 1) + zone.cylinder_skew) +
               head * zone.track_skew;
    } else {
        // A band of tracks inward on one surface, back outward on the next.
        const std::uint64_t per_band = std::uint64_t{band_} * heads_;
        const std::uint64_t band = track / per_band;
        const std::uint64_t head = track % per_band / band_;
        const std::uint64_t step = track % band_;
        const std::uint64_t across = head % 2 == 0 ? step : band_ - 1 - step;
        place.cylinder =
            std::min(zone.first_cylinder + static_cast<std::uint32_t>(band * band_ + across),
                     zone.last_cylinder);
        place.head = static_cast<std::uint32_t>(head);
        skew = track * zone.cylinder_skew;
    }
    place.slot = static_cast<std::uint32_t>((on_track + skew) % zone.sectors_per_track);
    return place;
}

}  // namespace fathom::disk
