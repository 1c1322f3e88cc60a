// Our reports of the figures of real fio runs, held against what fio printed for them. Kept are
// short runs on a generic path. Percentile figures are compared in place and width, not to the
// digit: ours never leave the range from minimum to maximum.
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

class Golden : public testing::TestWithParam<const char*> {};

TEST_P(Golden, normal_report_is_fios) {
    const test::FioRun run = test::read_fio_run(GetParam());
    const auto expected = lines_of(run.normal);
    const auto actual = lines_of(normal_report(test::result_of(run)));
    for (std::size_t i = 0; i < std::min(expected.size(), actual.size()); ++i)
        EXPECT_EQ(without_percentiles(actual[i]), without_percentiles(expected[i])) << "line " << i;
    EXPECT_EQ(actual.size(), expected.size());
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
    } else if (expected.is_number()) {
        const double value = expected.get<double>();
        const bool percentile = path.find("/percentile/") != std::string::npos;
        EXPECT_NEAR(actual.get<double>(), value, percentile ? value / 64 : 2e-6 + value * 1e-6)
            << path;
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

INSTANTIATE_TEST_SUITE_P(Fio, Golden, testing::Values("psync_read", "libaio_rw", "fsync_group", "null_trim", "gtod", "bits1000", "bits1024", "base1000", "bitstime", "thread4", "nolat", "noclat", "noslat", "cpuio", "plist", "latonly", "syncnolat", "groups", "null_big", "null_rate2", "trimwrite", "slowmsec", "uring_batch", "plist6", "mixgroup", "one_io", "falloc", "filecreate", "offload", "stonewall3", "bw_avg", "secs"),
                         [](const auto& test) { return std::string(test.param); });

}  // namespace
}  // namespace fathom
