// Which numbers --debug=parse shows for an option's text.
#include "job/parse_trace.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/debug.h"

namespace fathom {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

std::vector<std::string> numbers(std::string_view option, std::string_view text,
                                 std::uint32_t kb_base = 1024) {
    static const OptionTable table = OptionTable::core();
    const OptionRow* row = table.find(option);
    return row == nullptr ? std::vector<std::string>{"no such option"}
                          : numbers_in(*row, text, kb_base);
}

TEST(ParseTrace, SizesAreBytes) {
    EXPECT_THAT(numbers("bs", "4k,8k"), ElementsAre("4096", "8192"));
    EXPECT_THAT(numbers("size", "1g"), ElementsAre("1073741824"));
    EXPECT_THAT(numbers("size", "1k", 1000), ElementsAre("1000"));
    EXPECT_THAT(numbers("filesize", "1m-2m"), ElementsAre("1048576", "2097152"));
    EXPECT_THAT(numbers("size", "10%"), ElementsAre("18446744073709551605"));
}

TEST(ParseTrace, TimesAreMicroseconds) {
    EXPECT_THAT(numbers("runtime", "2m"), ElementsAre("120000000"));
    EXPECT_THAT(numbers("thinktime", "5"), ElementsAre("5"));
    EXPECT_THAT(numbers("thinktime", "5ms"), ElementsAre("5000"));
    EXPECT_THAT(numbers("startdelay", "1-3"), ElementsAre("1000000", "3000000"));
    EXPECT_THAT(numbers("max_latency", "5ms"), ElementsAre("5000"));
}

TEST(ParseTrace, SwitchesAndLists) {
    EXPECT_THAT(numbers("time_based", ""), ElementsAre("1"));
    EXPECT_THAT(numbers("direct", "0"), ElementsAre("0"));
    EXPECT_THAT(numbers("percentile_list", "1:99.9"), ElementsAre("1.000000", "99.900000"));
    EXPECT_THAT(numbers("nice", "-3"), ElementsAre("18446744073709551613"));
}

TEST(ParseTrace, WordsHaveNoNumbers) {
    EXPECT_THAT(numbers("rw", "randrw:4"), IsEmpty());
    EXPECT_THAT(numbers("filename", "/tmp/1"), IsEmpty());
    EXPECT_THAT(numbers("bsrange", "1k-4k"), IsEmpty());
    EXPECT_THAT(numbers("size", "many"), IsEmpty());
}

TEST(Debug, LinesGoNowhereUntilTheirTopicIsOn) {
    std::string said;
    debug_to([&](std::string_view text) { said += text; });
    debug(Topic::file, "first");
    debug_topic_on(Topic::file);
    debug(Topic::file, "{} {}", "second", 2);
    debug(Topic::mem, "third");
    debug_topics_off();
    debug(Topic::file, "fourth");
    debug_to({});
    EXPECT_THAT(said, testing::StartsWith("file     "));
    EXPECT_THAT(said, testing::EndsWith(" second 2\n"));
    EXPECT_THAT(said, Not(HasSubstr("third")));
}

TEST(Debug, LinesAreKeptUntilThereIsAPlaceForThem) {
    debug_topic_on(Topic::parse);
    debug(Topic::parse, "early");
    std::string said;
    debug_to([&](std::string_view text) { said += text; });
    EXPECT_THAT(said, HasSubstr("early"));
    debug_to({});
    debug_topics_off();
}

TEST(Debug, OnlyOneWorkerIsHeard) {
    std::string said;
    debug_to([&](std::string_view text) { said += text; });
    debug_topic_on(Topic::io);
    debug_only_worker(2);
    debug(Topic::io, "the main thread is always heard");
    for (const std::uint32_t number : {1U, 2U}) {
        debug_this_is_worker(number);
        debug(Topic::io, "worker {}", number);
    }
    debug_this_is_worker(0);
    debug_topics_off();
    debug_to({});
    EXPECT_THAT(said, HasSubstr("main thread"));
    EXPECT_THAT(said, HasSubstr("worker 2"));
    EXPECT_THAT(said, Not(HasSubstr("worker 1")));
}

}  // namespace
}  // namespace fathom
