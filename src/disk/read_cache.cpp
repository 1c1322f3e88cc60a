#include "disk/read_cache.h"

#include <algorithm>

namespace fathom::disk {

ReadCache::ReadCache(const ReadCacheSettings& settings, std::uint32_t sector_bytes,
                     const Geometry& geometry)
    : kind_(settings.kind),
      most_(settings.segments),
      length_(std::uint64_t{settings.segment_kib} * 1024 / sector_bytes),
      geometry_(geometry) {
    if (settings.warm && on()) fill(geometry.sectors());
}

/// As after a read of the disk from its beginning, until all is full.
void ReadCache::fill(std::uint64_t sectors) {
    for (std::uint64_t at = 0; at < sectors && segments_.size() < most_;) {
        const std::uint64_t end =
            std::min(kind_ == ReadCaching::track ? unit_of(at).end : at + length_, sectors);
        Segment& segment = fresh();
        segment.unit = {at, end};
        segment.ranges = {{at, end}};
        at = end;
    }
}

std::uint64_t ReadCache::reach(std::uint64_t sector) const {
    for (bool further = true; further;) {
        further = false;
        for (const Segment& segment : segments_) {
            for (const Range& range : segment.ranges) {
                if (sector < range.begin || sector >= range.end) continue;
                sector = range.end;
                further = true;
            }
        }
    }
    return sector;
}

void ReadCache::touch(std::uint64_t begin, std::uint64_t end) {
    ++uses_;
    for (Segment& segment : segments_) {
        for (const Range& range : segment.ranges)
            if (begin < range.end && range.begin < end) segment.used = uses_;
    }
}

void ReadCache::keep(std::uint64_t begin, std::uint64_t end) {
    if (!on() || begin >= end) return;
    if (kind_ == ReadCaching::segments) return keep_in_segments({begin, end});
    while (begin < end) {
        const std::uint64_t here = std::min(unit_of(begin).end, end);
        keep_in_units({begin, here});
        begin = here;
    }
}

ReadCache::Range ReadCache::unit_of(std::uint64_t sector) const {
    if (kind_ == ReadCaching::track) {
        const Place place = geometry_.locate(sector);
        const std::uint64_t end = sector + place.left;
        return {end - place.sectors_per_track, end};
    }
    return {sector / length_ * length_, sector / length_ * length_ + length_};
}

/// An empty one: new, or the one used longest ago.
ReadCache::Segment& ReadCache::fresh() {
    if (segments_.size() < most_) {
        segments_.emplace_back();
    } else {
        const auto oldest =
            std::min_element(segments_.begin(), segments_.end(),
                             [](const Segment& a, const Segment& b) { return a.used < b.used; });
        std::swap(*oldest, segments_.back());
        segments_.back().ranges.clear();
    }
    segments_.back().used = ++uses_;
    return segments_.back();
}

void ReadCache::keep_in_segments(Range range) {
    const auto goes_on = std::find_if(segments_.begin(), segments_.end(), [&](const Segment& one) {
        return one.ranges[0].begin <= range.begin && range.begin <= one.ranges[0].end;
    });
    const bool is_new = goes_on == segments_.end();
    Segment& segment = is_new ? fresh() : *goes_on;
    if (is_new) {
        segment.ranges = {range};
    } else {
        segment.ranges[0].end = std::max(segment.ranges[0].end, range.end);
        segment.used = ++uses_;
    }
    // A segment is a ring: what came last stays.
    Range& held = segment.ranges[0];
    if (held.end - held.begin > length_) held.begin = held.end - length_;
}

void ReadCache::keep_in_units(Range range) {
    const Range unit = unit_of(range.begin);
    const auto known = std::find_if(segments_.begin(), segments_.end(), [&](const Segment& one) {
        return one.unit.begin == unit.begin && !one.ranges.empty();
    });
    if (known == segments_.end()) {
        Segment& segment = fresh();
        segment.unit = unit;
        segment.ranges = {range};
        return;
    }
    known->used = ++uses_;
    auto& ranges = known->ranges;
    const auto first = std::find_if(ranges.begin(), ranges.end(),
                                    [&](const Range& one) { return one.end >= range.begin; });
    auto last = first;
    for (; last != ranges.end() && last->begin <= range.end; ++last) {
        range.begin = std::min(range.begin, last->begin);
        range.end = std::max(range.end, last->end);
    }
    ranges.insert(ranges.erase(first, last), range);
}

}  // namespace fathom::disk
