// What numbers and times mean, value by value.
#include <gtest/gtest.h>

#include "job/job_text.h"
#include "job/number.h"

namespace fathom::test {
namespace {

struct SizeCase {
    const char* text;
    std::int64_t at_1024;
    std::int64_t at_1000;
};

void PrintTo(const SizeCase& row, std::ostream* out) {
    *out << row.text;
}

class SizeUnits : public ::testing::TestWithParam<SizeCase> {};

TEST_P(SizeUnits, MeanWhatTheManualSays) {
    const auto& [text, at_1024, at_1000] = GetParam();
    EXPECT_EQ(parse_integer(text, 1024), SignedWide(at_1024)) << text;
    EXPECT_EQ(parse_integer(text, 1000), SignedWide(at_1000)) << text;
}

constexpr std::int64_t ki = 1024;
constexpr std::int64_t kd = 1000;

INSTANTIATE_TEST_SUITE_P(
    All, SizeUnits,
    ::testing::Values(SizeCase{"4096", 4096, 4096}, SizeCase{"4096b", 4096, 4096},
                      SizeCase{"4096B", 4096, 4096}, SizeCase{"4k", 4 * ki, 4 * kd},
                      SizeCase{"4K", 4 * ki, 4 * kd}, SizeCase{"4kb", 4 * ki, 4 * kd},
                      SizeCase{"4KB", 4 * ki, 4 * kd}, SizeCase{"4Kb", 4 * ki, 4 * kd},
                      SizeCase{"4kib", 4 * kd, 4 * ki}, SizeCase{"4KiB", 4 * kd, 4 * ki},
                      SizeCase{"4ki", 4 * ki, 4 * kd}, SizeCase{"1m", ki* ki, kd* kd},
                      SizeCase{"1MB", ki* ki, kd* kd}, SizeCase{"1mib", kd* kd, ki* ki},
                      SizeCase{"1g", ki* ki* ki, kd* kd* kd},
                      SizeCase{"4gib", 4 * kd* kd* kd, 4 * ki* ki* ki},
                      SizeCase{"1t", ki* ki* ki* ki, kd* kd* kd* kd},
                      SizeCase{"1tib", kd* kd* kd* kd, ki* ki* ki* ki},
                      SizeCase{"1p", ki* ki* ki* ki* ki, kd* kd* kd* kd* kd},
                      SizeCase{"1pib", kd* kd* kd* kd* kd, ki* ki* ki* ki* ki},
                      SizeCase{"0x10", 16, 16}, SizeCase{"0X1F", 31, 31}, SizeCase{"010", 10, 10},
                      SizeCase{"-20", -20, -20}, SizeCase{"-8k", -8 * ki, -8 * kd},
                      SizeCase{"+3", 3, 3}, SizeCase{" 7 ", 7, 7}, SizeCase{"(4*1024)", 4096, 4096},
                      SizeCase{"(4k*2)", 8 * ki, 8 * kd}, SizeCase{"(1+2*(3-1))", 5, 5},
                      SizeCase{"(-(7/2))", -3, -3}));

TEST(Units, RefuseGarbageAndOverflow) {
    for (const char* text : {"",
                             "k",
                             "x",
                             "4x",
                             "4kk",
                             "4kx",
                             "1.5k",
                             "1e3",
                             "4 k",
                             "0x",
                             "0xk",
                             "--4",
                             "4-8",
                             "4s",
                             "18446744073709551616",
                             "99999999999999999999k",
                             "20000000p",
                             "(4",
                             "4)",
                             "(4/0)",
                             "()",
                             "(4 5)",
                             "4*1024",
                             "-9223372036854775809"}) {
        EXPECT_FALSE(parse_integer(text, 1024).has_value()) << text;
    }
    EXPECT_TRUE(parse_integer("18446744073709551615", 1024).has_value());
}

TEST(Units, DeepNestingIsRefusedAndDoesNotCrash) {
    EXPECT_FALSE(parse_integer(std::string(100'000, '('), 1024).has_value());
    EXPECT_FALSE(parse_integer("(" + std::string(100'000, '-') + "1)", 1024).has_value());
}

TEST(Units, TimesHaveTheirOwnSuffixes) {
    const auto second = 1'000'000'000LL;
    EXPECT_EQ(parse_span("3", "s"), 3 * second);
    EXPECT_EQ(parse_span("3", "us"), 3'000);
    EXPECT_EQ(parse_span("3s", "us"), 3 * second);
    EXPECT_EQ(parse_span("3sec", "us"), 3 * second);
    EXPECT_EQ(parse_span("3m", "s"), 180 * second);
    EXPECT_EQ(parse_span("3M", "s"), 180 * second);
    EXPECT_EQ(parse_span("2h", "s"), 7200 * second);
    EXPECT_EQ(parse_span("1d", "s"), 86400 * second);
    EXPECT_EQ(parse_span("5ms", "s"), 5'000'000);
    EXPECT_EQ(parse_span("5MSEC", "s"), 5'000'000);
    EXPECT_EQ(parse_span("5us", "s"), 5'000);
    EXPECT_EQ(parse_span("5usec", "s"), 5'000);
    EXPECT_EQ(parse_span("(2*30)s", "us"), 60 * second);
    for (const char* text : {"", "s", "-3", "1h30m", "3k", "1.5", "1:30", "3ns", "200000d"}) {
        EXPECT_FALSE(parse_span(text, "s").has_value()) << text;
    }
}

TEST(Units, KbBaseOfTheSectionCountsWhereverItStands) {
    EXPECT_EQ(job_with("bs=4k\nsize=1m").bs[Direction::read].min, Bytes(4096));
    EXPECT_EQ(job_with("bs=4k\nkb_base=1000").bs[Direction::read].min, Bytes(4000));
    EXPECT_EQ(job_with("kb_base=1000\nbs=4kib").bs[Direction::read].min, Bytes(4096));
    EXPECT_EQ(job_with("bs=4kib").bs[Direction::read].min, Bytes(4000));
}

}  // namespace
}  // namespace fathom::test
