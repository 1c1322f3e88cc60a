// The part of a drive's memory that keeps what was read: as segments of consecutive sectors, as
// whole tracks, or as blocks. Which sectors it holds is all that is known; there are no data.
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "disk/geometry.h"

namespace fathom::disk {

enum class ReadCaching : std::uint8_t { off, segments, track, lru };

struct ReadCacheSettings {
    ReadCaching kind = ReadCaching::off;
    std::uint32_t segments = 1;     ///< segments, tracks or blocks
    std::uint32_t segment_kib = 0;  ///< of each; tracks are as long as they are
    bool warm = false;
    Nanos hit{};
};

class ReadCache {
  public:
    ReadCache(const ReadCacheSettings& settings, std::uint32_t sector_bytes,
              const Geometry& geometry);

    [[nodiscard]] bool on() const { return kind_ != ReadCaching::off; }
    /// The first sector from this one on that it does not hold.
    [[nodiscard]] std::uint64_t reach(std::uint64_t sector) const;
    /// Sectors `begin` up to `end` were read. What was used longest ago makes room.
    void keep(std::uint64_t begin, std::uint64_t end);
    /// They were asked for again.
    void touch(std::uint64_t begin, std::uint64_t end);

  private:
    struct Range {
        std::uint64_t begin = 0, end = 0;
    };
    struct Segment {
        Range unit;                 ///< the track or block
        std::vector<Range> ranges;  ///< held, apart from one another and in order
        std::uint64_t used = 0;
    };

    [[nodiscard]] Range unit_of(std::uint64_t sector) const;
    Segment& fresh();
    void keep_in_segments(Range range);
    void keep_in_units(Range range);
    void fill(std::uint64_t sectors);

    ReadCaching kind_;
    std::size_t most_;
    std::uint64_t length_;  ///< sectors of a segment or block
    const Geometry& geometry_;
    std::vector<Segment> segments_;
    std::uint64_t uses_ = 0;
};

}  // namespace fathom::disk
