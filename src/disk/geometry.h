// Where a sector lies on a disk: zones of cylinders with equally many sectors per track, skewed so
// that a sequential transfer meets its next track in time. Integers only, times in nanoseconds.
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"

namespace fathom::disk {

struct Zone {
    std::uint32_t first_cylinder = 0, last_cylinder = 0;
    std::uint32_t sectors_per_track = 0;
    std::uint32_t track_skew = 0;     ///< sectors, from one head to the next
    std::uint32_t cylinder_skew = 0;  ///< sectors, from the last head to the next cylinder's first
    bool operator==(const Zone&) const = default;
};

/// How tracks follow one another: all heads of a cylinder, or bands of one surface to and fro.
enum class Layout : std::uint8_t { cylinder, serpentine };

/// A sector's place.
struct Place {
    std::uint32_t cylinder = 0, head = 0;
    std::uint32_t slot = 0;               ///< position round the track, in sectors
    std::uint32_t sectors_per_track = 1;  ///< of this zone
    std::uint32_t left = 0;               ///< sectors up to the end of the track, its own included
};

class Geometry {
  public:
    /// Zones in order, without overlap. Throws std::invalid_argument for what is no disk.
    Geometry(std::uint32_t heads, std::vector<Zone> zones, Layout layout = Layout::cylinder,
             std::uint32_t band_tracks = 64);

    [[nodiscard]] Place locate(std::uint64_t sector) const;
    [[nodiscard]] std::uint64_t sectors() const { return starts_.back(); }
    [[nodiscard]] std::uint32_t cylinders() const {
        return zones_.back().last_cylinder - zones_.front().first_cylinder + 1;
    }
    [[nodiscard]] std::uint32_t heads() const { return heads_; }
    [[nodiscard]] const std::vector<Zone>& zones() const { return zones_; }
    /// The first sector of a zone.
    [[nodiscard]] std::uint64_t zone_start(std::size_t zone) const { return starts_[zone]; }

  private:
    std::uint32_t heads_;
    std::vector<Zone> zones_;
    std::vector<std::uint64_t> starts_;  ///< first sector of each zone, then the end
    Layout layout_;
    std::uint32_t band_;
};

}  // namespace fathom::disk
