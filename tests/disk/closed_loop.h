// A host in virtual time: so many requests outstanding at random places, each replaced as soon as
// it is complete; or arrivals at random, whatever is done.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <functional>
#include <map>
#include <string>
#include <vector>

#include "base/random.h"
#include "disk/built_in.h"
#include "disk/hard_disk.h"
#include "disk/mechanics_of.h"

namespace fathom::disk::test {

inline Parameters drive(std::string_view name) {
    return read_parameters(find_built_in(name)->text, std::string(name));
}

struct Served {
    double iops = 0;
    double mean_ms = 0, max_ms = 0;       ///< response times
    double distance = 0;                  ///< mean, in cylinders
    double seek_ms = 0, rotation_ms = 0;  ///< means
};

struct Load {
    std::size_t outstanding = 1;
    std::size_t requests = 12'000;
    std::uint64_t sectors = 8;  ///< of each request, which begins at a multiple of it
    std::uint64_t span = 0;     ///< sectors from the start; 0: the whole disk
    bool write = false;
    std::uint64_t seed = 1;
};

inline Served closed_loop(const Parameters& parameters, const Load& load) {
    HardDisk disk(parameters);
    Random random(load.seed);
    const std::uint64_t span = load.span == 0 ? disk.sectors() : load.span;
    std::map<std::uint64_t, Nanos> sent;
    std::uint64_t id = 0;
    Nanos now{};
    const auto send = [&] {
        sent[id] = now;
        disk.submit(id++, random.below(span / load.sectors - 1) * load.sectors, load.sectors,
                    load.write, now);
    };
    for (std::size_t i = 0; i < load.outstanding; ++i) send();
    double sum = 0;
    Nanos longest{};
    for (std::size_t done = 0; done < load.requests;) {
        disk.before_time_goes_on(now);
        now = *disk.next_event();
        disk.advance(now);
        while (const auto one = disk.completed(now)) {
            const Nanos took = now - sent[*one];
            sent.erase(*one);
            sum += took.as_double();
            longest = std::max(longest, took);
            ++done;
            send();
        }
    }
    const auto n = static_cast<double>(load.requests);
    const auto accesses = static_cast<double>(disk.totals().accesses);
    Served served;
    served.iops = n / (now.as_double() / 1e9);
    served.mean_ms = sum / n / 1e6;
    served.max_ms = longest.as_double() / 1e6;
    served.distance = disk.totals().cylinders / accesses;
    served.seek_ms = disk.totals().seek.as_double() / accesses / 1e6;
    served.rotation_ms = disk.totals().rotation.as_double() / accesses / 1e6;
    return served;
}

/// Arrivals at random, `rate` a second, of one's own making: whatever is done.
inline Served open_loop(const Parameters& parameters, double rate, std::size_t requests) {
    HardDisk disk(parameters);
    Random random(11);
    std::map<std::uint64_t, Nanos> sent;
    std::uint64_t id = 0;
    const auto gap = [&] {
        return Nanos(static_cast<std::int64_t>(-std::log(1 - random.unit()) / rate * 1e9));
    };
    Nanos now{}, next = gap();
    double sum = 0;
    for (std::size_t done = 0; done < requests;) {
        disk.before_time_goes_on(now);
        const auto event = disk.next_event();
        now = event ? std::min(*event, next) : next;
        disk.advance(now);
        while (const auto one = disk.completed(now)) {
            sum += (now - sent[*one]).as_double();
            sent.erase(*one);
            ++done;
        }
        if (now != next) continue;
        sent[id] = now;
        disk.submit(id++, random.below(disk.sectors() / 8 - 1) * 8, 8, false, now);
        next = now + gap();
    }
    Served served;
    served.mean_ms = sum / static_cast<double>(requests) / 1e6;
    return served;
}

/// Batches of `batch` requests drawn at random within `span` sectors, each sorted and then done in
/// order, one at a time: upward each time, or up and down in turn.
inline double sorted_batches(const Parameters& parameters, std::size_t batch, std::uint64_t sectors,
                             std::uint64_t span, bool alternating, std::size_t requests = 6000) {
    HardDisk disk(parameters);
    Random random(5);
    Nanos now{};
    std::size_t done = 0;
    for (bool up = true; done < requests; up = !up) {
        std::vector<std::uint64_t> places(batch);
        for (auto& place : places) place = random.below(span / 2 - sectors) * 2;
        std::sort(places.begin(), places.end());
        if (alternating && !up) std::reverse(places.begin(), places.end());
        for (const std::uint64_t place : places) {
            disk.submit(done++, place, sectors, false, now);
            disk.before_time_goes_on(now);
            now = *disk.next_event();
            disk.advance(now);
            disk.completed(now);
        }
    }
    return static_cast<double>(done) / (now.as_double() / 1e9);
}

}  // namespace fathom::disk::test
