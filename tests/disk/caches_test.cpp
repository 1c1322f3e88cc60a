// Drives with caches of every kind under a load of every kind: nothing is lost, nothing is told of
// twice, no time goes back, and a run is the same when it is done again.
#include <gtest/gtest.h>

#include "disk/closed_loop.h"
#include "disk/page_cache.h"

namespace fathom::disk::test {
namespace {

template <class Value>
Value one_of(Random& random, std::initializer_list<Value> values) {
    return values.begin()[random.below(values.size())];
}

Parameters any_drive(Random& random) {
    Parameters p = read_parameters(
        "[drive]\nname=small\n[mech]\nrpm=6000\nheads=3\nhead_switch_ms=1\n"
        "[seek]\nshort=\"1 0.1 1000\"\n"
        "[zone.1]\nfirst_cyl=0\nlast_cyl=9\nspt=200\ntrack_skew=22\ncyl_skew=24\n"
        "[zone.2]\nfirst_cyl=10\nlast_cyl=29\nspt=130\ntrack_skew=15\ncyl_skew=20\n",
        "small");
    using R = ReadCaching;
    using A = Readahead;
    using W = WriteCaching;
    p.read_cache.kind = one_of(random, {R::off, R::segments, R::track, R::lru});
    p.read_cache.segments = 1 + static_cast<std::uint32_t>(random.below(5));
    p.read_cache.segment_kib = one_of(random, {8U, 32U});
    p.read_cache.warm = random.below(3) == 0;
    p.read_cache.hit = one_of(random, {0_us, 7_us});
    if (p.read_cache.kind != R::off) {
        p.readahead.kind = one_of(random, {A::off, A::fixed, A::stream});
        p.readahead.kib = one_of(random, {4U, 8U});
        p.readahead.preempt = random.below(2) == 0;
    }
    p.read_on_arrival = p.read_cache.kind == R::track && random.below(2) == 0;
    p.write_cache.mode = one_of(random, {W::off, W::report, W::back});
    p.write_cache.kib = one_of(random, {4U, 16U, 256U});
    p.write_cache.entries = one_of(random, {1U, 3U, 20U});
    p.write_cache.merge = one_of(random, {Merge::forward, Merge::both, Merge::none});
    p.write_cache.destage = one_of(random, {Policy::fcfs, Policy::clook, Policy::satf});
    p.write_cache.idle = one_of(random, {0_ms, 3_ms});
    p.hit_overhead = one_of(random, {0_us, 30_us});
    p.completion = one_of(random, {0_us, 200_us});
    p.bus_rate = one_of(random, {std::uint64_t{0}, std::uint64_t{5'000'000}});
    p.watermark = one_of(random, {0.0, 0.4, 1.0});
    p.policy =
        one_of(random, {Policy::fcfs, Policy::sstf, Policy::scan, Policy::clook, Policy::satf});
    p.refills_after = random.below(2) == 0;
    return p;
}

/// Requests near one another, some of them flushes, in bursts and with pauses; when each was told.
std::vector<Nanos> told_of(Device& disk, std::uint64_t sectors, std::uint64_t seed) {
    Random random(seed);
    constexpr std::uint64_t requests = 400;
    std::vector<Nanos> told(requests, Nanos(-1));
    std::uint64_t sent = 0, open = 0, at = 0;
    Nanos now{}, next_burst{};
    for (int steps = 0; sent < requests || open > 0; ++steps) {
        if (steps > 200'000) throw std::runtime_error("it never ends");
        if (now >= next_burst && sent < requests) {
            for (std::uint64_t n = 1 + random.below(6); n > 0 && sent < requests; --n) {
                const std::uint64_t count = 1 + random.below(40);
                at = random.below(3) == 0 ? random.below(sectors - 500) : at;
                ++open;
                if (random.below(12) == 0) {
                    if (!disk.flush(sent, now)) {
                        told[sent] = now;
                        --open;
                    }
                } else {
                    disk.submit(sent, at, count, random.below(2) == 0, now);
                }
                at = (at + count) % (sectors - 500);
                ++sent;
            }
            next_burst = now + Nanos(static_cast<std::int64_t>(random.below(8'000'000)));
        }
        disk.before_time_goes_on(now);
        const Nanos next = std::min(disk.next_event().value_or(next_burst),
                                    sent < requests ? next_burst : Nanos(1'000'000_s));
        if (next < now) throw std::runtime_error("time goes back");
        now = next;
        disk.advance(now);
        while (const auto id = disk.completed(now)) {
            if (told[*id] != Nanos(-1)) throw std::runtime_error("told of twice");
            told[*id] = now;
            --open;
        }
    }
    return told;
}

std::vector<Nanos> told_of_drive(const Parameters& parameters, std::uint64_t seed) {
    HardDisk disk(parameters);
    return told_of(disk, disk.sectors(), seed);
}

std::vector<Nanos> told_of_pages(const Parameters& parameters, std::uint64_t pages,
                                 std::uint64_t seed) {
    const std::uint64_t sectors = HardDisk(parameters).sectors();
    PageCache cache(make_device(parameters), {.pages = pages}, 512, sectors);
    const std::vector<Nanos> told = told_of(cache, sectors, seed);
    EXPECT_LE(cache.dirty_pages(), pages);
    return told;
}

TEST(Caches, NothingIsLostUnderAnyOfThem) {
    Random random(2);
    for (std::uint64_t seed = 0; seed < 400; ++seed) {
        const Parameters parameters = any_drive(random);
        std::vector<Nanos> once;
        ASSERT_NO_THROW(once = told_of_drive(parameters, seed)) << seed;
        ASSERT_EQ(once, told_of_drive(parameters, seed)) << seed;
    }
}

TEST(Caches, NorUnderAPageCache) {
    Random random(3);
    for (std::uint64_t seed = 0; seed < 150; ++seed) {
        const Parameters parameters = any_drive(random);
        const std::uint64_t pages = one_of(random, {20U, 100U, 1000U});
        std::vector<Nanos> once;
        ASSERT_NO_THROW(once = told_of_pages(parameters, pages, seed)) << seed;
        ASSERT_EQ(once, told_of_pages(parameters, pages, seed)) << seed;
    }
}

}  // namespace
}  // namespace fathom::disk::test
