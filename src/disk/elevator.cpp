#include "disk/elevator.h"

#include <algorithm>
#include <limits>

namespace fathom::disk {

std::ptrdiff_t Elevator::ahead(std::span<const Waiting> waiting, bool upward) const {
    std::ptrdiff_t best = -1;
    std::uint64_t least = std::numeric_limits<std::uint64_t>::max();
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        const std::uint64_t sector = waiting[i].sector;
        if (upward ? sector < last_ : sector > last_) continue;
        const std::uint64_t distance = upward ? sector - last_ : last_ - sector;
        if (distance >= least) continue;
        least = distance;
        best = static_cast<std::ptrdiff_t>(i);
    }
    return best;
}

std::size_t Elevator::nearest(std::span<const Waiting> waiting) const {
    const auto distance = [this](const Waiting& one) {
        return one.sector > last_ ? one.sector - last_ : last_ - one.sector;
    };
    const auto found = std::min_element(
        waiting.begin(), waiting.end(),
        [&](const Waiting& a, const Waiting& b) { return distance(a) < distance(b); });
    return static_cast<std::size_t>(found - waiting.begin());
}

std::size_t Elevator::soonest(std::span<const Waiting> waiting, const Mechanics& mechanics,
                              Nanos start, Nanos now) const {
    std::size_t best = 0;
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < waiting.size(); ++i) {
        const Waiting& one = waiting[i];
        const double time = mechanics.approach(start, one.place, one.write).both().as_double() -
                            age_weight_ * (now - one.arrival).as_double();
        if (time >= least) continue;
        least = time;
        best = i;
    }
    return best;
}

Elevator::Choice Elevator::to_and_fro(std::span<const Waiting> waiting, const Mechanics& mechanics,
                                      bool to_ends) {
    Choice choice;
    std::ptrdiff_t found = ahead(waiting, upward_);
    if (found < 0) {
        if (to_ends) {
            const Geometry& geometry = mechanics.geometry();
            choice.by_way_of[choice.stops++] = upward_ ? geometry.zones().back().last_cylinder
                                                       : geometry.zones().front().first_cylinder;
        }
        upward_ = !upward_;
        found = ahead(waiting, upward_);
    }
    choice.index = static_cast<std::size_t>(found);
    return choice;
}

Elevator::Choice Elevator::one_way(std::span<const Waiting> waiting, const Mechanics& mechanics,
                                   bool to_ends) {
    Choice choice;
    std::ptrdiff_t found = ahead(waiting, true);
    if (found < 0) {
        if (to_ends) {
            const Geometry& geometry = mechanics.geometry();
            choice.by_way_of = {geometry.zones().back().last_cylinder,
                                geometry.zones().front().first_cylinder};
            choice.stops = 2;
        }
        last_ = 0;
        found = ahead(waiting, true);
    }
    choice.index = static_cast<std::size_t>(found);
    return choice;
}

Elevator::Choice Elevator::pick(std::span<const Waiting> waiting, const Mechanics& mechanics,
                                Nanos start, Nanos now) {
    Choice choice;
    switch (policy_) {
        case Policy::fcfs:
            break;
        case Policy::sstf:
            choice.index = nearest(waiting);
            break;
        case Policy::satf:
            choice.index = soonest(waiting, mechanics, start, now);
            break;
        case Policy::scan:
        case Policy::look:
            choice = to_and_fro(waiting, mechanics, policy_ == Policy::scan);
            break;
        case Policy::cscan:
        case Policy::clook:
            choice = one_way(waiting, mechanics, policy_ == Policy::cscan);
            break;
    }
    last_ = waiting[choice.index].sector;
    return choice;
}

}  // namespace fathom::disk
