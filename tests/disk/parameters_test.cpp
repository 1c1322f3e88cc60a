// A drive's text: every built-in one is read, and every mistake is named with its place.
#include "disk/parameters.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "disk/built_in.h"
#include "disk/device.h"
#include "disk/hard_disk.h"
#include "disk/mechanics_of.h"

namespace fathom::disk {
namespace {

using ::testing::HasSubstr;

constexpr const char* small =
    "[drive]\nname=x  # a comment\n[mech]\nrpm=7200\nheads=2\n[seek]\nt2t_ms=1\nmean_ms=8\n"
    "full_ms=16\n[zone.1]\nfirst_cyl=0\nlast_cyl=99\nspt=100\n";

std::string refused(const std::string& text) {
    try {
        read_parameters(text, "x.disk");
    } catch (const Error& error) {
        return error.what();
    }
    return "taken";
}

TEST(Parameters, EveryBuiltInDriveIsADisk) {
    for (const BuiltIn& one : built_in_drives()) {
        const Parameters parameters = read_parameters(one.text, std::string(one.name));
        EXPECT_EQ(parameters.name, one.name);
        EXPECT_FALSE(parameters.source.empty()) << one.name;
        EXPECT_NE(make_device(parameters), nullptr) << one.name;
        EXPECT_GT(capacity_bytes(parameters), 50'000'000U) << one.name;
    }
    EXPECT_EQ(HardDisk(read_parameters(find_built_in("hp97560")->text, "")).sectors(), 2'684'016U);
    EXPECT_EQ(find_built_in("hp97561"), nullptr);
}

TEST(Parameters, ZonesOfARadiusHaveTheCapacity) {
    const Parameters p = read_parameters(find_built_in("sata14t")->text, "");
    const Mechanics mechanics = mechanics_of(p);
    const Geometry& geometry = mechanics.geometry();
    EXPECT_NEAR(static_cast<double>(geometry.sectors()) * 512, 14e12, 0.01 * 14e12);
    EXPECT_EQ(geometry.cylinders(), 508'416U);
    EXPECT_EQ(geometry.zones().front().sectors_per_track, 4424U);
    EXPECT_EQ(geometry.zones().back().sectors_per_track, 2280U);
}

TEST(Parameters, ASmallTextIsEnough) {
    EXPECT_EQ(refused(small), "taken");
    EXPECT_EQ(HardDisk(read_parameters(small, "")).sectors(), 20'000U);
}

TEST(Parameters, EveryMistakeIsNamedWithItsPlace) {
    const std::string text = small;
    EXPECT_THAT(refused(text + "[queue]\npolicy=fast\n"),
                HasSubstr("x.disk:15: policy=fast: not one of fcfs, sstf, scan"));
    EXPECT_THAT(refused(text + "[queue]\ndepht=4\n"),
                HasSubstr("[queue] has no depht (it has policy, depth"));
    EXPECT_THAT(refused(text + "[tape]\nreels=8\n"), HasSubstr("there is no section [tape]"));
    EXPECT_THAT(refused(text + "[mech]\nrpm=x\n"), HasSubstr("x.disk:15: mech.rpm is set twice"));
    EXPECT_THAT(refused("rpm=5\n"), HasSubstr("x.disk:1: rpm stands in no section"));
    EXPECT_THAT(refused("[mech\n"), HasSubstr("has no ]"));
    EXPECT_THAT(refused("[mech]\nrpm\n"), HasSubstr("'rpm' is no NAME=VALUE"));
    EXPECT_THAT(refused("[mech]\nrpm=7200x\n"), HasSubstr("rpm=7200x: not a number from 100"));
    EXPECT_THAT(refused("[mech]\nrpm=nan\n"), HasSubstr("not a number"));
    EXPECT_THAT(refused("[seek]\ntable=\"3:1 2:1\"\n"), HasSubstr("pairs that rise in distance"));
    EXPECT_THAT(refused("[seek]\nshort=1 2\n"), HasSubstr("three numbers, a b D"));
    // All of them at once.
    const std::string all = refused("");
    for (const char* field :
         {"drive.name is missing", "mech.rpm is missing", "mech.heads is missing",
          "zones.capacity is missing", "[seek] is missing"})
        EXPECT_THAT(all, HasSubstr(field));
    EXPECT_THAT(refused(text + "[zone.2]\nfirst_cyl=50\nlast_cyl=120\nspt=5\n"),
                HasSubstr("x.disk:14: zone 2 needs first_cyl, last_cyl behind the zone before it"));
}

TEST(Parameters, WhatMakesNoDiskTogetherIsRefusedToo) {
    const std::string head = "[drive]\nname=x\n[mech]\nrpm=7200\nheads=1\n";
    const std::string curve = "[seek]\nt2t_ms=1\nmean_ms=8\nfull_ms=16\n";
    EXPECT_THAT(refused(head + curve + "[zones]\ncapacity=1e15\nouter_mbps=0.01\n"),
                HasSubstr("takes more than 100000000 cylinders"));
    EXPECT_THAT(refused(head + curve + "[zone.1]\nfirst_cyl=0\nlast_cyl=2\nspt=9\n"),
                HasSubstr("seek times rise"));
    EXPECT_THAT(refused(head + "[seek]\nshort=-5 1 100\n[zone.1]\nlast_cyl=99\nspt=9\n"),
                HasSubstr("less than no time"));
    EXPECT_THAT(refused("[drive]\nname=x\nsector=4096\n[mech]\nrpm=100\nheads=1000\n" + curve +
                        "[zone.1]\nfirst_cyl=0\nlast_cyl=99999999\nspt=1000000\n"),
                HasSubstr("larger than 8 EiB"));
}

TEST(Parameters, AFieldThatDoesNothingBesideAnotherIsNamed) {
    const std::string text = small;
    const std::pair<const char*, const char*> idle[] = {
        {"[mech]\nread_on_arrival=1\n", "mech.read_on_arrival does nothing here (it is for cache"},
        {"[bus]\nwatermark=0.5\n", "bus.watermark does nothing here (it needs bus.mbps)"},
        {"[bus]\nhit_overhead_us=5\n", "it needs cache.read or wcache.mode"},
        {"[cache]\nsegments=5\n", "cache.segments does nothing here"},
        {"[cache]\nstart=warm\n", "cache.start does nothing here"},
        {"[cache]\nhit_us=5\n", "cache.hit_us does nothing here"},
        {"[cache]\nreadahead=fixed\nreadahead_kib=5\n", "cache.readahead does nothing here"},
        {"[cache]\nread=track\nsegment_kib=5\n", "it is for cache.read=segments and lru"},
        {"[cache]\nread=lru\nsegment_kib=5\npreempt=0\n", "cache.preempt does nothing here"},
        {"[cache]\nread=lru\n", "cache.segment_kib is missing"},
        {"[cache]\nread=track\nreadahead=stream\n", "cache.readahead_kib is missing"},
        {"[cache]\nread=segments\nsegment_kib=8\nreadahead=fixed\nreadahead_kib=9\n",
         "9 KiB are read ahead, and 8 KiB can be kept"},
        {"[cache]\nread=lru\nsegments=3\nsegment_kib=8\nreadahead=stream\nreadahead_kib=13\n",
         "26 KiB are read ahead, and 24 KiB can be kept"},
        {"[wcache]\nkib=5\n", "wcache.kib does nothing here"},
        {"[wcache]\nflush_on_end=1\n", "wcache.flush_on_end does nothing here"},
        {"[wcache]\nmode=report\nentries=5\n", "it is for wcache.mode=back"},
        {"[wcache]\nmode=report\ndestage=satf\n", "wcache.destage does nothing here"},
        {"[host]\nper_kib_limit_kib=4\n", "it needs host.per_kib_us"},
        {"[cache]\nread=all\n", "read=all: not one of segments, track, lru, off"},
        {"[cache]\nread=track\nstart=hot\n", "start=hot: not one of cold, warm"},
        {"[bus]\nmbps=1e6\n", "mbps=1e6: not a number from 0 to 10000"},
        {"[wcache]\nmode=back\nmerge=all\n", "merge=all: not one of forward, both, none"},
    };
    for (const auto& [more, said] : idle)
        EXPECT_THAT(refused(text + more), HasSubstr(said)) << more;
    EXPECT_EQ(refused(text + "[cache]\nread=off\n[wcache]\nmode=off\n"), "taken");
}

TEST(Parameters, ACallCostsByItsSizeUpToALimit) {
    Parameters parameters;
    parameters.host_call = 20_us;
    parameters.host_per_kib = 7_us;
    EXPECT_EQ(host_cost(parameters, 4096), 48_us);
    EXPECT_EQ(host_cost(parameters, 512), Nanos(23'500));
    parameters.host_kib_limit = 2;
    EXPECT_EQ(host_cost(parameters, 4096), 34_us);
}

TEST(Parameters, EveryFieldHasHelpAndAPlaceInItsSection) {
    for (const Field& field : fields()) {
        EXPECT_FALSE(field.help.empty()) << field.name;
        EXPECT_FALSE(field.section.empty()) << field.name;
    }
}

}  // namespace
}  // namespace fathom::disk
