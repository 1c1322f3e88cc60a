// Geometry, seeks and the passing of sectors: exact where a closed form exists.
#include "disk/mechanics.h"

#include <cmath>
#include <set>
#include <tuple>

#include <gtest/gtest.h>

#include "disk/closed_loop.h"

namespace fathom::disk::test {
namespace {

TEST(Geometry, EverySectorHasAPlaceOfItsOwn) {
    for (const Layout layout : {Layout::cylinder, Layout::serpentine}) {
        const Geometry geometry(3, {{0, 7, 10, 2, 4}, {9, 12, 7, 1, 3}}, layout, 4);
        ASSERT_EQ(geometry.sectors(), 3U * (8 * 10 + 4 * 7));
        std::set<std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>> places;
        for (std::uint64_t sector = 0; sector < geometry.sectors(); ++sector) {
            const Place place = geometry.locate(sector);
            EXPECT_LT(place.slot, place.sectors_per_track);
            EXPECT_LT(place.head, 3U);
            places.emplace(place.cylinder, place.head, place.slot);
        }
        EXPECT_EQ(places.size(), geometry.sectors());
    }
}

TEST(Geometry, SkewsAddUpFromTrackToTrack) {
    const Geometry geometry(2, {{0, 3, 10, 3, 4}});
    EXPECT_EQ(geometry.locate(0).slot, 0U);
    EXPECT_EQ(geometry.locate(10).slot, 3U);  // the next head
    EXPECT_EQ(geometry.locate(20).slot, 7U);  // the next cylinder
    EXPECT_EQ(geometry.locate(30).slot, 0U);
    EXPECT_EQ(geometry.locate(13).left, 7U);
}

TEST(SeekCurve, PassesThroughItsPiecesAndItsThreePoints) {
    const SeekCurve hp({}, SeekCurve::Root{3.24, 0.4, 383}, SeekCurve::Line{8.0, 0.008});
    EXPECT_EQ(hp.at(0), Nanos{});
    EXPECT_EQ(hp.at(1), Nanos(3'640'000));
    EXPECT_EQ(hp.at(1961), Nanos(23'688'000));
    const SeekCurve table({{1, 2.0}, {3, 4.0}}, {}, {});
    EXPECT_EQ(table.at(2), Nanos(3'000'000));
    EXPECT_EQ(table.at(100), Nanos(4'000'000));
    const SeekCurve fitted = SeekCurve::through(2.5, 20, 40, 1150);
    EXPECT_NEAR(fitted.at(1).as_double() / 1e6, 2.5, 0.01);
    EXPECT_NEAR(fitted.at(1149).as_double() / 1e6, 40, 0.01);
    EXPECT_NEAR(fitted.mean_ms(1150), 20, 0.05);
    EXPECT_THROW(SeekCurve::through(5, 4, 10, 1000), std::invalid_argument);
}

/// raw * heads / (heads + (heads - 1) * track skew / spt + cylinder skew / spt)
TEST(Mechanics, SequentialSpeedIsThatOfSkewsInEveryZone) {
    for (const char* name : {"hp97560", "hp_c2247a", "barracuda4lp", "cheetah9lp", "atlas10k"}) {
        const Parameters parameters = drive(name);
        Mechanics mechanics = mechanics_of(parameters);
        for (std::size_t z = 0; z < parameters.zones.size(); ++z) {
            const Zone& zone = parameters.zones[z];
            const double spt = zone.sectors_per_track;
            const double raw = spt * 512 / (60 / parameters.rpm);
            const double heads = parameters.heads;
            const double expected =
                raw * heads /
                (heads + (heads - 1) * zone.track_skew / spt + zone.cylinder_skew / spt);
            const std::uint64_t sectors =
                std::uint64_t{50} * parameters.heads * zone.sectors_per_track;
            const std::uint64_t start = mechanics.geometry().zone_start(z);
            mechanics.access(Nanos{}, start, 1, false);
            const auto access = mechanics.access(1_s, start, sectors, false);
            EXPECT_NEAR(
                static_cast<double>(sectors) * 512 / (access.transfer.as_double() / 1e9) / expected,
                1, 0.012)
                << name << " zone " << z + 1;
        }
    }
    Mechanics hp = mechanics_of(drive("hp97560"));
    const std::uint64_t sectors = 72 * 19 * 100;
    const double seconds = hp.access(Nanos{}, 0, sectors, false).end.as_double() / 1e9;
    EXPECT_NEAR(static_cast<double>(sectors) * 512 / seconds / 1e6, 2.199, 0.01 * 2.199);
}

TEST(Mechanics, ASkewASectorTooSmallLosesARevolutionATrack) {
    Parameters parameters = drive("hp97560");
    const auto transfer = [&] {
        Mechanics mechanics = mechanics_of(parameters);
        return mechanics.access(Nanos{}, 0, 72 * 19 * 10, false).transfer.as_double();
    };
    const double good = transfer();
    const double switch_sectors =
        parameters.head_switch.as_double() / 1e9 * parameters.rpm / 60 * 72;
    parameters.zones[0].track_skew = static_cast<std::uint32_t>(switch_sectors) - 1;
    const double revolution = 60e9 / parameters.rpm;
    EXPECT_GT(transfer() - good, 0.9 * revolution * 18 * 10 - revolution * 10);
}

TEST(Mechanics, BackwardByABlockTakesARevolutionEach) {
    // A block of 8 sectors is little beside a track of 4424.
    Parameters parameters = drive("sata14t");
    parameters.write_cache.mode = WriteCaching::off;
    HardDisk disk(parameters);
    Nanos now{};
    const std::uint64_t block = 8, blocks = 2000;
    for (std::uint64_t i = blocks; i-- > 0;) {
        disk.submit(i, i * block, block, true, now);
        disk.before_time_goes_on(now);
        now = *disk.next_event();
        disk.advance(now);
        disk.completed(now);
    }
    EXPECT_NEAR(now.as_double() / (60e9 / parameters.rpm) / static_cast<double>(blocks), 1, 0.02);
}

TEST(Mechanics, NothingGoesBackInTime) {
    HardDisk disk(drive("atlas10k"));
    Random random(3);
    Nanos now{};
    for (std::uint64_t i = 0; i < 5000; ++i) {
        if (i % 3 == 0) disk.submit(i, random.below(disk.sectors() - 8), 8, i % 2 == 0, now);
        disk.before_time_goes_on(now);
        const auto next = disk.next_event();
        if (!next) continue;
        ASSERT_GE(*next, now);
        now = *next;
        disk.advance(now);
        while (disk.completed(now)) {
        }
    }
}

}  // namespace
}  // namespace fathom::disk::test
