// A saved result is read back as it was, and what is no saved result is refused with the reason.
#include "result/saved.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "job/job_text.h"
#include "report/json.h"
#include "report/normal.h"
#include "report/terse.h"

namespace fathom::test {
namespace {

using ::testing::HasSubstr;

DirectionResult some_direction(std::uint64_t ios) {
    DirectionResult direction;
    DirectionRecord& record = direction.record;
    record.ios = ios;
    record.bytes = ios * 4096;
    record.short_ios = 1;
    record.clat = Latency(true);
    record.lat = Latency(false);
    for (std::uint64_t i = 0; i < ios; ++i) {
        record.clat.add(i * i * 7919);
        record.lat.add(i * i * 7919 + 11);
    }
    record.intended = Latency(true);
    record.intended.add(123'456);
    record.lateness.add(7);
    record.bw.add(1234.567);
    record.bw.add(0.1 + 0.2);
    record.iops.add(1e-7);
    record.series.end_interval(1_s, ios / 2, ios * 2048, record.clat.histogram());
    record.series.end_interval(300_ms, ios, ios * 4096, record.clat.histogram());
    record.priorities.push_back({8196, record.clat});
    direction.runtime = 1300_ms;
    return direction;
}

RunResult some_run() {
    RunResult run;
    run.version = "fathom-0.1.0";
    run.unix_milliseconds = 1'790'000'000'123;
    JobResult job;
    job.name = "a \"quoted\" name";
    job.settings = build(
                       "[global]\nbs=4k\nioengine=rich\n[a]\nrw=randrw\nsize=1m\nhipri\n"
                       "iodepth=8\ntime_based\nruntime=5\n")
                       .jobs.at(0);
    job.directions[Direction::read] = some_direction(1000);
    job.directions[Direction::write] = some_direction(3);
    job.error = 28;
    job.error_text = "No space left on device";
    job.cpu = {12.5, 1.0 / 3, 400_ms, 5_ms, 7, 1, 2};
    job.depths = {1, 2, 3, 4, 5, 6, 7};
    job.sync_latency = Latency(true);
    job.sync_latency.add(99);
    job.sync_ios = 1;
    job.addresses = {1000, 431.25, 999, 1e12 / 3};
    job.footnotes.push_back({"something", {"x.fio", 3}, "a hint"});
    run.jobs = {job};
    GroupResult group;
    group.directions[Direction::read] = {4096000, 1, 2, 3, 1_s, 2_s};
    run.groups = {group};
    DiskUse disk;
    disk.name = "md0";
    disk.utilisation = 12.345678901234567;
    DiskUse member;
    member.name = "sda";
    member.read_ios = 5;
    disk.members.push_back(member);
    run.disks = {disk};
    run.throttling.heat_events = 17;
    run.warnings.push_back({"a warning", {}, {}});
    run.surroundings.machine = {{"kernel", "Linux 6.1"}, {"cpus", "2"}};
    run.surroundings.places = {{"/data/x", {{"scheduler", "none"}}}};
    return run;
}

TEST(Saved, IsReadBackAsItWas) {
    const RunResult run = some_run();
    const std::string text = saved_text(run);
    const RunResult again = read_saved(text, "r.json", table());
    EXPECT_EQ(saved_text(again), text);
    ASSERT_EQ(again.jobs.size(), 1u);
    const JobResult& job = again.jobs[0];
    for (const Direction d : all_directions) {
        EXPECT_EQ(job.directions[d], run.jobs[0].directions[d]);
    }
    EXPECT_EQ(job.cpu, run.jobs[0].cpu);
    EXPECT_EQ(job.settings.access, run.jobs[0].settings.access);
    EXPECT_EQ(job.settings.iodepth, 8u);
    EXPECT_EQ(job.settings.engine_options, run.jobs[0].settings.engine_options);
    EXPECT_EQ(again.surroundings, run.surroundings);
    EXPECT_EQ(again.disks.at(0).members.at(0).read_ios, 5u);
}

TEST(Saved, GivesTheSameReports) {
    const RunResult run = some_run();
    const RunResult again = read_saved(saved_text(run), "r.json", table());
    EXPECT_EQ(normal_report(again), normal_report(run));
    EXPECT_EQ(terse_report(again, 5), terse_report(run, 5));
    EXPECT_EQ(json_report(again, true), json_report(run, true));
}

std::string refused(const std::string& text) {
    try {
        read_saved(text, "r.json", table());
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(Saved, WhatIsNoneIsRefusedWithTheReason) {
    EXPECT_THAT(refused(""), HasSubstr("r.json: no saved result"));
    EXPECT_THAT(refused("{}"), HasSubstr("--save FILE makes one"));
    EXPECT_THAT(refused("[1, 2"), HasSubstr("no saved result"));
    EXPECT_THAT(refused("{\"fathom_result\": 99}"), HasSubstr("reads format 1"));
    std::string text = saved_text(some_run());
    EXPECT_THAT(refused(text.substr(0, text.size() / 2)), HasSubstr("no saved result"));
    const auto twist = [&](const std::string& from, const std::string& to) {
        std::string twisted = text;
        const auto at = twisted.find(from);
        EXPECT_NE(at, std::string::npos) << from;
        twisted.replace(at, from.size(), to);
        return refused(twisted);
    };
    EXPECT_THAT(twist("\"ios\":1000", "\"ios\":\"many\""), HasSubstr("no saved result"));
    EXPECT_THAT(twist("\"iodepth\",\"value\":\"8\"", "\"iodepth\",\"value\":\"x\""),
                HasSubstr("r.json: in a saved result: failed parsing iodepth=x"));
    EXPECT_THAT(twist("\"buckets\":[", "\"buckets\":[99999,1,"), HasSubstr("unknown bucket"));
}

TEST(Saved, IsToldFromAReportOfFios) {
    EXPECT_TRUE(is_saved(saved_text(some_run())));
    EXPECT_FALSE(is_saved(json_report(some_run(), false)));
}

RC_GTEST_PROP(Saved, AnyBytesInPlaceOfSomeGiveAResultOrAnError, ()) {
    std::string text = saved_text(some_run());
    const auto at = *rc::gen::inRange<std::size_t>(0, text.size());
    text[at] = *rc::gen::arbitrary<char>();
    try {
        read_saved(text, "r.json", table());
    } catch (const Error&) {
    }
}

}  // namespace
}  // namespace fathom::test
