#include "disk/write_cache.h"

#include <algorithm>
#include <utility>

namespace fathom::disk {

namespace {
bool within(const Waiting& run, std::uint64_t sector) {
    return sector >= run.sector && sector < run.sector + run.count;
}
}  // namespace

WriteCache::WriteCache(const WriteCacheSettings& settings, std::uint32_t sector_bytes)
    : on_(settings.mode != WriteCaching::off),
      most_runs_(settings.mode == WriteCaching::report ? 1 : settings.entries),
      most_(settings.kib * 1024 / sector_bytes),
      merge_(settings.merge),
      elevator_(settings.destage) {}

std::uint64_t WriteCache::reach(std::uint64_t sector) const {
    if (used_ == 0) return sector;
    for (bool further = true; further;) {
        further = false;
        if (sector >= piece_.sector && sector < piece_.sector + piece_.count) {
            sector = piece_.sector + piece_.count;
            further = true;
        }
        for (const Waiting& run : runs_) {
            if (!within(run, sector)) continue;
            sector = run.sector + run.count;
            further = true;
        }
    }
    return sector;
}

std::vector<Waiting>::iterator WriteCache::before(std::uint64_t sector) {
    if (merge_ == Merge::none) return runs_.end();
    return std::find_if(runs_.begin(), runs_.end(),
                        [&](const Waiting& run) { return run.sector + run.count == sector; });
}

std::vector<Waiting>::iterator WriteCache::behind(std::uint64_t end) {
    if (merge_ != Merge::both) return runs_.end();
    return std::find_if(runs_.begin(), runs_.end(),
                        [&](const Waiting& run) { return run.sector == end; });
}

void WriteCache::carve(std::uint64_t sector, std::uint64_t end, const Geometry& geometry) {
    for (Waiting& run : runs_) {
        if (run.sector < sector || run.sector >= end) continue;
        const std::uint64_t covered = std::min(end - run.sector, run.count);
        used_ -= covered;
        run.sector += covered;
        run.count -= covered;
        if (run.count > 0) run.place = geometry.locate(run.sector);
    }
    std::erase_if(runs_, [](const Waiting& run) { return run.count == 0; });
}

void WriteCache::insert(std::uint64_t sector, std::uint64_t count, Nanos now,
                        const Geometry& geometry) {
    used_ += count;
    const auto front = before(sector);
    const auto back = behind(sector + count);
    if (front != runs_.end()) {
        front->count += count;
        if (back == runs_.end()) return;
        front->count += back->count;
        runs_.erase(back);
    } else if (back != runs_.end()) {
        back->sector = sector;
        back->count += count;
        back->place = geometry.locate(sector);
    } else {
        runs_.push_back({0, sector, count, true, now, geometry.locate(sector)});
    }
}

std::uint64_t WriteCache::take(std::uint64_t sector, std::uint64_t count, Nanos now,
                               const Geometry& geometry) {
    // What waits already is written over where it lies.
    std::uint64_t known = 0;
    for (const Waiting& run : runs_)
        if (within(run, sector)) known = std::min(count, run.sector + run.count - sector);
    sector += known;
    const std::uint64_t room = std::min(count - known, most_ - used_);
    if (room == 0) return known;
    const bool joins = before(sector) != runs_.end() || behind(sector + room) != runs_.end();
    if (!joins && runs_.size() >= most_runs_) return known;
    carve(sector, sector + room, geometry);
    insert(sector, room, now, geometry);
    return known + room;
}

WriteCache::Piece WriteCache::begin_next(const Mechanics& mechanics, Nanos now) {
    const std::size_t index = elevator_.pick(runs_, mechanics, now, now).index;
    Waiting& run = runs_[index];
    piece_ = {run.sector, std::min<std::uint64_t>(run.count, run.place.left)};
    run.sector += piece_.count;
    run.count -= piece_.count;
    if (run.count == 0) {
        runs_.erase(runs_.begin() + static_cast<std::ptrdiff_t>(index));
    } else {
        run.place = mechanics.geometry().locate(run.sector);
    }
    return piece_;
}

void WriteCache::written() {
    used_ -= std::exchange(piece_, {}).count;
}

}  // namespace fathom::disk
