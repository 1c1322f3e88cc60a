#include "disk/flash_drive.h"

#include <algorithm>
#include <cmath>

namespace fathom::disk {

namespace {

constexpr std::uint32_t map_entry_bytes = 4;

std::size_t map_pages(const FlashSettings& s) {
    return s.map_cached ? s.map_cache_kib / s.page_kib : 0;
}

FlashSettings checked(const FlashSettings& settings) {
    check_flash(settings);
    return settings;
}

}  // namespace

FlashDrive::FlashDrive(const Parameters& parameters)
    : settings_(checked(parameters.flash)),
      sector_bytes_(parameters.sector),
      pages_(std::uint64_t{settings_.host_pages()} * settings_.all_planes()),
      planes_(settings_.all_planes()),
      units_(settings_.channels * settings_.chips * (settings_.pipelined ? settings_.dies : 1)),
      channels_(settings_.channels),
      map_(map_pages(settings_)),
      room_(settings_.buffer_kib / settings_.page_kib) {}

std::uint32_t FlashDrive::unit_of(std::uint64_t page) const {
    return static_cast<std::uint32_t>(page % units_.size());
}

FlashPlane& FlashDrive::plane_of(std::uint64_t page) {
    const std::uint64_t plane = page % planes_.size();
    auto& place = planes_[plane];
    if (!place) {
        std::uint64_t seed = settings_.seed + plane;
        place = std::make_unique<FlashPlane>(settings_, splitmix64(seed));
    }
    return *place;
}

std::uint64_t FlashDrive::map_page_of(std::uint64_t page) const {
    return page / (settings_.page_bytes() / map_entry_bytes);
}

Nanos FlashDrive::across(std::uint32_t bytes) const {
    return Nanos(
        static_cast<std::int64_t>(bytes * std::uint64_t{1'000'000'000} / settings_.bus_rate));
}

double FlashDrive::write_amplification() const {
    std::uint64_t host = 0, flash = 0;
    for (const auto& plane : planes_) {
        if (!plane) continue;
        host += plane->host_writes();
        flash += plane->flash_writes();
    }
    return host == 0 ? 1 : static_cast<double>(flash) / static_cast<double>(host);
}

// --- what the host asks -------------------------------------------------------------------------

void FlashDrive::submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write,
                        Nanos now) {
    const std::uint64_t at = sector * sector_bytes_, end = at + count * sector_bytes_;
    if (!write) return read(id, at, end, now);
    if (settings_.buffer_kib != 0) {
        entering_.push_back({id, at, end});
        return let_in(now);
    }
    const std::uint64_t page_bytes = settings_.page_bytes();
    parts_[id] = static_cast<std::uint32_t>((end - 1) / page_bytes - at / page_bytes + 1);
    for (std::uint64_t from = at; from < end;) {
        const std::uint64_t to = std::min(end, (from / page_bytes + 1) * page_bytes);
        give({Kind::write, id, from / page_bytes, static_cast<std::uint32_t>(to - from)}, now);
        from = to;
    }
}

void FlashDrive::read(std::uint64_t id, std::uint64_t at, std::uint64_t end, Nanos now) {
    const std::uint64_t page_bytes = settings_.page_bytes();
    const bool goes_on = at == next_read_;
    next_read_ = end;
    if (!goes_on) std::erase_if(ahead_, [](const auto& one) { return one.second.ready; });
    parts_[id] = static_cast<std::uint32_t>((end - 1) / page_bytes - at / page_bytes + 1);
    for (std::uint64_t from = at; from < end;) {
        const std::uint64_t to = std::min(end, (from / page_bytes + 1) * page_bytes);
        read_page(id, from / page_bytes, static_cast<std::uint32_t>(to - from), now);
        from = to;
    }
    if (goes_on && settings_.readahead_kib != 0) read_ahead(end / page_bytes, now);
}

void FlashDrive::read_page(std::uint64_t id, std::uint64_t page, std::uint32_t bytes, Nanos now) {
    ++totals_.pages_read;
    if (buffered_.contains(page)) return part_done(id, now + settings_.command);
    const auto coming = ahead_.find(page);
    if (coming != ahead_.end()) {
        if (!coming->second.ready) {
            coming->second.waiting.push_back(id);
        } else {
            part_done(id, now + settings_.command);
        }
        return;
    }
    if (settings_.map_cached && !map_.use(map_page_of(page))) {
        ++totals_.map_misses;
        // The map lies round the drive as the data do. Its entry tells the chip of the data, which
        // waits for it.
        return give({Kind::map_read, id, page, bytes}, now);
    }
    give({Kind::read, id, page, bytes}, now);
}

void FlashDrive::read_ahead(std::uint64_t from, Nanos now) {
    std::erase_if(ahead_,
                  [&](const auto& one) { return one.second.ready && one.first + 1 < from; });
    const std::uint64_t end =
        std::min(pages_, from + std::max(1U, settings_.readahead_kib / settings_.page_kib));
    for (std::uint64_t page = from; page < end; ++page) {
        if (ahead_.contains(page) || buffered_.contains(page)) continue;
        ahead_[page];
        const auto bytes = static_cast<std::uint32_t>(settings_.page_bytes());
        if (settings_.map_cached) map_.use(map_page_of(page));
        give({Kind::ahead, nobody, page, bytes}, now);
    }
}

bool FlashDrive::discard(std::uint64_t id, std::uint64_t sector, std::uint64_t count, Nanos now) {
    // Pages that are discarded in part stay.
    const std::uint64_t page_bytes = settings_.page_bytes();
    const std::uint64_t first = (sector * sector_bytes_ + page_bytes - 1) / page_bytes;
    const std::uint64_t last = (sector + count) * sector_bytes_ / page_bytes;
    for (std::uint64_t page = first; page < last; ++page) plane_of(page).trim(page_in_plane(page));
    tell(id, now + settings_.command);
    return true;
}

bool FlashDrive::flush(std::uint64_t id, Nanos) {
    if (entering_.empty() && buffered_.empty()) return false;
    flushes_.push_back(id);
    return true;
}

/// Writes into the buffer, in order, as far as there is room. A page that waits there is written
/// over.
void FlashDrive::let_in(Nanos now) {
    const std::uint64_t page_bytes = settings_.page_bytes();
    while (!entering_.empty()) {
        Entering& one = entering_.front();
        while (one.at < one.end) {
            const std::uint64_t page = one.at / page_bytes;
            const std::uint64_t to = std::min(one.end, (page + 1) * page_bytes);
            const auto bytes = static_cast<std::uint32_t>(to - one.at);
            const auto found = buffered_.find(page);
            if (found != buffered_.end() && found->second.waits) {
                found->second.bytes = static_cast<std::uint32_t>(
                    std::min<std::uint64_t>(page_bytes, found->second.bytes + bytes));
            } else {
                if (room_ == 0) return;
                --room_;
                Buffered& entry = buffered_[page];
                ++entry.slots;
                entry.bytes = bytes;
                entry.waits = true;
                give({Kind::write, nobody, page, bytes}, now);
            }
            one.at = to;
        }
        tell(one.id, now + settings_.command);
        entering_.pop_front();
    }
}

// --- what chips and channels do -----------------------------------------------------------------

void FlashDrive::give(const Work& work, Nanos now) {
    const std::uint64_t where = work.kind == Kind::map_read
                                    ? work.page / (settings_.page_bytes() / map_entry_bytes)
                                    : work.page;
    const std::uint32_t unit = unit_of(where);
    units_[unit].waiting.push_back(work);
    begin(unit, now);
}

void FlashDrive::begin(std::uint32_t unit, Nanos now) {
    Unit& one = units_[unit];
    if (one.busy || one.waiting.empty()) return;
    one.busy = true;
    one.now = one.waiting.front();
    one.waiting.pop_front();
    if (one.now.kind == Kind::write && one.now.id == nobody) {
        Buffered& entry = buffered_[one.now.page];
        one.now.bytes = entry.bytes;
        entry.waits = false;
    }
    if (settings_.pipelined && one.now.kind != Kind::write)
        return plan(now + settings_.command + settings_.read, What::sensed, unit);
    channels_[channel_of(unit)].entering.push_back(unit);
    pump(channel_of(unit), now);
}

void FlashDrive::pump(std::uint32_t channel, Nanos now) {
    Channel& one = channels_[channel];
    if (one.busy) return;
    if (!one.leaving.empty()) {
        const std::uint32_t unit = one.leaving.front();
        one.leaving.pop_front();
        one.busy = true;
        plan(now + across(units_[unit].now.bytes), What::sent, unit);
    } else if (!one.entering.empty()) {
        const std::uint32_t unit = one.entering.front();
        one.entering.pop_front();
        one.busy = true;
        const Work& work = units_[unit].now;
        plan(now + settings_.command + (work.kind == Kind::write ? across(work.bytes) : Nanos{}),
             What::told, unit);
    }
}

void FlashDrive::plan(Nanos at, What what, std::uint32_t unit) {
    events_.push({at, number_++, what, unit});
}

void FlashDrive::happens(const Event& event) {
    const std::uint32_t channel = channel_of(event.unit);
    Unit& unit = units_[event.unit];
    switch (event.what) {
        case What::told:
            channels_[channel].busy = false;
            if (unit.now.kind == Kind::write) {
                program(event.unit, event.at);
            } else {
                plan(event.at + settings_.read, What::sensed, event.unit);
            }
            break;
        case What::sensed:
            // An entry of the map is some bytes: it takes the channel no time.
            if (unit.now.kind == Kind::map_read) {
                free_unit(event.unit, event.at);
            } else {
                channels_[channel].leaving.push_back(event.unit);
            }
            break;
        case What::sent:
            channels_[channel].busy = false;
            free_unit(event.unit, event.at);
            break;
        case What::programmed:
            free_unit(event.unit, event.at);
            break;
    }
    pump(channel, event.at);
}

/// A page goes into its plane, which may have to make room first. A part of a page needs the rest
/// of it read.
void FlashDrive::program(std::uint32_t unit, Nanos now) {
    const Work& work = units_[unit].now;
    FlashPlane& plane = plane_of(work.page);
    Nanos takes = settings_.program;
    const bool in_part = work.bytes < settings_.page_bytes();
    if (in_part && plane.holds(page_in_plane(work.page))) takes += settings_.read;
    const FlashPlane::Collected collected = plane.write(page_in_plane(work.page));
    takes += Nanos((settings_.read + settings_.program).count() * collected.moved +
                   settings_.erase.count() * collected.erased);
    totals_.erases += collected.erased;
    plan(now + takes, What::programmed, unit);
}

void FlashDrive::free_unit(std::uint32_t unit, Nanos now) {
    const Work work = units_[unit].now;
    units_[unit].busy = false;
    page_done(work, now);
    begin(unit, now);
}

void FlashDrive::page_done(const Work& work, Nanos now) {
    switch (work.kind) {
        case Kind::map_read:
            return give({Kind::read, work.id, work.page, work.bytes}, now);
        case Kind::read:
            return part_done(work.id, now);
        case Kind::ahead: {
            Ahead& page = ahead_[work.page];
            page.ready = true;
            for (const std::uint64_t id : page.waiting) part_done(id, now);
            page.waiting.clear();
            return;
        }
        case Kind::write:
            break;
    }
    if (work.id != nobody) return part_done(work.id, now);
    const auto entry = buffered_.find(work.page);
    if (--entry->second.slots == 0) buffered_.erase(entry);
    ++room_;
    let_in(now);
    if (!buffered_.empty() || !entering_.empty()) return;
    for (const std::uint64_t id : flushes_) tell(id, now);
    flushes_.clear();
}

void FlashDrive::part_done(std::uint64_t id, Nanos now) {
    const auto parts = parts_.find(id);
    if (--parts->second != 0) return;
    parts_.erase(parts);
    tell(id, now);
}

std::optional<Nanos> FlashDrive::next_event() const {
    if (events_.empty() && done_.empty()) return std::nullopt;
    if (events_.empty()) return done_.top().at;
    if (done_.empty()) return events_.top().at;
    return std::min(events_.top().at, done_.top().at);
}

void FlashDrive::advance(Nanos now) {
    while (!events_.empty() && events_.top().at <= now) {
        const Event event = events_.top();
        events_.pop();
        happens(event);
    }
}

std::optional<std::uint64_t> FlashDrive::completed(Nanos now) {
    if (done_.empty() || done_.top().at > now) return std::nullopt;
    const std::uint64_t id = done_.top().id;
    done_.pop();
    return id;
}

}  // namespace fathom::disk
