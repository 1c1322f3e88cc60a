// The cells of a sweep, from the text of its flags.
#include "experiment/grid.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/error.h"

namespace fathom::test {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

std::string refusal(const std::string& text) {
    try {
        parse_axis("--over", text);
    } catch (const Error& error) {
        return error.what();
    }
    return "";
}

TEST(Axis, IsAListOfWordsAndRanges) {
    EXPECT_EQ(parse_axis("--over", "rw=randread,randwrite").option, "rw");
    EXPECT_THAT(parse_axis("--over", "rw=randread,randwrite").values,
                ElementsAre("randread", "randwrite"));
    EXPECT_THAT(parse_axis("--over", "numjobs=1..4").values, ElementsAre("1", "2", "3", "4"));
    EXPECT_THAT(parse_axis("--over", "iodepth=1..32*2").values,
                ElementsAre("1", "2", "4", "8", "16", "32"));
    EXPECT_THAT(parse_axis("--over", "iodepth=1,2,8..10,64").values,
                ElementsAre("1", "2", "8", "9", "10", "64"));
    EXPECT_THAT(parse_axis("--over", "rwmixread=0..100+40").values, ElementsAre("0", "40", "80"));
    EXPECT_THAT(parse_axis("--over", "bs=4k..16k*2").values, ElementsAre("4k", "8k", "16k"));
    EXPECT_THAT(parse_axis("--over", "bs=64k..16k*2").values, ElementsAre("64k", "32k", "16k"));
    EXPECT_THAT(parse_axis("--over", "nice=3..1").values, ElementsAre("3", "2", "1"));
    EXPECT_THAT(parse_axis("--over", "nice=-1..1").values, ElementsAre("-1", "0", "1"));
}

TEST(Axis, AValueMayHoldCommasEqualsSignsAndDots) {
    EXPECT_THAT(parse_axis("--over", R"(bs=4k\,8k,16k)").values, ElementsAre("4k,8k", "16k"));
    EXPECT_THAT(parse_axis("--over", "exec_prerun=a=b").values, ElementsAre("a=b"));
    EXPECT_THAT(parse_axis("--over", "filename=../x,./y").values, ElementsAre("../x", "./y"));
}

TEST(Axis, WhatIsNoneIsNamed) {
    EXPECT_THAT(refusal("bs"), HasSubstr("--over bs: no option and values"));
    EXPECT_THAT(refusal("=4k"), HasSubstr("no option and values"));
    EXPECT_THAT(refusal("bs="), HasSubstr("an empty value"));
    EXPECT_THAT(refusal("bs=4k,,8k"), HasSubstr("an empty value"));
    EXPECT_THAT(refusal("bs=4k..8m"), HasSubstr("different suffixes"));
    EXPECT_THAT(refusal("bs=4k.."), HasSubstr("not a range"));
    EXPECT_THAT(refusal("bs=4k..x"), HasSubstr("not a range"));
    EXPECT_THAT(refusal("iodepth=1..8*1"), HasSubstr("not a whole number from 2"));
    EXPECT_THAT(refusal("iodepth=1..8+0"), HasSubstr("not a whole number from 1"));
    EXPECT_THAT(refusal("iodepth=1..8*2k"), HasSubstr("not a whole number"));
    EXPECT_THAT(refusal("iodepth=4,2..6"), HasSubstr("4 stands there twice"));
    EXPECT_THAT(refusal("size=1..999999999"), HasSubstr("more than 10000 values"));
}

TEST(Axis, AFactorFromZeroOrPastTheEndOfNumbersEnds) {
    EXPECT_THAT(parse_axis("--over", "a=0..8*2").values, ElementsAre("0"));
    EXPECT_THAT(parse_axis("--over", "a=8..0*2").values, ElementsAre("8", "4", "2", "1", "0"));
    EXPECT_EQ(parse_axis("--over", "a=1..9223372036854775807*2").values.size(), 63U);
    EXPECT_THAT(parse_axis("--over", "a=9223372036854775806..9223372036854775807").values,
                ElementsAre("9223372036854775806", "9223372036854775807"));
}

TEST(Cells, AreAllCombinationsTheLastChangingFastest) {
    const auto cells =
        cells_of({parse_axis("--over", "numjobs=1,6"), parse_axis("--over", "bs=4k,32k")});
    std::vector<std::string> texts;
    for (const Cell& cell : cells) texts.push_back(to_text(cell));
    EXPECT_THAT(texts, ElementsAre("numjobs=1 bs=4k", "numjobs=1 bs=32k", "numjobs=6 bs=4k",
                                   "numjobs=6 bs=32k"));
    EXPECT_EQ(cells_of({}).size(), 1U);
}

TEST(Cells, TwiceTheSameOptionOrTooManyAreRefused) {
    EXPECT_THROW(cells_of({parse_axis("--over", "bs=1k"), parse_axis("--over", "bs=2k")}), Error);
    EXPECT_THROW(cells_of({parse_axis("--over", "a=1..200"), parse_axis("--over", "b=1..51")}),
                 Error);
    EXPECT_EQ(cells_of({parse_axis("--over", "a=1..200"), parse_axis("--over", "b=1..50")}).size(),
              most_cells);
}

}  // namespace
}  // namespace fathom::test
