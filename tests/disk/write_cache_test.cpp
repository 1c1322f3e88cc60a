// The write cache: what it holds against a plain set of sectors, and each of its fields at work.
#include "disk/write_cache.h"

#include <set>

#include <gtest/gtest.h>

#include "disk/blocking_host.h"

namespace fathom::disk::test {
namespace {

constexpr std::uint64_t block = 8;  // sectors: 4 KiB

/// One head, 1000 tracks of 1000 sectors, 10 ms a revolution, an arm that is soon there.
Parameters small_drive() {
    Parameters parameters = read_parameters(
        "[drive]\nname=small\n[mech]\nrpm=6000\nheads=1\n[seek]\nshort=\"1 0.1 1000\"\n"
        "[zone.1]\nfirst_cyl=0\nlast_cyl=999\nspt=1000\ncyl_skew=200\n",
        "small");
    parameters.hit_overhead = {};
    return parameters;
}

Parameters write_back(std::uint32_t entries, std::uint64_t kib = 1024) {
    Parameters parameters = small_drive();
    parameters.write_cache.mode = WriteCaching::back;
    parameters.write_cache.entries = entries;
    parameters.write_cache.kib = kib;
    return parameters;
}

double random_writes_per_second(const Parameters& parameters, std::size_t writes = 2000,
                                std::uint64_t span = 1'000'000) {
    BlockingHost host(parameters);
    Random random(3);
    for (std::size_t i = 0; i < writes; ++i)
        host.write(random.below(span / block - 1) * block, block);
    return static_cast<double>(writes) / host.seconds();
}

TEST(WriteCache, HoldsWhatASetOfSectorsWouldHold) {
    for (const Merge merge : {Merge::forward, Merge::both, Merge::none}) {
        const Mechanics mechanics = mechanics_of(small_drive());
        WriteCacheSettings settings;
        settings.mode = WriteCaching::back;
        settings.entries = 12;
        settings.kib = 40;  // 80 sectors
        settings.merge = merge;
        WriteCache cache(settings, 512);
        Random random(7);
        std::set<std::uint64_t> waiting, going;
        std::size_t refused = 0;
        for (int step = 0; step < 20'000; ++step) {
            if (random.below(3) == 0 && cache.dirty() && going.empty()) {
                const WriteCache::Piece piece = cache.begin_next(mechanics, Nanos{});
                ASSERT_GT(piece.count, 0U);
                for (std::uint64_t i = 0; i < piece.count; ++i) {
                    ASSERT_EQ(waiting.erase(piece.sector + i), 1U);
                    going.insert(piece.sector + i);
                }
            } else if (random.below(2) == 0 && !going.empty()) {
                cache.written();
                going.clear();
            } else {
                const std::uint64_t sector = 950 + random.below(100);
                const std::uint64_t count = 1 + random.below(12);
                const std::uint64_t taken = cache.take(sector, count, {}, mechanics.geometry());
                ASSERT_LE(taken, count);
                if (taken < count) ++refused;
                for (std::uint64_t i = 0; i < taken; ++i) waiting.insert(sector + i);
            }
            ASSERT_LE(waiting.size() + going.size(), 80U);
            ASSERT_EQ(cache.dirty(), !waiting.empty());
            ASSERT_EQ(cache.clean(), waiting.empty() && going.empty());
            std::uint64_t expected = 950 + random.below(100);
            const std::uint64_t from = expected;
            while (waiting.contains(expected) || going.contains(expected)) ++expected;
            ASSERT_EQ(cache.reach(from), expected);
        }
        EXPECT_GT(refused, 100U);
    }
}

TEST(WriteCache, AWriteIsDoneWhenItIsTakenIn) {
    BlockingHost off(small_drive());
    EXPECT_GT(off.write(0, block), 50_us);
    Parameters parameters = write_back(4);
    parameters.hit_overhead = 30_us;
    BlockingHost back(parameters);
    EXPECT_EQ(back.write(500'000, block), 30_us);
    // As long as there is room: one is at the heads, four wait.
    for (int i = 1; i < 5; ++i) EXPECT_EQ(back.write(500'000 - 5000 * i, block), 30_us);
    EXPECT_GT(back.write(100'000, block), 1_ms);
}

TEST(WriteCache, ReportTakesInOneRunAndNoMore) {
    Parameters report = small_drive();
    report.write_cache.mode = WriteCaching::report;
    BlockingHost host(report);
    EXPECT_EQ(host.write(500'000, block), Nanos{});
    EXPECT_EQ(host.write(300'000, block), Nanos{});
    EXPECT_EQ(host.write(300'000 + block, block), Nanos{});  // goes on with it
    EXPECT_GT(host.write(200'000, block), 1_ms);
    const double off = random_writes_per_second(small_drive());
    const double reported = random_writes_per_second(report);
    // One at a time in their order, whether or not they are told early.
    EXPECT_NEAR(reported / off, 1, 0.05);
    Parameters back = write_back(32);
    back.write_cache.destage = Policy::satf;
    EXPECT_GT(random_writes_per_second(back), 1.2 * reported);
}

TEST(WriteCache, BytesAreABound) {
    for (const std::uint64_t kib : {64U, 256U}) {
        BlockingHost host(write_back(1000, kib));
        std::uint64_t quick = 0;
        while (quick < 1000 && host.write(quick * 2000, 16) == Nanos{}) ++quick;  // 8 KiB each
        EXPECT_EQ(quick, kib / 8) << kib;
    }
}

TEST(WriteCache, AWriteLargerThanTheCacheGoesThroughIt) {
    BlockingHost host(write_back(4, 64));
    const Nanos took = host.write(0, 4096);  // 2 MiB
    // Four tracks of 512 KB with their skews, less the last 64 KiB.
    EXPECT_NEAR(took.as_double() / 1e6, 4096 * 0.01 + 4 * 2 - 1.28, 12);
    EXPECT_GT(host.flush(), Nanos{});
    EXPECT_EQ(host.flush(), Nanos{});
}

TEST(WriteCache, RunsMergeAsTold) {
    const auto quick = [](Merge merge, Order order) {
        Parameters parameters = write_back(4);
        parameters.write_cache.merge = merge;
        BlockingHost host(parameters);
        host.write(900'000, block);  // keeps the heads busy
        std::size_t taken = 0;
        for (const std::uint64_t start : blocks_in(order, 20 * 4096, 4096))
            if (host.write(start, block) == Nanos{}) ++taken;
        return taken;
    };
    EXPECT_EQ(quick(Merge::forward, Order::forward), 20U);
    EXPECT_LT(quick(Merge::forward, Order::backward), 20U);
    EXPECT_EQ(quick(Merge::both, Order::backward), 20U);
    EXPECT_LT(quick(Merge::none, Order::forward), 20U);
}

TEST(WriteCache, WrittenTwiceIsWrittenBackOnce) {
    Parameters parameters = write_back(4);
    parameters.write_cache.idle = 50_ms;
    BlockingHost host(parameters);
    for (int i = 0; i < 100; ++i) EXPECT_EQ(host.write(1000, block), Nanos{});
    host.pause(1_s);
    EXPECT_EQ(host.disk.totals().written_back, 1U);
}

TEST(WriteCache, WaitsForQuietBeforeItWritesBack) {
    for (const Nanos idle : {Nanos{}, 50_ms}) {
        Parameters parameters = write_back(4);
        parameters.write_cache.idle = idle;
        BlockingHost host(parameters);
        host.write(1000, block);
        host.pause(49_ms);
        EXPECT_EQ(host.disk.totals().written_back, idle == Nanos{} ? 1U : 0U);
        host.pause(2_ms);
        EXPECT_EQ(host.disk.totals().written_back, 1U);
    }
    // Not when it needs the room, or is told to.
    Parameters parameters = write_back(2);
    parameters.write_cache.idle = 1_s;
    BlockingHost host(parameters);
    for (std::uint64_t i = 0; i < 10; ++i) host.write(i * 2000, block);
    EXPECT_LT(host.now, 200_ms);
    EXPECT_LT(host.flush(), 100_ms);
}

TEST(WriteCache, EveryOrderOfWritingBackIsAnother) {
    std::vector<double> rates;
    for (const Policy destage : {Policy::fcfs, Policy::clook, Policy::satf}) {
        Parameters parameters = write_back(32);
        parameters.write_cache.destage = destage;
        rates.push_back(random_writes_per_second(parameters));
    }
    EXPECT_GT(rates[1], 1.05 * rates[0]);
    EXPECT_GT(rates[2], 1.2 * rates[1]);
}

TEST(WriteCache, ReadsSeeWhatIsNotYetOnThePlatters) {
    Parameters parameters = write_back(16);
    parameters.write_cache.idle = 1_s;
    BlockingHost host(parameters);
    host.write(1000, block);
    host.write(1000 + block, block);
    EXPECT_EQ(host.read(1004, block), Nanos{});
    EXPECT_EQ(host.disk.totals().hits, 1U);
    EXPECT_GT(host.read(1012, block), Nanos{});  // half of it is elsewhere
    host.flush();
    EXPECT_GT(host.read(1000, block), Nanos{});
}

TEST(WriteCache, AFlushWaitsForAllBeforeItAndWritesAfterItForTheFlush) {
    Parameters parameters = write_back(8);
    parameters.write_cache.idle = 10_s;
    HardDisk disk(parameters);
    for (std::uint64_t i = 0; i < 5; ++i) disk.submit(i, i * 100'000, block, true, {});
    ASSERT_TRUE(disk.flush(5, {}));
    disk.submit(6, 50, block, true, {});
    std::vector<std::pair<std::uint64_t, Nanos>> told;
    Nanos now{};
    while (told.size() < 7) {
        disk.before_time_goes_on(now);
        now = disk.next_event().value();
        disk.advance(now);
        while (const auto id = disk.completed(now)) told.emplace_back(*id, now);
    }
    EXPECT_EQ(told[4].second, Nanos{});
    EXPECT_EQ(told[5].first, 5U);
    EXPECT_GT(told[5].second, 10_ms);
    EXPECT_EQ(told[6].first, 6U);
    EXPECT_EQ(disk.totals().written_back, 5U);
}

TEST(WriteCache, ReadsAndWritesThatWaitTakeTurns) {
    // A reader that never rests and a writer into a full cache: neither starves.
    HardDisk disk(write_back(2));
    Random random(5);
    std::array<std::uint64_t, 2> done{};
    Nanos now{};
    const auto send = [&](std::uint64_t who) {
        disk.submit(who, random.below(100'000) * block, block, who == 1, now);
    };
    send(0);
    send(1);
    while (now < 10_s) {
        disk.before_time_goes_on(now);
        now = disk.next_event().value();
        disk.advance(now);
        while (const auto who = disk.completed(now)) {
            ++done[*who];
            send(*who);
        }
    }
    EXPECT_GT(done[0], 300U);
    EXPECT_GT(done[1], 300U);
}

TEST(WriteCache, AQueueOfWritesGainsLittleOverTheCachesOwn) {
    // On four drives random writes gained -13 to +18 % by a queue of 32.
    const Parameters parameters = drive("sata1t-desktop");
    const auto iops = [&](std::size_t outstanding) {
        return closed_loop(parameters, {.outstanding = outstanding,
                                        .requests = 6000,
                                        .span = (1U << 30) / 512,
                                        .write = true})
            .iops;
    };
    EXPECT_NEAR(iops(32) / iops(1), 1, 0.05);
    Parameters off = parameters;
    off.write_cache.mode = WriteCaching::off;
    EXPECT_LT(closed_loop(off, {.requests = 2000, .span = (1U << 30) / 512, .write = true}).iops,
              0.5 * iops(1));
}

TEST(WriteCache, ADesktopDriveWritesAtRandomAsItsEntriesAllow) {
    // CrystalDiskMark over 1 GiB on four drives: 274 to 596.
    Parameters parameters = drive("sata1t-desktop");
    const std::pair<std::uint32_t, double> expected[] = {{8, 410}, {16, 483}, {32, 557}, {64, 616}};
    for (const auto& [entries, iops] : expected) {
        parameters.write_cache.entries = entries;
        EXPECT_NEAR(random_writes_per_second(parameters, 6000, (1U << 30) / 512) / iops, 1, 0.10)
            << entries;
    }
}

}  // namespace
}  // namespace fathom::disk::test
