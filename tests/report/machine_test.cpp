// Shapes of the machine formats: the terse fields, and what our JSON has beside fio's keys.
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "base/error.h"
#include "fio_run.h"
#include "report/json.h"
#include "report/json_text.h"
#include "report/terse.h"

namespace fathom {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> split(const std::string& line) {
    std::vector<std::string> fields;
    std::istringstream stream(line);
    for (std::string field; std::getline(stream, field, ';');) fields.push_back(field);
    return fields;
}

RunResult bare_run() {
    RunResult run;
    run.version = "fio-3.42";
    JobResult job;
    job.name = "j";
    job.error = 5;
    run.jobs.push_back(job);
    return run;
}

TEST(Terse, field_counts_by_version) {
    RunResult run = bare_run();
    const auto count = [&run](int version) {
        std::string line = terse_report(run, version);
        EXPECT_EQ(line.back(), '\n');
        line.pop_back();
        return split(line).size();
    };
    EXPECT_EQ(count(2), 161U);
    EXPECT_EQ(count(3), 121U);
    EXPECT_EQ(count(4), 162U);
    EXPECT_EQ(count(5), 180U);
    run.disks.push_back({});
    EXPECT_EQ(count(2), 161U);
    EXPECT_EQ(count(3), 130U);
    EXPECT_EQ(count(4), 171U);
    EXPECT_EQ(count(5), 189U);
    run.jobs[0].description = "x";
    EXPECT_EQ(count(3), 131U);
}

TEST(Terse, begins_as_each_version_does) {
    const RunResult run = bare_run();
    EXPECT_EQ(terse_report(run, 2).rfind("2;j;0;5;", 0), 0U);
    EXPECT_EQ(terse_report(run, 3).rfind("3;fio-3.42;j;0;5;", 0), 0U);
    EXPECT_EQ(terse_report(run, 5).rfind("5;fio-3.42;j;0;5;", 0), 0U);
    EXPECT_THROW(terse_report(run, 1), Error);
    EXPECT_THROW(terse_report(run, 6), Error);
}

TEST(Terse, figures_are_in_their_places) {
    RunResult run = bare_run();
    JobResult& job = run.jobs[0];
    DirectionResult& write = job.directions[Direction::write];
    write.record.ios = 512;
    write.record.bytes = 2 << 20;
    write.runtime = 500_ms;
    write.record.clat = Latency(true);
    write.record.clat.add(7'000);
    write.record.lat.add(7'100);
    job.depths[0] = 512;
    job.cpu.context_switches = 9;
    const auto fields = split(terse_report(run, 3));
    const auto field = [&fields](std::size_t one_based) { return fields.at(one_based - 1); };
    EXPECT_EQ(field(6), "0");      // read_kb
    EXPECT_EQ(field(47), "2048");  // write_kb
    EXPECT_EQ(field(48), "4096");  // write_bandwidth_kb
    EXPECT_EQ(field(49), "1024");  // write_iops
    EXPECT_EQ(field(50), "500");   // write_runtime_ms
    EXPECT_EQ(field(55), "7");     // write_clat_min_us
    EXPECT_EQ(field(59), "1.000000%=7");
    EXPECT_EQ(field(78), "0%=0");    // the 20th percentile of a list of 17
    EXPECT_EQ(field(90), "9");       // cpu_csw
    EXPECT_EQ(field(93), "100.0%");  // iodepth_1
    EXPECT_EQ(field(102), "0.20%");  // lat_10us: 1 of 512
}

TEST(JsonReport, first_and_last_lines_are_braces) {
    const std::string text = json_report(bare_run(), false);
    EXPECT_EQ(text.substr(0, 2), "{\n");
    EXPECT_EQ(text.substr(text.size() - 3), "\n}\n");
}

TEST(JsonReport, no_key_twice) {
    std::vector<std::vector<std::string>> open;
    const auto watch = [&open](int, Json::parse_event_t event, Json& value) {
        if (event == Json::parse_event_t::object_start) open.emplace_back();
        if (event == Json::parse_event_t::object_end) open.pop_back();
        if (event == Json::parse_event_t::key) {
            auto& keys = open.back();
            const auto key = value.get<std::string>();
            EXPECT_EQ(std::count(keys.begin(), keys.end(), key), 0) << key;
            keys.push_back(key);
        }
        return true;
    };
    const RunResult run = test::result_of(test::read_fio_run("libaio_rw"));
    EXPECT_FALSE(Json::parse(json_report(run, true), watch).is_discarded());
}

TEST(JsonReport, bins_add_up_to_the_ios_and_only_in_json_plus) {
    const RunResult run = test::result_of(test::read_fio_run("psync_read"));
    const Json plus = Json::parse(json_report(run, true));
    const Json& read = plus["jobs"][0]["read"];
    std::uint64_t sum = 0;
    for (const auto& [value, n] : read["clat_ns"]["bins"].items()) sum += n.get<std::uint64_t>();
    EXPECT_EQ(sum, read["total_ios"].get<std::uint64_t>());
    const Json plain = Json::parse(json_report(run, false));
    EXPECT_FALSE(plain["jobs"][0]["read"]["clat_ns"].contains("bins"));
    EXPECT_TRUE(plain["jobs"][0]["read"]["clat_ns"].contains("percentile"));
}

TEST(JsonReport, latencies_by_priority_stand_after_those_of_all) {
    RunResult run = bare_run();
    DirectionRecord& read = run.jobs[0].directions[Direction::read].record;
    read.priorities = {{0, Latency(true)}, {2 << 13 | 4, Latency(true)}};
    read.priorities[0].latency.add(7);
    EXPECT_FALSE(Json::parse(json_report(run, false))["jobs"][0]["read"].contains("prios"));
    read.priorities[1].latency.add(9);
    const Json shown = Json::parse(json_report(run, false))["jobs"][0]["read"];
    ASSERT_EQ(shown["prios"].size(), 2U);
    EXPECT_EQ(shown["prios"][1]["prioclass"], 2);
    EXPECT_EQ(shown["prios"][1]["prio"], 4);
    EXPECT_EQ(shown["prios"][1]["clat_ns"]["max"], 9);
    run.jobs[0].settings.lat_percentiles = true;
    EXPECT_TRUE(
        Json::parse(json_report(run, false))["jobs"][0]["read"]["prios"][0].contains("lat_ns"));
}

TEST(JsonReport, disk_util_is_always_there_and_shows_members) {
    RunResult run = bare_run();
    EXPECT_TRUE(Json::parse(json_report(run, false))["disk_util"].empty());
    DiskUse dm;
    dm.name = "dm-0";
    dm.members.resize(1);
    dm.members[0].name = "sda";
    dm.members[0].write_merges = 6;
    run.disks.push_back(dm);
    const Json disks = Json::parse(json_report(run, false))["disk_util"];
    ASSERT_EQ(disks.size(), 2U);
    EXPECT_EQ(disks[0]["aggr_write_merge"], 6);
    EXPECT_EQ(disks[1]["name"], "sda");
    EXPECT_FALSE(disks[1].contains("aggr_read_ios"));
}

TEST(TerseReport, a_disk_made_of_others_is_followed_by_their_mean_and_by_each) {
    RunResult run = bare_run();
    DiskUse md;
    md.name = "md0";
    md.members.resize(2);
    md.members[0].name = "sda";
    md.members[0].write_ios = 6;
    md.members[1].name = "sdb";
    md.members[1].write_ios = 2;
    run.disks.push_back(md);
    const std::string text = terse_report(run, 3);
    EXPECT_NE(text.find("md0;0;0;0;0;0;0;0;0.00%;slaves;0;4;0;0;0;0;0;0.00%;sda;0;6;"),
              std::string::npos)
        << text;
}

TEST(JsonReport, notes_stand_in_our_own_objects) {
    RunResult run = bare_run();
    run.warnings.push_back({"w", {}, ""});
    run.jobs[0].footnotes.push_back({"f", {}, ""});
    const Json document = Json::parse(json_report(run, false));
    EXPECT_EQ(document["fathom"]["warnings"][0], "w");
    EXPECT_EQ(document["jobs"][0]["fathom"]["footnotes"][0], "f");
}

TEST(JsonReport, options_as_given_flags_left_out) {
    RunResult run = bare_run();
    run.global_options = {{"bs", "4k", {}, true}};
    run.jobs[0].settings.given = {
        {"bs", "4k", {}, true}, {"rw", "read", {}, false}, {"stonewall", "", {}, false}};
    const Json document = Json::parse(json_report(run, false));
    EXPECT_EQ(document["global options"].dump(), R"({"bs":"4k"})");
    EXPECT_EQ(document["jobs"][0]["job options"].dump(), R"({"rw":"read"})");
    run.jobs[0].settings.given = {{"bs", "4k", {}, true}};
    EXPECT_FALSE(Json::parse(json_report(run, false))["jobs"][0].contains("job options"));
    run.jobs[0].settings.given = {{"stonewall", "", {}, false}};
    EXPECT_EQ(Json::parse(json_report(run, false))["jobs"][0]["job options"].dump(), "{}");
}

TEST(JsonText, numbers_and_text) {
    Json document;
    document["i"] = 3;
    document["f"] = 1.5;
    document["nan"] = std::nan("");
    document["s"] = "a\"b\n\xff";
    document["empty"] = Json::array();
    EXPECT_EQ(json_text(document),
              "{\n  \"i\" : 3,\n  \"f\" : 1.500000,\n  \"nan\" : 0.000000,\n"
              "  \"s\" : \"a\\\"b\\n\xEF\xBF\xBD\",\n  \"empty\" : [\n  ]\n}\n");
}

}  // namespace
}  // namespace fathom
