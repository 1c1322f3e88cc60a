#include "disk/hard_disk.h"

#include <algorithm>
#include <span>

#include "disk/mechanics_of.h"

namespace fathom::disk {

HardDisk::HardDisk(const Parameters& parameters)
    : mechanics_(mechanics_of(parameters)),
      elevator_(parameters.policy, parameters.age_weight),
      bus_(parameters.bus_rate),
      read_cache_(parameters.read_cache, parameters.sector, mechanics_.geometry()),
      readahead_(parameters.readahead, parameters.sector, mechanics_.geometry().sectors()),
      write_cache_(parameters.write_cache, parameters.sector),
      read_overhead_(parameters.read_overhead),
      write_overhead_(parameters.write_overhead),
      completion_(parameters.completion),
      hit_overhead_(parameters.hit_overhead),
      read_hit_(parameters.read_cache.hit),
      idle_(parameters.write_cache.idle),
      watermark_(parameters.watermark),
      sector_bytes_(parameters.sector),
      window_(parameters.depth),
      refills_after_(parameters.refills_after),
      knows_overhead_(parameters.knows_overhead),
      read_on_arrival_(parameters.read_on_arrival),
      preempts_(parameters.readahead.preempt) {}

// --- what the host asks -------------------------------------------------------------------------

void HardDisk::submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write,
                      Nanos now) {
    last_arrival_ = now;
    if (write && write_cache_.on()) {
        entering_.push_back({id, sector, count, count * sector_bytes_, now});
        return let_in(now);
    }
    Waiting one{id, sector, count, write, now, mechanics_.geometry().locate(sector)};
    if (write) one.data_here = bus_.carry(now, count * sector_bytes_);
    if (!write && caches() && answer(one, now, heads_are_wanted())) return;
    waiting_.push_back(one);
}

bool HardDisk::flush(std::uint64_t id, Nanos now) {
    if (entering_.empty() && write_cache_.clean()) return false;
    entering_.push_back({id, 0, 0, 0, now});
    return true;
}

/// Writes into the write cache, in order, as far as there is room; flushes, when it is clean.
void HardDisk::let_in(Nanos now) {
    while (!entering_.empty()) {
        Entering& one = entering_.front();
        if (one.bytes == 0) {
            if (!write_cache_.clean()) return;
            tell(one.id, now);
        } else {
            const std::uint64_t taken =
                write_cache_.take(one.sector, one.left, now, mechanics_.geometry());
            one.sector += taken;
            one.left -= taken;
            if (one.left > 0) return;
            tell(one.id, bus_.carry(std::max(now, one.arrival + hit_overhead_), one.bytes));
        }
        entering_.pop_front();
    }
}

/// The first sector from this one on that no cache holds, up to `end`.
std::uint64_t HardDisk::reach(std::uint64_t sector, std::uint64_t end) const {
    for (std::uint64_t before = end; sector < end && sector != before;) {
        before = sector;
        sector = write_cache_.reach(read_cache_.reach(sector));
    }
    return std::min(sector, end);
}

/// Tells of a read as done if memory holds it, or all that is missing of it is passing under the
/// heads.
bool HardDisk::answer(const Waiting& read, Nanos now, bool heads_wanted) {
    const std::uint64_t end = read.sector + read.count;
    const std::uint64_t missing = reach(read.sector, end);
    Nanos ready = now + hit_overhead_ + read_hit_;
    if (missing < end) {
        const bool passing = at_heads_ && at_heads_->kind == Kind::readahead &&
                             at_heads_->sector <= missing &&
                             end <= at_heads_->sector + at_heads_->count;
        if (!passing) return false;
        const Nanos last = passes(*at_heads_, end - at_heads_->sector);
        promised_ = std::max(promised_, last);
        ready = std::max(ready, last);
    }
    ++totals_.hits;
    read_cache_.touch(read.sector, end);
    readahead_.hit(read.sector, end, !heads_wanted);
    tell(read.id, bus_.carry(ready, read.count * sector_bytes_));
    return true;
}

void HardDisk::answer_waiting(Nanos now) {
    if (!caches() || waiting_.empty()) return;
    const bool wanted = heads_are_wanted();
    std::erase_if(waiting_,
                  [&](const Waiting& one) { return !one.write && answer(one, now, wanted); });
}

void HardDisk::tell(std::uint64_t id, Nanos at) {
    auto place = done_.end();
    while (place != done_.begin() && std::prev(place)->at > at) --place;
    done_.insert(place, {at, id});
}

std::optional<std::uint64_t> HardDisk::completed(Nanos now) {
    if (done_.empty() || done_.front().at > now) return std::nullopt;
    const std::uint64_t id = done_.front().id;
    done_.pop_front();
    return id;
}

// --- what the heads do --------------------------------------------------------------------------

/// A read that the heads come to if they read on.
bool HardDisk::is_coming(const Waiting& one) const {
    if (one.write || !readahead_.wants()) return false;
    return readahead_.leads_to(reach(one.sector, one.sector + one.count), one.count);
}

bool HardDisk::heads_are_wanted() const {
    return !entering_.empty() ||
           std::any_of(waiting_.begin(), waiting_.end(),
                       [this](const Waiting& one) { return !is_coming(one); });
}

void HardDisk::before_time_goes_on(Nanos now) {
    now_ = now;
    // With refill `before` the host hears of the last one first, and may queue another.
    if (!refills_after_ && !done_.empty()) return;
    Nanos free = now;
    if (at_heads_) {
        if (at_heads_->kind != Kind::readahead || !preempts_ || !heads_are_wanted()) return;
        free = cut_short(now);
    }
    begin_work(free);
}

void HardDisk::begin_work(Nanos now) {
    if (readahead_.wants()) {
        const bool wanted = heads_are_wanted();
        if (!wanted) {
            for (const Waiting& one : waiting_) readahead_.extend(one.sector + one.count);
        }
        if (!wanted || !preempts_) return begin_readahead(now);
    }
    const bool must_write = !entering_.empty() && write_cache_.dirty();
    const bool may_write = write_cache_.dirty() && now >= last_arrival_ + idle_;
    if (!waiting_.empty() &&
        !(must_write && entering_.front().arrival < waiting_.front().arrival)) {
        begin_next(now);
    } else if (must_write || may_write) {
        begin_write_back(now);
    }
}

void HardDisk::begin_next(Nanos now) {
    const std::span<const Waiting> seen =
        std::span(waiting_).first(std::min(window_, waiting_.size()));
    const Nanos overhead = seen.front().write ? write_overhead_ : read_overhead_;
    const Elevator::Choice choice =
        elevator_.pick(seen, mechanics_, knows_overhead_ ? now + overhead : now, now);
    Waiting one = waiting_[choice.index];
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(choice.index));
    Nanos start = now + (one.write ? write_overhead_ : read_overhead_);
    if (one.write) start = std::max(start, one.data_here);
    for (unsigned i = 0; i < choice.stops; ++i)
        start = mechanics_.move_to(start, choice.by_way_of[i]);
    // What memory holds of its beginning need not be read.
    std::uint64_t first = one.sector;
    if (!one.write && caches()) {
        first = reach(one.sector, one.sector + one.count);
        if (first != one.sector) one.place = mechanics_.geometry().locate(first);
    }
    Work work;
    work.write = one.write;
    work.id = one.id;
    work.sector = one.sector;
    work.count = one.count;
    const Mechanics::Access access =
        mechanics_.access(start, first, one.sector + one.count - first, one.write);
    work.begin = start + access.seek + access.rotation;
    work.end = access.end;
    if (read_on_arrival_ && !one.write && first == one.sector) {
        work.swept = static_cast<std::uint64_t>(access.rotation.count()) *
                     one.place.sectors_per_track /
                     static_cast<std::uint64_t>(mechanics_.times().revolution.count());
    }
    at_heads_ = work;
    count(access, now);
}

/// One track's part, so that what waits is never far.
void HardDisk::begin_readahead(Nanos now) {
    const Place place = mechanics_.geometry().locate(readahead_.next());
    Work work;
    work.kind = Kind::readahead;
    work.sector = readahead_.next();
    work.count = std::min<std::uint64_t>(readahead_.left(), place.left);
    work.slot = place.slot;
    work.per_track = place.sectors_per_track;
    const Mechanics::Access access = mechanics_.access(now, work.sector, work.count, false);
    work.arrived = now + access.seek;
    work.begin = work.arrived + access.rotation;
    work.end = access.end;
    at_heads_ = work;
    answer_waiting(now);
}

void HardDisk::begin_write_back(Nanos now) {
    const WriteCache::Piece piece = write_cache_.begin_next(mechanics_, now);
    const Mechanics::Access access = mechanics_.access(now, piece.sector, piece.count, true);
    Work work;
    work.kind = Kind::write_back;
    work.end = access.end;
    at_heads_ = work;
    ++totals_.written_back;
    count(access, now);
    // A run may have left.
    let_in(now);
}

void HardDisk::count(const Mechanics::Access& access, Nanos begun) {
    ++totals_.accesses;
    totals_.seek += access.seek;
    totals_.rotation += access.rotation;
    totals_.transfer += access.transfer;
    totals_.busy += access.end - begun;
    totals_.cylinders += access.distance;
}

/// When the first `count` sectors of work on one track have passed.
Nanos HardDisk::passes(const Work& work, std::uint64_t count) const {
    const std::int64_t revolution = mechanics_.times().revolution.count();
    const auto upto = static_cast<std::int64_t>(work.slot + count);
    return work.begin +
           Nanos(revolution * upto / work.per_track - revolution * work.slot / work.per_track);
}

/// The heads leave what they read ahead, on a track and when what was promised has passed; then.
Nanos HardDisk::cut_short(Nanos now) {
    Work work = *at_heads_;
    const Nanos free = std::max({now, work.arrived, std::min(promised_, work.end)});
    std::uint64_t least = 0, most = work.count;
    while (least < most) {
        const std::uint64_t middle = (least + most + 1) / 2;
        if (passes(work, middle) <= free) {
            least = middle;
        } else {
            most = middle - 1;
        }
    }
    work.count = least;
    at_heads_.reset();
    keep(work);
    return free;
}

/// Memory takes in what has passed.
void HardDisk::keep(const Work& work) {
    if (work.kind == Kind::readahead) {
        readahead_.passed(work.count);
        totals_.read_ahead += work.count;
    }
    const std::uint64_t end = work.sector + work.count;
    if (work.swept == 0) return read_cache_.keep(work.sector, end);
    // The track's sectors from where the head came upon it, round to the first that was wanted.
    const Place place = mechanics_.geometry().locate(work.sector);
    const std::uint64_t track_end = work.sector + place.left;
    const std::uint64_t before = place.sectors_per_track - place.left;
    if (work.swept > before) read_cache_.keep(track_end - (work.swept - before), track_end);
    read_cache_.keep(work.sector - std::min(work.swept, before), end);
}

void HardDisk::ended(const Work& work) {
    if (work.kind == Kind::write_back) {
        write_cache_.written();
        return let_in(work.end);
    }
    if (work.kind == Kind::request) {
        Nanos across = work.end;
        if (!work.write) {
            const Nanos ready =
                work.begin +
                Nanos(static_cast<std::int64_t>((work.end - work.begin).as_double() * watermark_));
            across = std::max(across, bus_.carry(ready, work.count * sector_bytes_));
        }
        tell(work.id, across + completion_);
        if (work.write) return;
        readahead_.missed(work.sector, work.sector + work.count);
    }
    keep(work);
    answer_waiting(work.end);
}

std::optional<Nanos> HardDisk::next_event() const {
    std::optional<Nanos> next;
    const auto consider = [&](Nanos at) { next = next ? std::min(*next, at) : at; };
    if (at_heads_) consider(at_heads_->end);
    if (!done_.empty()) consider(done_.front().at);
    // Writing back that waits for quiet.
    if (!at_heads_ && write_cache_.dirty() && last_arrival_ + idle_ > now_)
        consider(last_arrival_ + idle_);
    return next;
}

void HardDisk::advance(Nanos now) {
    while (at_heads_ && at_heads_->end <= now) {
        const Work work = *at_heads_;
        at_heads_.reset();
        ended(work);
        if (work.kind == Kind::request && refills_after_ && !waiting_.empty()) begin_work(work.end);
    }
}

}  // namespace fathom::disk
