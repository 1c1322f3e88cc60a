// Our reports of the figures of real fio runs, held against what fio printed for them. Kept are
// short runs on a generic path. Percentile figures are compared in place and width, not to the
// digit: ours never leave the range from minimum to maximum. The latency distribution is compared
// within a percent: ours comes from the histogram, whose buckets lie across some bounds.
#include <regex>
#include <sstream>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include "fio_run.h"
#include "report/json.h"
#include "report/json_text.h"
#include "report/normal.h"

namespace fathom {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::string> lines_of(const std::string& text) {
    std::vector<std::string> lines;
    std::istringstream stream(text);
    for (std::string line; std::getline(stream, line);) lines.push_back(line);
    return lines;
}

/// Figures between brackets of a percentile row become 9s of the same width.
std::string without_percentiles(std::string line) {
    if (line.rfind("     |", 0) != 0) return line;
    bool inside = false;
    for (char& c : line) {
        if (c == '[') inside = true;
        if (c == ']') inside = false;
        if (inside && c >= '0' && c <= '9') c = '9';
    }
    return line;
}

bool is_distribution(const std::string& line) {
    return line.rfind("  lat (", 0) == 0 && line.find("sec)   :") != std::string::npos;
}

void expect_same_distribution(const std::string& actual, const std::string& expected) {
    static const std::regex share(R"(([>=0-9]+)=([0-9.]+)%)");
    std::sregex_iterator mine(actual.begin(), actual.end(), share), end;
    for (std::sregex_iterator it(expected.begin(), expected.end(), share); it != end;
         ++it, ++mine) {
        ASSERT_NE(mine, end) << actual;
        EXPECT_EQ((*mine)[1], (*it)[1]) << actual;
        EXPECT_NEAR(std::stod((*mine)[2]), std::stod((*it)[2]), 1.0) << actual;
    }
    EXPECT_EQ(mine, end) << actual;
}

class Golden : public testing::TestWithParam<const char*> {};

TEST_P(Golden, normal_report_is_fios) {
    const test::FioRun run = test::read_fio_run(GetParam());
    const auto expected = lines_of(run.normal);
    const auto actual = lines_of(normal_report(test::result_of(run)));
    for (std::size_t i = 0; i < std::min(expected.size(), actual.size()); ++i) {
        if (is_distribution(expected[i]) && is_distribution(actual[i]))
            expect_same_distribution(actual[i], expected[i]);
        else
            EXPECT_EQ(without_percentiles(actual[i]), without_percentiles(expected[i]))
                << "line " << i;
    }
    EXPECT_EQ(actual.size(), expected.size());
}

/// Figures that hang on how long fio watched a run, not on what it measured.
bool is_estimate(const std::string& path) {
    return path.find("/eta") != std::string::npos;
}

double tolerance(const std::string& path, double value) {
    if (path.find("/percentile/") != std::string::npos) return value / 64;
    if (path.find("/latency_") != std::string::npos) return 1.0;
    if (path.find("/iodepth_") != std::string::npos) return 0.06;
    return 2e-6 + value * 1e-6;
}

/// Same keys in the same order, same types, values equal (fractions to six digits).
void expect_same(const Json& actual, const Json& expected, const std::string& path) {
    ASSERT_STREQ(actual.type_name(), expected.type_name()) << path;
    EXPECT_EQ(actual.is_number_float(), expected.is_number_float()) << path;
    if (expected.is_structured()) {
        ASSERT_EQ(actual.size(), expected.size()) << path;
        auto mine = actual.items().begin();
        for (const auto& [key, value] : expected.items()) {
            EXPECT_EQ(mine.key(), key) << path;
            expect_same(mine.value(), value, path + "/" + key);
            ++mine;
        }
    } else if (is_estimate(path)) {
        EXPECT_TRUE(actual.is_number_integer()) << path;
    } else if (expected.is_number()) {
        const double value = expected.get<double>();
        EXPECT_NEAR(actual.get<double>(), value, tolerance(path, value)) << path;
    } else {
        EXPECT_EQ(actual, expected) << path;
    }
}

Json without_own(Json document) {
    document.erase("fathom");
    for (Json& job : document["jobs"]) job.erase("fathom");
    return document;
}

TEST_P(Golden, json_is_fios_beside_our_own_object) {
    const test::FioRun run = test::read_fio_run(GetParam());
    const Json actual = without_own(Json::parse(json_report(test::result_of(run), true)));
    Json expected = run.document;
    // Ours is always there, empty where fio leaves it out.
    if (!expected.contains("disk_util")) expected["disk_util"] = Json::array();
    expect_same(actual, expected, "");
}

TEST_P(Golden, json_layout_is_fios) {
    const test::FioRun run = test::read_fio_run(GetParam());
    EXPECT_EQ(json_text(run.document), run.json_text);
}

INSTANTIATE_TEST_SUITE_P(Fio, Golden,
                         testing::Values("psync_read", "libaio_rw", "fsync_group", "null_trim",
                                         "gtod", "bits1000", "bits1024", "bitstime", "thread4",
                                         "nolat", "noclat", "noslat", "cpuio", "plist", "syncnolat",
                                         "groups", "null_big", "null_rate2", "trimwrite",
                                         "slowmsec", "uring_batch", "plist6", "mixgroup", "one_io",
                                         "falloc", "filecreate", "offload", "stonewall3", "bw_avg",
                                         "secs"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace fathom
