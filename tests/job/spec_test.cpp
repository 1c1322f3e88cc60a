// Sections, comments, includes: the text of a job file before any option is understood.
#include <cstdlib>
#include <map>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "job/job_text.h"

namespace fathom::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

std::string problem_of(const std::string& text) {
    try {
        spec_of(text);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

std::string value_of(const std::string& line) {
    return spec_of("[a]\n" + line + "\n").sections.at(0).options.at(0).value;
}

TEST(SpecText, CommentsBeginAnywhere) {
    EXPECT_EQ(value_of("ioengine=null ; engine"), "null");
    EXPECT_EQ(value_of("size=64k # size"), "64k");
    EXPECT_EQ(value_of("bs=8k;x"), "8k");
    EXPECT_EQ(value_of("filename=a#b"), "a");
    EXPECT_EQ(value_of("filename=a\\;b"), "a\\");
    EXPECT_TRUE(spec_of("[a]\n;x=1\n  # y\n").sections[0].options.empty());
    EXPECT_EQ(spec_of("[a b] ; c\n").sections[0].name, "a b");
}

TEST(SpecText, BlanksCarriageReturnsAndMarksAreNoPartOfIt) {
    const Spec spec = spec_of("\xef\xbb\xbf  [a]\r\n\t size = 4k \r\nthread\r\n");
    ASSERT_EQ(spec.sections.size(), 1u);
    EXPECT_EQ(spec.sections[0].options[0].name, "size");
    EXPECT_EQ(spec.sections[0].options[0].value, "4k");
    EXPECT_FALSE(spec.sections[0].options[1].has_value);
    EXPECT_EQ(spec.sections[0].options[1].origin, (Origin{"x.fio", 3}));
}

TEST(SpecText, TheEnvironmentIsInserted) {
    setenv("FATHOM_TEST_SIZE", "12k", 1);
    unsetenv("FATHOM_TEST_NONE");
    EXPECT_EQ(value_of("size=${FATHOM_TEST_SIZE}"), "12k");
    EXPECT_EQ(value_of("filename=x${FATHOM_TEST_NONE}y${FATHOM_TEST_SIZE}"), "xy12k");
    EXPECT_EQ(value_of("filename=${open"), "${open");
}

TEST(SpecText, GlobalIsGlobalInAnyCase) {
    EXPECT_TRUE(spec_of("[Global]\n").sections[0].is_global);
    EXPECT_FALSE(spec_of("[globals]\n").sections[0].is_global);
}

TEST(SpecText, EveryProblemIsReportedWithItsLine) {
    const std::string text = problem_of("size=4k\n[a\nbs=1k\n[b] x\n=3\n");
    EXPECT_THAT(text, HasSubstr("x.fio:1: option <size=4k> outside of [] job section"));
    EXPECT_THAT(text, HasSubstr("x.fio:2: no ']'"));
    EXPECT_THAT(text, HasSubstr("x.fio:4: text after ']'"));
    EXPECT_THAT(text, HasSubstr("x.fio:5: no option"));
    EXPECT_THAT(text, Not(HasSubstr("x.fio:3")));
}

TEST(SpecText, ZeroBytesAreRefusedAndLongLinesTaken) {
    EXPECT_THAT(problem_of(std::string("[a]\nsi\0ze=4\n", 12)), HasSubstr("x.fio:2: a zero byte"));
    const std::string longest(1'000'000, 'x');
    EXPECT_EQ(value_of("description=" + longest), longest);
}

TEST(SpecText, IncludesAreLookedForHereAndBesideTheFile) {
    const std::map<std::string, std::string> files = {{"plain.inc", "bs=8k\n"},
                                                      {"dir/near.inc", "include deep.inc\n"},
                                                      {"dir/deep.inc", "size=1"},
                                                      {"section.inc", "[b]\n"},
                                                      {"loop.inc", "include loop.inc\n"}};
    const auto reader = [&](const std::string& path) {
        const auto found = files.find(path);
        if (found == files.end()) throw Error("unable to open '" + path + "' job file");
        return found->second;
    };
    const auto read = [&](const std::string& text) {
        return parse_job_text(text, "dir/x.fio", reader);
    };
    const Spec spec = read("[a]\ninclude plain.inc\ninclude near.inc\nthread\n");
    ASSERT_EQ(spec.sections[0].options.size(), 3u);
    EXPECT_EQ(spec.sections[0].options[0].origin, (Origin{"plain.inc", 1}));
    EXPECT_EQ(spec.sections[0].options[1].origin, (Origin{"dir/deep.inc", 1}));
    EXPECT_EQ(spec.sections[0].options[2].origin.line, 4);
    EXPECT_THROW(read("[a]\ninclude none.inc\n"), Error);
    EXPECT_THROW(read("[a]\ninclude section.inc\n"), Error);
    EXPECT_THROW(read("[a]\ninclude loop.inc\n"), Error);
    EXPECT_THROW(read("include plain.inc\n[a]\n"), Error);
}

TEST(SpecText, FilesThatIncludeThemselvesTwiceAreGivenUpOn) {
    int reads = 0;
    const auto reader = [&](const std::string&) {
        ++reads;
        return std::string("include x\ninclude x\n");
    };
    try {
        parse_job_text("[a]\ninclude x\n", "x.fio", reader);
        FAIL();
    } catch (const Error& error) {
        EXPECT_LE(error.problems().size(), 101u);
    }
    EXPECT_LE(reads, 1000);
}

TEST(SpecText, WhatIsNoJobFileIsRefusedInReasonableSpace) {
    EXPECT_THROW(read_job_file("/dev/zero"), Error);
    EXPECT_THROW(read_job_file("/"), Error);
    EXPECT_THROW(read_job_file("/nonexistent/x.fio"), Error);
    std::string lines;
    for (int i = 0; i < 10'000; ++i) lines += "=\n";
    try {
        spec_of("[a]\n" + lines);
        FAIL();
    } catch (const Error& error) {
        EXPECT_EQ(error.problems().size(), 101u);
    }
}

TEST(SpecText, AnyBytesGiveJobsOrAnErrorAndNothingElse) {
    constexpr std::string_view pieces[] = {"[",        "]",
                                           "global",   "\n",
                                           "=",        "bs",
                                           "4k",       ",",
                                           "-",        ":",
                                           "size",     "rw",
                                           "%",        "$ncpus",
                                           "${",       "}",
                                           "include ", "#",
                                           ";",        "\\",
                                           "(",        ")",
                                           "*",        "verify",
                                           "0x",       "\xff",
                                           "a",        "99999999999999999999",
                                           "filesize", "percentile_list"};
    Random random(4711);
    for (int round = 0; round < 3000; ++round) {
        std::string text = round % 2 == 0 ? "[a]\n" : "";
        const auto count = random.below(30);
        for (std::uint64_t i = 0; i < count; ++i) {
            if (random.below(8) == 0) {
                text += static_cast<char>(random.below(256));
            } else {
                text += pieces[random.below(std::size(pieces))];
            }
        }
        try {
            build(text);
        } catch (const Error& error) {
            EXPECT_FALSE(error.problems().empty());
        }
    }
}

}  // namespace
}  // namespace fathom::test
