// A host's page cache: what it answers, what it reads ahead, when it writes back, what a flush and
// a direct job see of it.
#include "disk/page_cache.h"

#include <functional>

#include <gtest/gtest.h>

#include "disk/closed_loop.h"

namespace fathom::disk::test {
namespace {

constexpr std::uint64_t page_sectors = 8;

/// One thread that waits for each of its requests, on a drive without caches of its own.
class PageReader {
  public:
    explicit PageReader(std::uint64_t pages, const char* name = "cheetah9lp")
        : cache(make_device(drive(name)), {.pages = pages}, 512, HardDisk(drive(name)).sectors()) {}

    Nanos read(std::uint64_t sector, std::uint64_t count = page_sectors) {
        return wait([&] { cache.submit(++last_, sector, count, false, now); });
    }
    Nanos write(std::uint64_t sector, std::uint64_t count = page_sectors) {
        return wait([&] { cache.submit(++last_, sector, count, true, now); });
    }
    Nanos direct(std::uint64_t sector, bool write) {
        return wait([&] { cache.submit_direct(++last_, sector, page_sectors, write, now); });
    }
    Nanos flush() {
        return wait([&] {
            if (!cache.flush(++last_, now)) done_ = last_;
        });
    }
    /// Until nothing goes on any more.
    void rest() {
        for (;;) {
            cache.before_time_goes_on(now);
            const auto next = cache.next_event();
            if (!next) return;
            step(*next);
        }
    }

    PageCache cache;
    Nanos now{};

  private:
    void step(Nanos at) {
        now = at;
        cache.advance(now);
        while (const auto id = cache.completed(now)) done_ = std::max(done_, *id);
    }
    Nanos wait(const std::function<void()>& send) {
        const Nanos begun = now;
        send();
        while (done_ < last_) {
            cache.before_time_goes_on(now);
            step(cache.next_event().value());
        }
        return now - begun;
    }

    std::uint64_t last_ = 0, done_ = 0;
};

TEST(PageCache, WhatWasReadIsHereUntilOthersWereUsedSince) {
    PageReader host(100);
    EXPECT_GT(host.read(80'000), Nanos{});
    EXPECT_EQ(host.read(80'000), Nanos{});
    EXPECT_EQ(host.read(80'002, 2), Nanos{});
    EXPECT_GT(host.read(80'000, 16), Nanos{});  // half of it is not
    for (std::uint64_t i = 0; i < 60; ++i) host.read(200'000 + i * 1000);
    EXPECT_EQ(host.read(80'000), Nanos{});  // used again
    for (std::uint64_t i = 0; i < 60; ++i) host.read(400'000 + i * 1000);
    EXPECT_EQ(host.read(80'000), Nanos{});
    EXPECT_GT(host.read(200'000), Nanos{});
}

TEST(PageCache, RandomReadsWithoutReuseAreThoseOfTheDrive) {
    PageReader buffered(100'000), direct(100'000);
    Random random(6);
    for (int i = 0; i < 500; ++i) {
        const std::uint64_t sector = (1 + random.below(1'000'000)) * page_sectors;
        EXPECT_EQ(buffered.read(sector), direct.direct(sector, false)) << i;
    }
}

TEST(PageCache, ForwardReadsAreReadAhead) {
    PageReader buffered(100'000), direct(100'000), small(100'000);
    for (const std::uint64_t from : {std::uint64_t{0}, std::uint64_t{4'000'000}}) {
        const Nanos before_b = buffered.now, before_d = direct.now, before_s = small.now;
        for (std::uint64_t i = 0; i < 4000; ++i) {
            buffered.read(from + i * page_sectors);
            direct.direct(from + i * page_sectors, false);
            for (std::uint64_t j = 0; j < 4; ++j) small.read(from + i * page_sectors + 2 * j, 2);
        }
        EXPECT_GT((direct.now - before_d).as_double(), 4 * (buffered.now - before_b).as_double());
        EXPECT_NEAR((small.now - before_s).as_double() / (buffered.now - before_b).as_double(), 1,
                    0.05);
    }
}

TEST(PageCache, SeveralReadersAreReadAheadFor) {
    PageReader host(100'000);
    std::array<std::uint64_t, 4> next = {0, 1'000'000, 2'000'000, 3'000'000};
    for (int i = 0; i < 1000; ++i)
        for (auto& one : next) host.read(std::exchange(one, one + page_sectors));
    // An access for some thirty pages, not for each.
    EXPECT_LT(host.now, 4000 * 10_ms / 10);
}

TEST(PageCache, WritesWaitOnlyForRoom) {
    PageReader host(1000);
    Random random(8);
    for (int i = 0; i < 200; ++i)
        EXPECT_EQ(host.write(random.below(1'000'000) * page_sectors), Nanos{}) << i;
    const Nanos before = host.now;
    for (int i = 0; i < 1000; ++i) host.write(random.below(1'000'000) * page_sectors);
    EXPECT_GT(host.now - before, 1_s);
    EXPECT_LE(host.cache.dirty_pages(), 201U);
    // In the background no further than half of that.
    host.rest();
    EXPECT_LE(host.cache.dirty_pages(), 100U);
    EXPECT_GT(host.cache.dirty_pages(), 90U);
}

TEST(PageCache, ALargeWriteWaitsOnItsWay) {
    PageReader host(1000);
    EXPECT_GT(host.write(0, 10'000 * page_sectors), 500_ms);  // 40 MB at some 20 MB/s
    EXPECT_LE(host.cache.dirty_pages(), 201U);
}

TEST(PageCache, AWriteOfPartOfAPageReadsItFirst) {
    PageReader host(1000);
    EXPECT_EQ(host.write(80'000, 8), Nanos{});
    EXPECT_GT(host.write(160'000, 4), 1_ms);
    EXPECT_EQ(host.write(160'004, 4), Nanos{});
    EXPECT_EQ(host.read(160'000, 8), Nanos{});
}

TEST(PageCache, AFlushWritesAllThatIsDirty) {
    PageReader host(10'000);
    EXPECT_EQ(host.flush(), Nanos{});
    for (std::uint64_t i = 0; i < 100; ++i) host.write(i * 10'000);
    EXPECT_EQ(host.cache.dirty_pages(), 100U);
    EXPECT_GT(host.flush(), 100_ms);
    EXPECT_EQ(host.cache.dirty_pages(), 0U);
    EXPECT_EQ(host.read(0), Nanos{});
    // What lies side by side goes as one.
    PageReader together(10'000);
    for (std::uint64_t i = 0; i < 100; ++i) together.write(i * page_sectors);
    EXPECT_LT(together.flush(), 60_ms);
    // And the drive's own cache is flushed behind.
    PageReader caching(10'000, "sata14t");
    caching.write(80'000);
    EXPECT_GT(caching.flush(), 1_ms);
}

TEST(PageCache, ADirectJobGoesPastIt) {
    PageReader host(1000);
    host.read(80'000);
    EXPECT_GT(host.direct(80'000, false), Nanos{});
    EXPECT_EQ(host.read(80'000), Nanos{});
    EXPECT_GT(host.direct(80'000, true), Nanos{});
    EXPECT_GT(host.read(80'000), Nanos{});  // what it held was old
}

}  // namespace
}  // namespace fathom::disk::test
