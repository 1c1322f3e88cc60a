// A flash drive against MQSim's figures and closed forms.
#include "disk/flash_drive.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "base/random.h"
#include "disk/built_in.h"

namespace fathom::disk {
namespace {

Parameters flash_of(const std::string& name, const std::string& more = {}) {
    return read_parameters(std::string(find_built_in(name)->text) + more, name);
}

struct FlashLoad {
    std::size_t outstanding = 1, requests = 20'000;
    std::uint64_t bytes = 4096, span = 0;
    bool write = false, in_order = false;
};

/// Requests a second of a host that keeps so many outstanding.
double flash_rate(FlashDrive& drive, const Parameters& p, const FlashLoad& load) {
    Random random(8);
    const std::uint64_t span = load.span == 0 ? capacity_bytes(p) : load.span;
    const std::uint64_t places = span / load.bytes, sectors = load.bytes / p.sector;
    std::uint64_t id = 0;
    Nanos now{};
    const auto send = [&] {
        const std::uint64_t place = load.in_order ? id % places : random.below(places);
        drive.submit(id++, place * sectors, sectors, load.write, now);
    };
    for (std::size_t i = 0; i < load.outstanding; ++i) send();
    for (std::size_t done = 0; done < load.requests;) {
        const Nanos next = *drive.next_event();
        EXPECT_GE(next, now);
        now = next;
        drive.advance(now);
        while (drive.completed(now)) {
            ++done;
            send();
        }
    }
    return static_cast<double>(load.requests) / (now.as_double() / 1e9);
}

double flash_rate(const Parameters& p, const FlashLoad& load) {
    FlashDrive drive(p);
    return flash_rate(drive, p, load);
}

/// As published for the default drive of MQSim, one closed loop of random reads, its cache off.
TEST(FlashDrive, reads_as_fast_as_mqsim_says) {
    struct Series {
        const char* more;
        std::uint64_t bytes;
        std::vector<double> kiops;  ///< of 1, 2, 4 ... outstanding
    };
    const std::string cached = "map=cached\nmap_cache_kib=2048\n";
    const Series all[] = {{"", 4096, {11.2, 22.0, 42.2, 77.9, 133, 191, 224, 238}},
                          {"", 8192, {9.8, 19.0, 36.2, 65.6, 106, 141, 160, 168}},
                          {cached.c_str(), 4096, {6.0, 11.8, 22.8, 42.2, 73, 109}}};
    for (const Series& series : all) {
        const Parameters p = flash_of("ssd-mqsim", series.more);
        for (std::size_t i = 0; i < series.kiops.size(); ++i) {
            const double rate =
                flash_rate(p, {.outstanding = std::size_t{1} << i, .bytes = series.bytes});
            EXPECT_NEAR(rate / (series.kiops[i] * 1e3), 1, 0.05)
                << series.more << series.bytes << " bytes, " << (1 << i) << " outstanding";
        }
    }
}

TEST(FlashDrive, one_at_a_time_is_sensing_and_sending_exactly) {
    const Parameters p = flash_of("ssd-mqsim");
    const FlashSettings& f = p.flash;
    const auto sent = static_cast<std::int64_t>(4096 * 1'000'000'000ULL / f.bus_rate);
    const double alone = 1e9 / (f.command + f.read + Nanos(sent)).as_double();
    EXPECT_NEAR(flash_rate(p, {.requests = 1000}), alone, alone * 1e-9);
    // Nothing of the map is in memory: each read senses twice.
    const Parameters unmapped = flash_of("ssd-mqsim", "map=cached\nmap_cache_kib=0\n");
    const double twice = 1e9 / (f.command + f.read + f.command + f.read + Nanos(sent)).as_double();
    EXPECT_NEAR(flash_rate(unmapped, {.requests = 1000}), twice, twice * 1e-9);
}

TEST(FlashDrive, stays_within_its_bounds) {
    for (const char* more : {"", "pipeline=1\n"}) {
        const Parameters p = flash_of("ssd-mqsim", more);
        const FlashSettings& f = p.flash;
        const double sense = f.read.as_double() / 1e9;
        const double send = 4096.0 / static_cast<double>(f.bus_rate);
        const double bound = f.pipelined ? std::min(f.channels * f.chips * f.dies / (sense + send),
                                                    f.channels / send)
                                         : f.channels * f.chips / (sense + f.chips * send);
        const double rate = flash_rate(p, {.outstanding = 512, .requests = 40'000});
        EXPECT_LE(rate, bound * 1.001) << more;
        EXPECT_GE(rate, bound * 0.9) << more;
    }
}

TEST(FlashDrive, pipelining_lets_dies_work_while_the_channel_is_taken) {
    const FlashLoad load{.outstanding = 256};
    EXPECT_GT(flash_rate(flash_of("ssd-mqsim", "pipeline=1\n"), load),
              1.5 * flash_rate(flash_of("ssd-mqsim"), load));
}

TEST(FlashDrive, writes_take_as_long_as_mqsim_says) {
    const Parameters p = flash_of("ssd-mqsim");
    for (const auto& [outstanding, microseconds] :
         {std::pair<std::size_t, double>{1, 777}, {16, 991}, {64, 1960}}) {
        const double rate =
            flash_rate(p, {.outstanding = outstanding, .bytes = 8192, .write = true});
        EXPECT_NEAR(static_cast<double>(outstanding) / rate * 1e6 / microseconds, 1, 0.05);
    }
}

TEST(FlashDrive, a_buffer_takes_writes_at_once_until_it_is_full) {
    const Parameters p = flash_of("ssd-mqsim", "wbuf_kib=4096\n");
    const double first = flash_rate(p, {.requests = 400, .bytes = 8192, .write = true});
    EXPECT_NEAR(first, 1e9 / p.flash.command.as_double(), 1);
    const double later =
        flash_rate(p, {.outstanding = 64, .requests = 100'000, .bytes = 8192, .write = true});
    const double chips = p.flash.channels * p.flash.chips;
    EXPECT_LT(later, 1.1 * chips / (p.flash.program.as_double() / 1e9));
}

TEST(FlashDrive, a_flush_waits_for_the_buffer) {
    const Parameters p = flash_of("ssd-mqsim", "wbuf_kib=4096\n");
    FlashDrive drive(p);
    EXPECT_FALSE(drive.flush(1, Nanos{}));
    drive.submit(2, 0, 16, true, Nanos{});
    EXPECT_TRUE(drive.flush(3, Nanos{}));
    std::map<std::uint64_t, Nanos> told;
    while (const auto next = drive.next_event()) {
        drive.advance(*next);
        while (const auto id = drive.completed(*next)) told[*id] = *next;
    }
    EXPECT_LT(told.at(2), Nanos(10'000));
    EXPECT_GE(told.at(3), p.flash.program);
}

TEST(FlashDrive, a_part_of_a_page_needs_the_rest_read) {
    const FlashLoad part{.requests = 500, .bytes = 4096, .write = true};
    const double empty = flash_rate(flash_of("ssd-mqsim"), part);
    const double full = flash_rate(flash_of("ssd-mqsim", "precondition=seq\n"), part);
    const double more = 1e6 / full - 1e6 / empty;
    EXPECT_NEAR(more, 75, 1);
}

/// Until nothing is going on.
void run_dry(FlashDrive& drive) {
    while (const auto next = drive.next_event()) {
        drive.advance(*next);
        while (drive.completed(*next)) {
        }
    }
}

/// A small one, whose garbage is collected in a moment.
std::string small_drive(const std::string& more) {
    return "[drive]\nname=small\ntype=ssd\n[ssd]\nchannels=2\nchips=2\nblocks=128\npages=32\n"
           "page_kib=4\nbus_mbps=400\ntr_us=50\ntprog_us=500\ntbers_us=2000\nop_pct=20\n" +
           more;
}

TEST(FlashDrive, collecting_takes_time_and_reads_leave_no_trace) {
    const Parameters empty = read_parameters(small_drive(""), "small");
    const Parameters used = read_parameters(small_drive("precondition=rand\n"), "small");
    const FlashLoad writes{.outstanding = 4, .requests = 2000, .write = true};
    EXPECT_GT(flash_rate(empty, writes), 2 * flash_rate(used, writes));
    FlashDrive drive(used);
    flash_rate(drive, used, {.requests = 1000});
    EXPECT_EQ(drive.write_amplification(), 1);
    EXPECT_EQ(drive.totals().erases, 0U);
    flash_rate(drive, used, writes);
    EXPECT_GT(drive.write_amplification(), 1.8);
    EXPECT_GT(drive.totals().erases, 10U);
    run_dry(drive);
    const double before = drive.write_amplification();
    flash_rate(drive, used, {.requests = 1000});
    EXPECT_EQ(drive.write_amplification(), before);
}

TEST(FlashDrive, what_is_discarded_need_not_be_moved) {
    const Parameters used = read_parameters(small_drive("precondition=rand\n"), "small");
    FlashDrive drive(used);
    EXPECT_TRUE(drive.discard(1, 0, capacity_bytes(used) / used.sector, Nanos{}));
    run_dry(drive);
    flash_rate(drive, used, {.requests = 1500, .write = true});
    EXPECT_LT(drive.write_amplification(), 1.05);
}

TEST(FlashDrive, reading_ahead_helps_who_goes_on) {
    const FlashLoad in_order{.requests = 2000, .in_order = true};
    const Parameters plain = read_parameters(small_drive(""), "small");
    const Parameters ahead = read_parameters(small_drive("readahead_kib=64\n"), "small");
    EXPECT_GT(flash_rate(ahead, in_order), 3 * flash_rate(plain, in_order));
    const FlashLoad scattered{.requests = 2000};
    EXPECT_NEAR(flash_rate(ahead, scattered) / flash_rate(plain, scattered), 1, 0.02);
}

TEST(FlashDrive, every_time_and_count_shows) {
    const FlashLoad reads{.outstanding = 16, .requests = 4000},
        writes{.outstanding = 16, .requests = 4000, .write = true};
    const std::string text = small_drive("precondition=rand\n");
    const auto changed = [&text](const std::string& old, const std::string& now) {
        std::string other = text;
        other.replace(other.find(old), old.size(), now);
        return read_parameters(other, "changed");
    };
    const Parameters base = read_parameters(text, "base");
    const double read_rate = flash_rate(base, reads), write_rate = flash_rate(base, writes);
    for (const auto& [old, now] :
         {std::pair{"channels=2", "channels=4"}, std::pair{"chips=2", "chips=4"},
          std::pair{"tr_us=50", "tr_us=25"}, std::pair{"bus_mbps=400", "bus_mbps=4000"}})
        EXPECT_GT(flash_rate(changed(old, now), reads), 1.05 * read_rate) << now;
    for (const auto& [old, now] :
         {std::pair{"tprog_us=500", "tprog_us=250"}, std::pair{"tbers_us=2000", "tbers_us=10"},
          std::pair{"op_pct=20", "op_pct=60"}})
        EXPECT_GT(flash_rate(changed(old, now), writes), 1.02 * write_rate) << now;
    EXPECT_LT(flash_rate(read_parameters(small_drive("command_us=20\n"), "f"), reads),
              0.95 * read_rate);
    EXPECT_EQ(capacity_bytes(changed("blocks=128", "blocks=128\nplanes=2")),
              2 * capacity_bytes(base));
}

TEST(FlashDrive, is_the_same_for_the_same_seed) {
    const FlashLoad writes{.outstanding = 4, .requests = 3000, .write = true};
    const auto rate = [&](const char* seed) {
        return flash_rate(
            read_parameters(
                small_drive("precondition=rand\ngc=dchoice:4\nseed=" + std::string(seed) + "\n"),
                "small"),
            writes);
    };
    EXPECT_EQ(rate("1"), rate("1"));
    EXPECT_NE(rate("1"), rate("2"));
}

TEST(FlashDrive, every_field_is_one_of_flash) {
    const auto refused = [](const std::string& text, const std::string& why) {
        try {
            read_parameters(text, "f");
            ADD_FAILURE() << "taken: " << text;
        } catch (const Error& error) {
            std::string all;
            for (const Problem& problem : error.problems()) all += problem.what + "\n";
            EXPECT_NE(all.find(why), std::string::npos) << all;
        }
    };
    refused("[drive]\nname=x\ntype=ssd\n", "ssd.channels is missing");
    refused(small_drive("[mech]\nrpm=7200\n"), "[mech] is not of type=ssd");
    refused(small_drive("[zone.1]\nspt=7\n"), "zones are not of type=ssd");
    refused(std::string(find_built_in("eric")->text) + "[ssd]\nchannels=1\n",
            "[ssd] is not of type=hdd");
    refused(small_drive("map_cache_kib=64\n"), "map_cache_kib does nothing");
    refused(small_drive("map=cached\n"), "map_cache_kib is missing");
    refused(small_drive("wbuf_kib=6\n"), "whole pages");
    refused(small_drive("gc=best\n"), "gc=best");
    refused(small_drive("gc=dchoice:0\n"), "gc=dchoice:0");
    refused(small_drive("gc_start_pct=40\n"), "spare blocks");
    refused(small_drive("op_pct=20\n"), "set twice");
    EXPECT_EQ(read_parameters(small_drive("gc=dchoice:7\n"), "f").flash.gc_choices, 7U);
}

}  // namespace
}  // namespace fathom::disk
