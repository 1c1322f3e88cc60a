// Every engine's own options through the job language: what is taken, what is refused, how it is
// read.
#include "engine/engine_options.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "engine/command_priority.h"
#include "engine/engine.h"
#include "job/build.h"

namespace fathom {
namespace {

OptionTable full_table() {
    OptionTable table = OptionTable::core();
    for (const EngineEntry& entry : engines()) table.add_engine(entry.name, entry.options);
    return table;
}

Job job_for(const std::string& engine, const std::string& lines) {
    const Spec spec =
        parse_job_text("[a]\nsize=1m\nioengine=" + engine + "\n" + lines + "\n", "x.fio", {});
    return build_jobs(spec, full_table()).jobs.at(0);
}

std::string refusal(const std::string& engine, const std::string& lines) {
    try {
        job_for(engine, lines);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

TEST(EngineOptions, every_row_has_a_help_line) {
    for (const EngineEntry& entry : engines()) {
        EXPECT_FALSE(entry.help.empty()) << entry.name;
        for (const OptionRow& row : entry.options)
            EXPECT_FALSE(row.help.empty()) << entry.name << ' ' << row.name;
    }
}

TEST(EngineOptions, are_taken_and_read) {
    const Job job = job_for("io_uring", "hipri\nfixedbufs=1\nforce_async=4\nnowait=0\n");
    const EngineOptions options(job);
    EXPECT_TRUE(options.on("hipri"));
    EXPECT_TRUE(options.on("fixedbufs"));
    EXPECT_FALSE(options.on("nowait"));
    EXPECT_TRUE(options.has("nowait"));
    EXPECT_FALSE(options.on("registerfiles"));
    EXPECT_EQ(options.number("force_async", 0), 4);
    EXPECT_EQ(options.number("nonvectored", -1), -1);
    EXPECT_EQ(EngineOptions(job_for("filestat", "stat_type=statx")).text("stat_type"), "statx");
    EXPECT_TRUE(EngineOptions(job_for("libaio", "userspace_reap")).on("userspace_reap"));
}

TEST(EngineOptions, refuse_what_is_out_of_range_or_unknown) {
    EXPECT_NE(refusal("pvsync2", "hipri_percentage=101"), "");
    EXPECT_NE(refusal("io_uring", "cmdprio_class=4"), "");
    EXPECT_NE(refusal("io_uring", "cmdprio=8"), "");
    EXPECT_NE(refusal("cpuio", "cpumode=sleep"), "");
    EXPECT_NE(refusal("filestat", "stat_type=fstat"), "");
    EXPECT_NE(refusal("psync", "hipri"), "");
    EXPECT_NE(refusal("libaio", "cmdprio_bssplit=4k"), "");
    EXPECT_NE(refusal("libaio", "cmdprio_bssplit=4k/150"), "");
    EXPECT_NE(refusal("libaio", "cmdprio_bssplit=4k/50/1"), "");
    EXPECT_EQ(refusal("libaio", "cmdprio_bssplit=4k/50/1/2:8k/10,16k/100"), "");
}

/// How many of 1000 draws for such a request have priority `value`.
unsigned drawn(CommandPriority& priority, const Request& request, std::uint16_t value) {
    unsigned count = 0;
    for (unsigned i = 0; i < 1000; ++i) count += priority.draw(request) == value ? 1 : 0;
    return count;
}

constexpr std::uint16_t real_time = 1 << 13;

TEST(CommandPriority, is_drawn_by_percentage_for_each_direction) {
    CommandPriority priority(job_for("libaio", "cmdprio_percentage=100,0\ncmdprio=3"));
    EXPECT_TRUE(priority.active());
    EXPECT_EQ(drawn(priority, {.length = 4096, .op = Op::read}, real_time | 3), 1000U);
    EXPECT_EQ(drawn(priority, {.length = 4096, .op = Op::write}, 0), 1000U);
}

TEST(CommandPriority, is_near_its_share) {
    CommandPriority priority(job_for("libaio", "cmdprio_percentage=30"));
    const unsigned some = drawn(priority, {.length = 4096, .op = Op::read}, real_time);
    // Six standard deviations of a binomial share of 1000 draws.
    EXPECT_NEAR(some, 300, 87);
}

TEST(CommandPriority, may_depend_on_the_block_size) {
    CommandPriority priority(job_for("io_uring", "cmdprio_bssplit=4k/100/2/7:8k/0"));
    EXPECT_EQ(drawn(priority, {.length = 4096, .op = Op::read}, 2 << 13 | 7), 1000U);
    EXPECT_EQ(drawn(priority, {.length = 8192, .op = Op::read}, 0), 1000U);
    EXPECT_EQ(drawn(priority, {.length = 512, .op = Op::read}, 0), 1000U);
}

TEST(CommandPriority, takes_one_way_of_saying_it) {
    const Job job = job_for("io_uring", "cmdprio_bssplit=4k/50\ncmdprio_percentage=10");
    EXPECT_THROW(CommandPriority{job}, Error);
}

TEST(CommandPriority, lists_what_it_may_draw) {
    const CommandPriority priority(
        job_for("libaio", "cmdprio_bssplit=4k/50/1/2:8k/20/2/4:16k/0/3/0:32k/9/1/2"));
    EXPECT_THAT(priority.priorities(Direction::read),
                ::testing::ElementsAre(1 << 13 | 2, 2 << 13 | 4));
    EXPECT_THAT(priority.priorities(Direction::trim), ::testing::IsEmpty());
    const CommandPriority writes(job_for("libaio", "cmdprio_percentage=0,10"));
    EXPECT_THAT(writes.priorities(Direction::read), ::testing::IsEmpty());
    EXPECT_THAT(writes.priorities(Direction::write), ::testing::ElementsAre(1 << 13));
}

TEST(CommandPriority, is_off_unless_asked_for) {
    EXPECT_FALSE(CommandPriority(job_for("io_uring", "")).active());
}

}  // namespace
}  // namespace fathom
