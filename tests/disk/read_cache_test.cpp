// The read cache, reading ahead and the bus: what is held, and each of their fields at work.
#include "disk/read_cache.h"

#include <set>

#include <gtest/gtest.h>

#include "disk/blocking_host.h"

namespace fathom::disk::test {
namespace {

/// Two heads, 500 cylinders of two tracks of 1000 sectors, 10 ms a revolution.
Parameters with_read_cache(ReadCaching kind, std::uint32_t segments = 4,
                           std::uint32_t segment_kib = 64) {
    Parameters parameters = read_parameters(
        "[drive]\nname=small\n[mech]\nrpm=6000\nheads=2\nhead_switch_ms=1\n"
        "[seek]\nshort=\"1 0.1 1000\"\n"
        "[zone.1]\nfirst_cyl=0\nlast_cyl=499\nspt=1000\ntrack_skew=110\ncyl_skew=120\n",
        "small");
    parameters.hit_overhead = {};
    parameters.read_cache.kind = kind;
    parameters.read_cache.segments = segments;
    parameters.read_cache.segment_kib = segment_kib;
    return parameters;
}

bool hits(BlockingHost& host, std::uint64_t sector, std::uint64_t count = 8) {
    const std::uint64_t before = host.disk.totals().hits;
    host.read(sector, count);
    return host.disk.totals().hits == before + 1;
}

TEST(ReadCache, KeepsWhatWasReadLastAndForgetsTheOldest) {
    for (const ReadCaching kind : {ReadCaching::segments, ReadCaching::lru, ReadCaching::track}) {
        BlockingHost host(with_read_cache(kind, 3));
        for (const std::uint64_t place : {0U, 10'000U, 20'000U})
            EXPECT_FALSE(hits(host, place)) << place;
        EXPECT_TRUE(hits(host, 0));  // and is used again
        EXPECT_FALSE(hits(host, 30'000));
        EXPECT_FALSE(hits(host, 10'000));
        EXPECT_TRUE(hits(host, 30'000));
        EXPECT_TRUE(hits(host, 0));
    }
    BlockingHost off(with_read_cache(ReadCaching::off));
    EXPECT_FALSE(hits(off, 0));
    EXPECT_FALSE(hits(off, 0));
}

TEST(ReadCache, ASegmentIsARingAndABlockIsNot) {
    BlockingHost ring(with_read_cache(ReadCaching::segments, 1, 64));  // 128 sectors
    ring.read(0, 100);
    ring.read(100, 100);
    EXPECT_TRUE(hits(ring, 72, 128));
    EXPECT_FALSE(hits(ring, 64, 16));
    BlockingHost blocks(with_read_cache(ReadCaching::lru, 2, 64));
    blocks.read(0, 100);
    blocks.read(100, 100);
    EXPECT_TRUE(hits(blocks, 0, 200));
    // A segment begins where a read did: one that leads up to it is another.
    BlockingHost backward(with_read_cache(ReadCaching::lru, 1, 64));
    backward.read(64, 8);
    backward.read(56, 8);
    EXPECT_TRUE(hits(backward, 56, 16));
}

TEST(ReadCache, HoldsOfUnitsWhatASetOfSectorsWouldHold) {
    const Mechanics mechanics = mechanics_of(with_read_cache(ReadCaching::off));
    ReadCache cache({.kind = ReadCaching::lru, .segments = 100, .segment_kib = 5}, 512,
                    mechanics.geometry());
    Random random(4);
    std::set<std::uint64_t> held;
    for (int step = 0; step < 300; ++step) {
        const std::uint64_t begin = random.below(950), end = begin + 1 + random.below(20);
        cache.keep(begin, end);
        for (std::uint64_t i = begin; i < end; ++i) held.insert(i);
        std::uint64_t expected = random.below(1000);
        const std::uint64_t from = expected;
        while (held.contains(expected)) ++expected;
        ASSERT_EQ(cache.reach(from), expected);
    }
    EXPECT_GT(held.size(), 800U);
}

TEST(ReadCache, AHitCostsWhatItIsToldTo) {
    Parameters parameters = with_read_cache(ReadCaching::segments);
    parameters.read_overhead = 500_us;
    const auto hit_takes = [&] {
        BlockingHost host(parameters);
        host.read(0, 8);
        return host.read(0, 8);
    };
    EXPECT_EQ(hit_takes(), Nanos{});
    parameters.hit_overhead = 100_us;
    EXPECT_EQ(hit_takes(), 100_us);
    parameters.read_cache.hit = 20_us;
    EXPECT_EQ(hit_takes(), 120_us);
    parameters.bus_rate = 10'000'000;
    EXPECT_EQ(hit_takes(), 120_us + Nanos(409'600));
}

TEST(ReadCache, TheBusCarriesOneAtATime) {
    Parameters parameters = with_read_cache(ReadCaching::segments);
    parameters.bus_rate = 1'000'000;
    BlockingHost host(parameters);
    host.read(0, 8);
    const Nanos begun = host.now;
    host.disk.submit(100, 0, 8, false, begun);
    host.disk.submit(101, 0, 8, false, begun);
    std::vector<Nanos> told;
    while (told.size() < 2) {
        host.disk.before_time_goes_on(host.now);
        host.now = host.disk.next_event().value();
        host.disk.advance(host.now);
        while (host.disk.completed(host.now)) told.push_back(host.now - begun);
    }
    EXPECT_EQ(told[0], 4'096_us);
    EXPECT_EQ(told[1], 8'192_us);
}

TEST(ReadCache, TheWatermarkSaysWhenATransferBegins) {
    // A hundred sectors pass in 1 ms, and cross in 5.12 ms.
    Parameters parameters = with_read_cache(ReadCaching::off);
    BlockingHost plain(parameters);
    const Nanos media = plain.read(500, 100);
    parameters.bus_rate = 10'000'000;
    for (const auto& [mark, expected] :
         {std::pair{0.0, 4'120_us}, std::pair{0.5, 4'620_us}, std::pair{1.0, 5'120_us}}) {
        parameters.watermark = mark;
        BlockingHost host(parameters);
        EXPECT_EQ(host.read(500, 100), media + expected) << mark;
    }
    // A bus that is quicker than the platters costs nothing.
    parameters.watermark = 0;
    parameters.bus_rate = 100'000'000;
    BlockingHost quick(parameters);
    EXPECT_EQ(quick.read(500, 100), media);
    // What is written has to come first.
    parameters.bus_rate = 1'000'000;
    BlockingHost write(parameters);
    EXPECT_GT(write.write(0, 100), 51_ms);
}

TEST(ReadCache, ReadsOnBehindAMissAsFarAsToldTo) {
    Parameters parameters = with_read_cache(ReadCaching::segments, 4, 512);
    parameters.readahead = {.kind = Readahead::fixed, .kib = 256};
    BlockingHost host(parameters);
    host.read(1000, 8);
    host.pause(100_ms);
    EXPECT_EQ(host.disk.totals().read_ahead, 512U);
    EXPECT_TRUE(hits(host, 1008, 512));
    EXPECT_FALSE(hits(host, 1520, 8));
    parameters.readahead.kind = Readahead::off;
    BlockingHost none(parameters);
    none.read(1000, 8);
    none.pause(100_ms);
    EXPECT_EQ(none.disk.totals().read_ahead, 0U);
}

TEST(ReadCache, AStreamIsFollowedAndASingleReadIsNot) {
    Parameters parameters = with_read_cache(ReadCaching::segments, 4, 1024);
    parameters.readahead = {.kind = Readahead::stream, .kib = 256};
    BlockingHost host(parameters);
    host.read(1000, 8);
    host.pause(100_ms);
    EXPECT_EQ(host.disk.totals().read_ahead, 0U);
    host.read(1008, 8);
    host.pause(100_ms);
    EXPECT_EQ(host.disk.totals().read_ahead, 512U);
    // Half way nothing, nearer than that up to twice as far.
    EXPECT_TRUE(hits(host, 1016, 8));
    host.pause(100_ms);
    EXPECT_EQ(host.disk.totals().read_ahead, 1032U);
}

TEST(ReadCache, ForwardReadsGoAsFastAsThePlattersTurn) {
    // 100 sectors a millisecond; a call of 100 us would lose a revolution for each read.
    Parameters parameters = with_read_cache(ReadCaching::segments, 4, 512);
    parameters.host_call = 100_us;
    const auto seconds = [&] {
        BlockingHost host(parameters);
        for (std::uint64_t i = 0; i < 500; ++i) host.read(i * 100, 100);
        return host.seconds();
    };
    EXPECT_GT(seconds(), 500 * 0.010);
    const double media = 500 * 0.001 * 1.115;  // with skews
    for (const Readahead kind : {Readahead::fixed, Readahead::stream}) {
        parameters.readahead = {.kind = kind, .kib = 256};
        if (kind == Readahead::stream) {
            EXPECT_NEAR(seconds() / media, 1, 0.05);
        } else {
            EXPECT_LT(seconds(), 3 * media);
        }
    }
}

TEST(ReadCache, AMissCutsReadingAheadShortOrWaitsForIt) {
    Parameters parameters = with_read_cache(ReadCaching::segments, 4, 4096);
    parameters.readahead = {.kind = Readahead::fixed, .kib = 4096};
    const auto miss_takes = [&] {
        BlockingHost host(parameters);
        host.read(1000, 8);
        host.pause(1_ms);
        return host.read(900'000, 8);
    };
    EXPECT_LT(miss_takes(), 20_ms);
    parameters.readahead.preempt = false;
    EXPECT_GT(miss_takes(), 80_ms);  // 8192 sectors are 82 ms
}

TEST(ReadCache, ATrackIsReadFromWhereTheHeadLands) {
    for (const bool on_arrival : {false, true}) {
        Parameters parameters = with_read_cache(ReadCaching::track);
        parameters.read_on_arrival = on_arrival;
        BlockingHost host(parameters);
        // From angle 0 to sector 900 the head sees all that is before it.
        host.read(900, 8);
        EXPECT_EQ(hits(host, 100, 700), on_arrival);
        EXPECT_FALSE(hits(host, 920, 8));
    }
    // And round the end of the track: 5 ms later it comes in at 508, for sector 8.
    Parameters parameters = with_read_cache(ReadCaching::track);
    parameters.read_on_arrival = true;
    BlockingHost host(parameters);
    host.pause(5_ms);
    host.read(8, 8);
    EXPECT_TRUE(hits(host, 600, 400));
    EXPECT_TRUE(hits(host, 0, 8));
    EXPECT_FALSE(hits(host, 100, 8));
}

TEST(ReadCache, AWarmStartIsNeverWorse) {
    for (const ReadCaching kind : {ReadCaching::segments, ReadCaching::track, ReadCaching::lru}) {
        Parameters parameters = with_read_cache(kind, 20, 512);
        const double cold = mib_per_second(parameters, Order::shuffled, false, 1 << 22, 4096);
        parameters.read_cache.warm = true;
        parameters.hit_overhead = 100_us;
        const double warm = mib_per_second(parameters, Order::shuffled, false, 1 << 22, 4096);
        EXPECT_GT(warm, 2 * cold);
        BlockingHost host(parameters);
        EXPECT_TRUE(hits(host, 0));
        EXPECT_FALSE(hits(host, 900'000));
    }
}

TEST(ReadCache, AHitIsNeverSlowerThanAMiss) {
    for (const char* name : {"sata14t", "hp97560"}) {
        BlockingHost host(drive(name));
        Random random(9);
        Nanos slowest_hit{}, quickest_miss = 1_s;
        std::uint64_t sector = 0;
        for (int i = 0; i < 5000; ++i) {
            sector = i % 5 == 0 ? random.below(200'000) / 8 * 8 : sector + 8;
            // Long enough for what is read ahead to be there.
            host.pause(20_ms);
            const std::uint64_t before = host.disk.totals().hits;
            const Nanos took = host.read(sector, 8);
            if (host.disk.totals().hits > before) {
                slowest_hit = std::max(slowest_hit, took);
            } else {
                quickest_miss = std::min(quickest_miss, took);
            }
        }
        EXPECT_LE(slowest_hit, quickest_miss) << name;
        EXPECT_LT(quickest_miss, 1_s) << name;
    }
}

TEST(ReadCache, ReadersInTurnGoOnWellIfReadingAheadIsNotCutShort) {
    Parameters parameters = with_read_cache(ReadCaching::segments, 8, 512);
    parameters.readahead = {.kind = Readahead::stream, .kib = 128, .preempt = false};
    const auto seconds = [&](std::size_t readers) {
        BlockingHost host(parameters);
        for (std::uint64_t i = 0; i < 1000; ++i)
            for (std::size_t reader = 0; reader < readers; ++reader)
                host.read(100'000 * reader + i * 8, 8);
        return host.seconds();
    };
    // Four seeks and turns for each 128 KiB of all.
    EXPECT_LT(seconds(4), 4 * (seconds(1) + 1000 * 4 / 128.0 * 0.020));
    parameters.readahead.preempt = true;
    EXPECT_GT(seconds(4), 4000 * 0.005);
}

TEST(ReadCache, QueuedForwardReadsAreReadOnce) {
    Parameters parameters = with_read_cache(ReadCaching::segments, 4, 1024);
    parameters.readahead = {.kind = Readahead::stream, .kib = 512};
    HardDisk disk(parameters);
    Nanos now{};
    std::uint64_t sent = 0, done = 0;
    const auto send = [&] { disk.submit(sent, sent * 8, 8, false, now), ++sent; };
    while (sent < 16) send();
    while (done < 5000) {
        disk.before_time_goes_on(now);
        const auto next = disk.next_event();
        ASSERT_TRUE(next && *next >= now);
        now = *next;
        disk.advance(now);
        while (disk.completed(now)) {
            ++done;
            send();
        }
    }
    EXPECT_LT(disk.totals().accesses, 5U);
    EXPECT_NEAR(now.as_double() / 1e6 / (5000 * 8 / 100.0 * 1.115), 1, 0.05);
}

}  // namespace
}  // namespace fathom::disk::test
