#include "disk/hard_disk.h"

#include <algorithm>
#include <span>

#include "disk/mechanics_of.h"

namespace fathom::disk {

HardDisk::HardDisk(const Parameters& parameters)
    : mechanics_(mechanics_of(parameters)),
      elevator_(parameters.policy, parameters.age_weight),
      read_overhead_(parameters.read_overhead),
      write_overhead_(parameters.write_overhead),
      completion_(parameters.completion),
      window_(parameters.depth),
      refills_after_(parameters.refills_after),
      knows_overhead_(parameters.knows_overhead) {}

void HardDisk::submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write,
                      Nanos now) {
    waiting_.push_back({id, sector, count, write, now, mechanics_.geometry().locate(sector)});
}

void HardDisk::before_time_goes_on(Nanos now) {
    if (at_heads_ || waiting_.empty()) return;
    // With refill `before` the host hears of the last one first, and may queue another.
    if (!refills_after_ && !done_.empty()) return;
    begin_next(now);
}

void HardDisk::begin_next(Nanos now) {
    const std::span<const Waiting> seen =
        std::span(waiting_).first(std::min(window_, waiting_.size()));
    const Nanos overhead = seen.front().write ? write_overhead_ : read_overhead_;
    const Elevator::Choice choice =
        elevator_.pick(seen, mechanics_, knows_overhead_ ? now + overhead : now, now);
    const Waiting one = waiting_[choice.index];
    waiting_.erase(waiting_.begin() + static_cast<std::ptrdiff_t>(choice.index));
    Nanos start = now + (one.write ? write_overhead_ : read_overhead_);
    for (unsigned i = 0; i < choice.stops; ++i)
        start = mechanics_.move_to(start, choice.by_way_of[i]);
    const Mechanics::Access access = mechanics_.access(start, one.sector, one.count, one.write);
    at_heads_ = Done{access.end, one.id};
    ++totals_.accesses;
    totals_.seek += access.seek;
    totals_.rotation += access.rotation;
    totals_.transfer += access.transfer;
    totals_.busy += access.end - now;
    totals_.cylinders += access.distance;
}

std::optional<Nanos> HardDisk::next_event() const {
    if (at_heads_ && (done_.empty() || at_heads_->at <= done_.front().at)) return at_heads_->at;
    if (!done_.empty()) return done_.front().at;
    return std::nullopt;
}

void HardDisk::advance(Nanos now) {
    while (at_heads_ && at_heads_->at <= now) {
        const Done ended = *at_heads_;
        at_heads_.reset();
        done_.push_back({ended.at + completion_, ended.id});
        if (refills_after_ && !waiting_.empty()) begin_next(ended.at);
    }
}

std::optional<std::uint64_t> HardDisk::completed(Nanos now) {
    if (done_.empty() || done_.front().at > now) return std::nullopt;
    const std::uint64_t id = done_.front().id;
    done_.pop_front();
    return id;
}

}  // namespace fathom::disk
