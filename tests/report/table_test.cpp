// Small tables and the figures in them.
#include "report/table.h"

#include <gtest/gtest.h>

#include "report/quantity.h"

namespace fathom::test {
namespace {

const Table small = {"what the cells mean",
                     {{"name", true}, {"IOPS"}, {"ver\u00e4nderung"}},
                     {{"a", "1.00k", "+1 %"}, {"long name", "2", "x|y"}},
                     {"a note"}};

TEST(Table, AsText) {
    EXPECT_EQ(as_text(small),
              "what the cells mean\n"
              "name        IOPS  ver\u00e4nderung\n"
              "a          1.00k         +1 %\n"
              "long name      2          x|y\n"
              "a note\n");
}

TEST(Table, TooWideHasOneBlankBetweenColumns) {
    EXPECT_EQ(as_text({"", {{"aaaa"}, {"bbbb"}}, {{"1", "2"}}, {}}, 9), "aaaa bbbb\n   1    2\n");
}

TEST(Table, AsMarkdown) {
    EXPECT_EQ(as_markdown(small),
              "what the cells mean\n\n"
              "| name      |  IOPS | ver\u00e4nderung |\n"
              "| --------- | ----: | ----------: |\n"
              "| a         | 1.00k |        +1 % |\n"
              "| long name |     2 |        x\\|y |\n"
              "\na note\n");
}

TEST(Wrapped, BreaksAtBlanksAndIndentsWhatFollows) {
    EXPECT_EQ(wrapped("- one two three", 9, 2), "- one two\n  three\n");
    EXPECT_EQ(wrapped("averyveryverylongword x", 5, 0), "averyveryverylongword\nx\n");
    EXPECT_EQ(wrapped("", 5, 0), "\n");
}

TEST(Quantity, ThreeDigitsAndAPrefix) {
    EXPECT_EQ(quantity(0, ""), "0");
    EXPECT_EQ(quantity(0.0012, ""), "0.00");
    EXPECT_EQ(quantity(12.34, ""), "12.3");
    EXPECT_EQ(quantity(999.4, ""), "999");
    EXPECT_EQ(quantity(999.6, ""), "1.00k");
    EXPECT_EQ(quantity(1234567, ""), "1.23M");
    EXPECT_EQ(quantity(4096, "B"), "4.00 KiB");
    EXPECT_EQ(quantity(1536 * 1024.0 * 1024, "B/s"), "1.50 GiB/s");
    EXPECT_EQ(quantity(34500, "ns"), "34.5 us");
    EXPECT_EQ(quantity(999.9e6, "ns"), "1.00 s");
    EXPECT_EQ(quantity(3.6e12, "ns"), "3600 s");
    EXPECT_EQ(quantity(12.3, "%"), "12.3 %");
}

TEST(Quantity, APercentageHasASign) {
    EXPECT_EQ(signed_percent(0.0123), "+1.23 %");
    EXPECT_EQ(signed_percent(-0.5), "-50.0 %");
    EXPECT_EQ(signed_percent(0), "+0.00 %");
    EXPECT_EQ(signed_percent(0.0999999), "+10.0 %");
    EXPECT_EQ(signed_percent(12.345), "+1234 %");
}

}  // namespace
}  // namespace fathom::test
