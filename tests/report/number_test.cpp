#include "report/number.h"

#include <cmath>
#include <ostream>
#include <string>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

namespace fathom {
namespace {

struct Row {
    std::uint64_t value;
    const char* binary;
    const char* decimal;
};

void PrintTo(const Row& row, std::ostream* out) {
    *out << row.value;
}

class BytesText : public testing::TestWithParam<Row> {};

TEST_P(BytesText, is_as_fio_prints_it) {
    EXPECT_EQ(bytes_text(GetParam().value, NumberBase::binary), GetParam().binary);
    EXPECT_EQ(bytes_text(GetParam().value, NumberBase::decimal), GetParam().decimal);
}

// As printed by fio 3.33 in "io=... (...)" for jobs of these sizes.
INSTANTIATE_TEST_SUITE_P(
    Fio, BytesText,
    testing::Values(Row{0, "0B", "0B"}, Row{4096, "4096B", "4096B"},
                    Row{10000, "9.77KiB", "10.0kB"}, Row{81920, "80.0KiB", "81.9kB"},
                    Row{9999ULL << 10, "9999KiB", "10.2MB"},
                    Row{10000ULL << 10, "9.77MiB", "10.2MB"},
                    Row{10235ULL << 10, "10.00MiB", "10.5MB"},
                    Row{10240ULL << 10, "10.0MiB", "10.5MB"}, Row{1048064, "1024KiB", "1048kB"},
                    Row{1000448, "977KiB", "1000kB"}, Row{999936, "977KiB", "1000kB"},
                    Row{102399ULL << 10, "100.0MiB", "105MB"}, Row{104800256, "99.9MiB", "105MB"},
                    Row{999424000, "953MiB", "999MB"}, Row{1023ULL << 20, "1023MiB", "1073MB"},
                    Row{10485760000, "9.77GiB", "10.5GB"}, Row{10736ULL << 20, "10.5GiB", "11.3GB"},
                    Row{9999ULL << 20, "9999MiB", "10.5GB"}),
    [](const auto& test) { return std::to_string(test.param.value); });

TEST(RateText, of_bits_and_bytes) {
    EXPECT_EQ(rate_text(10'485'760'000, NumberBase::binary, 1), "78.1Gibit/s");
    EXPECT_EQ(rate_text(10'485'760'000, NumberBase::decimal, 1), "83.9Gbit/s");
    EXPECT_EQ(rate_text(10'485'760'000, NumberBase::binary, 0), "9.77GiB/s");
    EXPECT_EQ(rate_text(10'485'760'000, NumberBase::decimal, 8), "10.5GB/s");
    EXPECT_EQ(rate_text(0, NumberBase::binary, 0), "0B/s");
}

TEST(CountText, keeps_four_digits) {
    EXPECT_EQ(count_text(72), "72");
    EXPECT_EQ(count_text(9800), "9800");
    EXPECT_EQ(count_text(10'448), "10.4k");
    EXPECT_EQ(count_text(159'400), "159k");
    EXPECT_EQ(count_text(1'669'000), "1669k");
    EXPECT_EQ(count_text(12'345'678), "12.3M");
}

TEST(ShortNumber, keeps_six_digits_for_latencies) {
    const auto text = [](std::uint64_t value) {
        return short_number(value, 6, NumberBase::decimal, NumberUnit::none);
    };
    EXPECT_EQ(text(1423), "1423");
    EXPECT_EQ(text(173'296), "173296");
    EXPECT_EQ(text(8'117'123), "8117.1k");
    EXPECT_EQ(text(13'274'123), "13274k");
    EXPECT_EQ(text(331'102'922), "331103k");
}

RC_GTEST_PROP(ShortNumber, is_right_within_its_digits, (std::uint64_t value)) {
    const std::string text = count_text(value);
    std::size_t used = 0;
    double shown = std::stod(text, &used);
    for (const char suffix : std::string("kMGTPE")) {
        if (used == text.size()) break;
        shown *= 1000;
        if (text[used] == suffix) break;
    }
    const double exact = static_cast<double>(value);
    RC_ASSERT(std::abs(shown - exact) <= exact * 0.006 + 1e-9);
}

TEST(NumberBaseOf, kb_base) {
    EXPECT_EQ(base_of(1000), NumberBase::decimal);
    EXPECT_EQ(base_of(1024), NumberBase::binary);
    EXPECT_EQ(other_base(NumberBase::binary), NumberBase::decimal);
}

}  // namespace
}  // namespace fathom
