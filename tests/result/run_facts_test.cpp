// What a comparison sees of a run: of ours, and of reports that fio wrote (data/, by fio 3.33).
#include "result/run_facts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "job/job_text.h"
#include "result/read_documents.h"
#include "result/saved.h"
#include "run/run_fixture.h"

namespace fathom::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Pair;

std::string data(const std::string& name) {
    return read_text(std::string(FATHOM_SOURCE_DIR) + "/tests/result/data/" + name);
}

std::string refusal(const std::string& text) {
    try {
        read_facts(text, "x.json", table());
    } catch (const Error& error) {
        return to_text(error.problems().front());
    }
    return "";
}

JobResult worker(const std::string& name, std::uint32_t group, std::uint64_t ios) {
    JobResult job;
    job.name = name;
    job.group_id = group;
    job.iodepth = 4;
    job.synchronous_engine = false;
    DirectionResult& read = job.directions[Direction::read];
    read.runtime = Nanos{2'000'000'000};
    read.record.ios = ios;
    read.record.bytes = ios * 4096;
    read.record.clat = Latency(true);
    for (std::uint64_t i = 0; i < ios; ++i) read.record.clat.add(1000 + i);
    read.record.series.end_interval(1_s, ios / 2, ios * 2048, read.record.clat.histogram());
    read.record.series.end_interval(1_s, ios, ios * 4096, read.record.clat.histogram());
    read.record.series.end_interval(10_ms, ios, ios * 4096, read.record.clat.histogram());
    job.cpu.user_time = Nanos{static_cast<std::int64_t>(ios) * 300};
    job.cpu.system_time = Nanos{static_cast<std::int64_t>(ios) * 700};
    job.cpu.context_switches = ios * 2;
    return job;
}

double counter(const std::vector<Counter>& counters, const std::string& name) {
    for (const Counter& one : counters)
        if (one.name == name) return one.value;
    return -1;
}

TEST(Facts, OfARunAreThoseOfItsGroups) {
    RunResult run;
    run.jobs = {worker("a", 0, 1000), worker("a", 0, 3000), worker("b", 1, 500)};
    run.disks.resize(1);
    run.disks[0].read_sectors = 8000;
    run.disks[0].read_ios = 100;
    const RunFacts facts = facts_of(run);
    ASSERT_EQ(facts.parts.size(), 2U);
    const PartFacts& part = facts.parts[0];
    EXPECT_EQ(part.name, "a");
    const DirectionFacts& read = part.directions[Direction::read];
    EXPECT_EQ(read.ios, 4000U);
    EXPECT_DOUBLE_EQ(read.iops, 2000);
    EXPECT_DOUBLE_EQ(read.bandwidth, 2000.0 * 4096);
    EXPECT_DOUBLE_EQ(*part.cpu_per_io, 1000);
    EXPECT_DOUBLE_EQ(counter(part.counters, "context switches per I/O"), 2);
    EXPECT_DOUBLE_EQ(counter(part.counters, "queue depth asked"), 8);
    EXPECT_NEAR(counter(part.counters, "queue depth reached"), 2000 * *read.mean_latency / 1e9,
                1e-12);
    // 4000 I/Os tell p50, p95, p99 (40 beyond it); p99.9 has four, p99.99 none.
    ASSERT_EQ(read.percentiles.size(), 3U);
    EXPECT_THAT(read.percentiles.back(), Pair(99, ::testing::Gt(3000.0)));
    // The stub of 10 ms at the end is no second.
    EXPECT_EQ(read.per_second, (std::vector<double>{2000, 2000}));
    EXPECT_EQ(facts.parts[1].name, "b");
    EXPECT_DOUBLE_EQ(counter(facts.counters, "bytes read from the device"), 8000.0 * 512);
    EXPECT_DOUBLE_EQ(counter(facts.counters, "mean request at the device"), 80.0 * 512);
}

TEST(Facts, JobsOfUnequalLengthAreRemarked) {
    RunResult run;
    run.jobs = {worker("a", 0, 1000), worker("b", 0, 1000)};
    run.jobs[0].total_runtime = 2_s;
    run.jobs[1].total_runtime = 2_s;
    EXPECT_TRUE(facts_of(run).warnings.empty());
    run.jobs[1].total_runtime = 1_s;
    ASSERT_EQ(facts_of(run).warnings.size(), 1U);
    EXPECT_THAT(facts_of(run).warnings[0].what, HasSubstr("a, b did not run equally long"));
}

TEST(Facts, PercentilesWithoutSupportAreBlank) {
    EXPECT_TRUE(percentile_has_support(99, 1000));
    EXPECT_FALSE(percentile_has_support(99, 999));
    EXPECT_TRUE(percentile_has_support(99.9, 10'000));
    EXPECT_FALSE(percentile_has_support(99.99, 99'000));
    EXPECT_TRUE(percentile_has_support(50, 20));
}

TEST(Facts, AGroupIsCalledAfterItsJobs) {
    EXPECT_EQ(part_name({"a", "a"}), "a");
    EXPECT_EQ(part_name({"a", "b", "c"}), "a, b, c");
    EXPECT_EQ(part_name({"a", "b", "c", "d"}), "a and 3 others");
}

TEST(ReadFacts, OfASavedResultAreThoseOfTheRun) {
    RunResult run;
    run.jobs = {worker("a", 0, 1000)};
    run.jobs[0].settings = job_with("rw=read");
    run.version = "fathom-9";
    run.unix_milliseconds = 77;
    run.surroundings.machine = {{"kernel", "Linux 6.1"}};
    const auto read = read_facts(saved_text(run), "x", table());
    ASSERT_EQ(read.size(), 1U);
    EXPECT_EQ(read[0].tester, "fathom-9");
    EXPECT_EQ(read[0].unix_milliseconds, 77);
    EXPECT_EQ(read[0].surroundings, run.surroundings);
    const RunFacts direct = facts_of(run);
    EXPECT_EQ(read[0].parts[0].directions, direct.parts[0].directions);
    EXPECT_EQ(read[0].parts[0].cpu_per_io, direct.parts[0].cpu_per_io);
    EXPECT_EQ(read[0].parts[0].settings, direct.parts[0].settings);
}

TEST(ReadFacts, OfFiosReport) {
    const auto read = read_facts(data("fio_randread.json"), "x", table());
    ASSERT_EQ(read.size(), 1U);
    EXPECT_EQ(read[0].tester, "fio-3.33");
    EXPECT_EQ(read[0].unix_milliseconds, 1796113483220);
    const PartFacts& part = read[0].parts.at(0);
    EXPECT_EQ(part.name, "a");
    const DirectionFacts& facts = part.directions[Direction::read];
    EXPECT_EQ(facts.ios, 1024U);
    EXPECT_EQ(facts.bytes, 4194304U);
    EXPECT_NEAR(facts.iops, 341333.333, 0.001);
    EXPECT_DOUBLE_EQ(*facts.mean_latency, 1900.099609);
    EXPECT_THAT(facts.percentiles,
                ::testing::ElementsAre(Pair(50, 1480), Pair(95, 2096), Pair(99, 11200)));
    EXPECT_THAT(part.settings, ::testing::Contains(Pair("rw", "randread")));
    EXPECT_EQ(part.directions[Direction::write].ios, 0U);
}

TEST(ReadFacts, OfFiosJsonPlusByGroup) {
    const auto read = read_facts(data("fio_two_groups_plus.json"), "x", table());
    ASSERT_EQ(read.at(0).parts.size(), 2U);
    const PartFacts& mixed = read[0].parts[0];
    EXPECT_EQ(mixed.directions[Direction::read].ios, 248U);
    EXPECT_EQ(mixed.directions[Direction::write].ios, 264U);
    // From the bins, the median is what fio prints.
    EXPECT_THAT(mixed.directions[Direction::write].percentiles.at(0), Pair(50, 1544));
    EXPECT_EQ(read[0].parts[1].name, "b");
    EXPECT_EQ(read[0].parts[1].directions[Direction::write].bytes, 1048576U);
}

TEST(ReadFacts, RowsOfAGroupAreAddedUp) {
    const std::string text = R"({"fio version": "fio-3.1", "timestamp": 5, "jobs": [
      {"jobname": "a", "groupid": 0, "error": 0, "read": {"io_bytes": 40960, "bw_bytes": 1,
       "runtime": 1000, "total_ios": 1000, "lat_ns": {"mean": 100},
       "clat_ns": {"mean": 90, "percentile": {"50.000000": 80}}}},
      {"jobname": "b", "groupid": 0, "error": 0, "read": {"io_bytes": 40960, "bw_bytes": 1,
       "runtime": 2000, "total_ios": 3000, "lat_ns": {"mean": 300},
       "clat_ns": {"mean": 290, "percentile": {"50.000000": 280}}}}]})";
    const auto read = read_facts(text, "x", table());
    const DirectionFacts& facts = read.at(0).parts.at(0).directions[Direction::read];
    EXPECT_EQ(read[0].parts[0].name, "a, b");
    EXPECT_DOUBLE_EQ(facts.iops, 2000);
    EXPECT_DOUBLE_EQ(*facts.mean_latency, 250);
    EXPECT_TRUE(facts.percentiles.empty());  // two medians are no median
    EXPECT_EQ(read[0].unix_milliseconds, 5000);
}

TEST(ReadFacts, OfFio2InMicrosecondsAndKibibytes) {
    const std::string text = R"({"fio version": "fio-2.1.11", "jobs": [
      {"jobname": "a", "groupid": 0, "error": 0, "read": {"io_bytes": 4096, "bw": 1,
       "runtime": 1000, "total_ios": 1024, "lat": {"mean": 1.5},
       "clat": {"mean": 1.4, "percentile": {"50.000000": 1, "99.000000": 2}}}}]})";
    const auto read = read_facts(text, "x", table());
    const DirectionFacts& facts = read.at(0).parts.at(0).directions[Direction::read];
    EXPECT_EQ(facts.bytes, 4096U * 1024);
    EXPECT_DOUBLE_EQ(*facts.mean_latency, 1500);
    EXPECT_THAT(facts.percentiles, ::testing::ElementsAre(Pair(50, 1000), Pair(99, 2000)));
}

TEST(ReadFacts, SeveralDocumentsAndLinesBetweenThem) {
    const std::string one = data("fio_randread.json");
    EXPECT_EQ(read_facts("fio: a message\n" + one + "\nnote: {x\n" + one, "x", table()).size(), 2U);
    EXPECT_EQ(read_facts("[\n" + one + ",\n" + one + "]\n", "x", table()).size(), 2U);
}

TEST(ReadFacts, WhatIsNoneIsRefusedWithThePlace) {
    EXPECT_THAT(refusal(""), HasSubstr("x.json: holds no result"));
    EXPECT_THAT(refusal("fio: failed\n"), HasSubstr("holds no result"));
    EXPECT_THAT(refusal("a\n{\"jobs\": ["), HasSubstr("x.json:2: a JSON document that begins"));
    EXPECT_THAT(refusal("{\"a\": 1}"), HasSubstr("no \"jobs\""));
    EXPECT_THAT(refusal("{\"jobs\": 7}"), HasSubstr("no \"jobs\""));
    EXPECT_THAT(refusal("{]}"), HasSubstr("is no result"));
    EXPECT_THAT(refusal("{\"jobs\": [7]}"), HasSubstr("is no result"));
    const std::string one = data("fio_randread.json");
    EXPECT_THAT(refusal(one.substr(0, one.size() / 2)), HasSubstr("cut short"));
}

}  // namespace
}  // namespace fathom::test
