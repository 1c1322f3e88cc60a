#include "engine/sim_world.h"

#include <algorithm>
#include <utility>

#include "disk/page_cache.h"

namespace fathom {

/// A disk and whose its requests are.
struct SimWorld::Disk {
    Disk(const disk::Parameters& parameters, std::uint64_t cache_pages)
        : drive(disk::make_device(parameters)) {
        if (cache_pages == 0) return;
        auto owned = std::make_unique<disk::PageCache>(
            std::move(drive), disk::PageCache::Settings{.pages = cache_pages}, parameters.sector,
            disk::capacity_bytes(parameters) / parameters.sector);
        cache = owned.get();
        drive = std::move(owned);
    }
    struct Owner {
        Member* member;
        std::uint64_t id;
    };
    std::unique_ptr<disk::Device> drive;
    disk::PageCache* cache = nullptr;  ///< the same, if there is one
    std::map<std::uint64_t, Owner> owners;
    std::uint64_t next = 0;
};

std::shared_ptr<SimWorld> SimWorld::join() {
    static std::mutex mutex;
    static std::weak_ptr<SimWorld> current;
    const std::lock_guard lock(mutex);
    std::shared_ptr<SimWorld> world = current.lock();
    if (!world) {
        world = std::make_shared<SimWorld>();
        current = world;
    }
    return world;
}

SimWorld::Member::Member(std::shared_ptr<SimWorld> world, std::uint32_t number,
                         const std::string& disk, const disk::Parameters& parameters,
                         std::uint64_t cache_pages, bool direct)
    : world_(std::move(world)), number_(number), direct_(direct) {
    const std::lock_guard lock(world_->mutex_);
    auto& place = world_->disks_[disk];
    if (!place) place = std::make_unique<Disk>(parameters, cache_pages);
    disk_ = place.get();
    world_->members_[number_] = this;
}

SimWorld::Member::~Member() {
    const std::lock_guard lock(world_->mutex_);
    std::erase_if(disk_->owners, [this](const auto& one) { return one.second.member == this; });
    world_->members_.erase(number_);
    // Either it was this one's turn, or all waited for it.
    const bool someone_works =
        std::any_of(world_->members_.begin(), world_->members_.end(),
                    [](const auto& one) { return one.second->state_ == Member::State::working; });
    if (!someone_works) world_->pass_turn();
}

void SimWorld::Member::enter() {
    wait(world_->now_, 0);
}

Nanos SimWorld::Member::now() {
    if (state_ == State::preparing) enter();
    return world_->now_;
}

void SimWorld::Member::wait(Nanos at, std::size_t completions) {
    std::unique_lock lock(world_->mutex_);
    wake_ = at;
    wanted_ = completions;
    state_ = State::waiting;
    world_->pass_turn();
    turn_.wait(lock, [this] { return state_ == State::working; });
}

void SimWorld::Member::submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count,
                              bool write) {
    const std::lock_guard lock(world_->mutex_);
    const std::uint64_t own = disk_->next++;
    disk_->owners[own] = {this, id};
    if (disk_->cache != nullptr && direct_) {
        disk_->cache->submit_direct(own, sector, count, write, world_->now_);
    } else {
        disk_->drive->submit(own, sector, count, write, world_->now_);
    }
}

bool SimWorld::Member::discard(std::uint64_t id, std::uint64_t sector, std::uint64_t count) {
    const std::lock_guard lock(world_->mutex_);
    const std::uint64_t own = disk_->next++;
    if (!disk_->drive->discard(own, sector, count, world_->now_)) return false;
    disk_->owners[own] = {this, id};
    return true;
}

bool SimWorld::Member::cached(std::uint64_t sector, std::uint64_t count) {
    const std::lock_guard lock(world_->mutex_);
    return disk_->cache != nullptr && disk_->cache->holds(sector, count);
}

bool SimWorld::Member::flush(std::uint64_t id) {
    const std::lock_guard lock(world_->mutex_);
    const std::uint64_t own = disk_->next++;
    if (!disk_->drive->flush(own, world_->now_)) return false;
    disk_->owners[own] = {this, id};
    return true;
}

SimWorld::Member* SimWorld::first_ready() {
    for (const auto& [number, member] : members_) {
        if (member->wake_ <= now_) return member;
        if (member->wanted_ != 0 && member->done.size() >= member->wanted_) return member;
    }
    return nullptr;
}

void SimWorld::pass_turn() {
    for (const auto& [number, member] : members_) {
        if (member->state_ != Member::State::waiting) return;
    }
    if (members_.empty()) return;
    for (;;) {
        if (Member* const next = first_ready()) {
            next->state_ = Member::State::working;
            next->turn_.notify_one();
            return;
        }
        advance();
    }
}

void SimWorld::advance() {
    Nanos next = never;
    for (const auto& [name, disk] : disks_) {
        disk->drive->before_time_goes_on(now_);
        next = std::min(next, disk->drive->next_event().value_or(never));
    }
    for (const auto& [number, member] : members_) next = std::min(next, member->wake_);
    now_ = next;
    for (const auto& [name, disk] : disks_) {
        disk->drive->advance(now_);
        while (const auto id = disk->drive->completed(now_)) {
            const auto owner = disk->owners.find(*id);
            if (owner == disk->owners.end()) continue;  // whose worker has left
            owner->second.member->done.push_back(owner->second.id);
            disk->owners.erase(owner);
        }
    }
}

}  // namespace fathom
