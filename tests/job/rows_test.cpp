// Every row of the table keeps its own promises: default, limits, choices, aliases.
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "job/job_text.h"
#include "job/nearest.h"
#include "job/value.h"

namespace fathom::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

const OptionTable& table() {
    static const OptionTable all = small_table();
    return all;
}

bool is_number(const OptionRow& row) {
    return row.kind == OptionKind::integer || row.kind == OptionKind::size ||
           row.kind == OptionKind::range;
}

constexpr std::int64_t no_min = std::numeric_limits<std::int64_t>::min();
constexpr std::int64_t no_max = std::numeric_limits<std::int64_t>::max();

/// Some value a row accepts.
std::string good_value(const OptionRow& row) {
    if (!row.default_text.empty()) return std::string(row.default_text);
    if (!row.choices.empty()) return std::string(row.choices[0].text);
    switch (row.kind) {
        case OptionKind::range:
            return "1k-2k";
        case OptionKind::integer:
        case OptionKind::size:
            return std::to_string(std::max<std::int64_t>(row.min == no_min ? 0 : row.min, 1));
        case OptionKind::time:
            return "1";
        case OptionKind::boolean:
        case OptionKind::flag:
            return "1";
        default:
            return "0";
    }
}

TEST(Limits, NumbersAndTimesLeaveRoomForSums) {
    EXPECT_THAT(refusal("size=9223372036854775808"), HasSubstr("9223372036854775807 max"));
    EXPECT_EQ(job_with("size=9223372036854775807").size.bytes, 9223372036854775807U);
    EXPECT_THAT(refusal("randseed=18446744073709551615"), HasSubstr("out of range"));
    EXPECT_THAT(refusal("runtime=33000d"), HasSubstr("more than 90 years"));
    EXPECT_EQ(job_with("runtime=32850d").runtime, std::int64_t{32850} * 86400 * 1_s);
}

TEST(Expressions, WhatIsWrongIsNamedWithItsPlace) {
    const auto says = [](const char* option, const char* what) {
        EXPECT_THAT(refusal(option), HasSubstr(what)) << option;
    };
    says("bs=(4*)", "not a number at character 4 of (4*)");
    says("bs=(4k 2)", "a ) is missing at character 5 of (4k 2)");
    says("iodepth=(1+(2)", "a ) is missing at character 7 of (1+(2)");
    says("size=(1m))", "a ( is missing at character 5 of (1m))");
    says("size=(1m)x", "not an operator at character 5 of (1m)x");
    says("size=(1m/(2-2))", "a division by zero");
    says("size=(1p*1p)", "more than 64 bits");
    says("runtime=(10*)s", "not a number at character 5 of (10*)");
    says("runtime=(10", "a ) is missing at character 4 of (10");
    says("bs=4*", "not a number (");
}

TEST(Rows, NamesAndAliasesAreUnique) {
    std::set<std::string_view> seen;
    for (const OptionRow& row : table().rows()) {
        EXPECT_TRUE(seen.insert(row.name).second) << row.name;
        for (const auto alias : row.aliases) EXPECT_TRUE(seen.insert(alias).second) << alias;
    }
    EXPECT_GT(seen.size(), 250u);
}

TEST(Rows, EachHasHelpOnOneLineAParentThatExistsAndAKnownCategory) {
    for (const OptionRow& row : table().rows()) {
        EXPECT_FALSE(row.help.empty()) << row.name;
        EXPECT_EQ(row.help.find('\n'), std::string_view::npos) << row.name;
        EXPECT_FALSE(row.help.ends_with('.')) << row.name;
        EXPECT_THAT(row.category,
                    ::testing::AnyOf("general", "file", "io", "stat", "log", "engine", "profile"))
            << row.name;
        if (!row.parent.empty()) {
            ASSERT_NE(table().find(row.parent), nullptr) << row.name;
            EXPECT_EQ(table().find(row.parent)->name, row.parent) << row.name;
        }
        const bool is_read =
            row.standing == OptionStanding::current || row.standing == OptionStanding::later;
        EXPECT_EQ(is_read, bool(row.store)) << row.name;
        if (row.kind == OptionKind::choice) {
            EXPECT_FALSE(row.choices.empty()) << row.name;
        }
    }
}

TEST(Rows, TheDefaultIsAcceptedAndIsWhatAPlainJobHas) {
    for (const OptionRow& row : table().rows()) {
        if (row.default_text.empty() || row.standing == OptionStanding::gone) continue;
        const std::string line = std::string(row.name) + "=" + std::string(row.default_text);
        EXPECT_THAT(refusal(line), IsEmpty()) << line;
    }
    // Setting every default changes nothing that can be compared simply.
    const Job plain = job_with("");
    for (const OptionRow& row : table().rows()) {
        if (row.default_text.empty() || row.standing != OptionStanding::current) continue;
        const Job set = job_with(std::string(row.name) + "=" + std::string(row.default_text));
        EXPECT_EQ(set.access, plain.access) << row.name;
        EXPECT_EQ(set.iodepth, plain.iodepth) << row.name;
        EXPECT_EQ(set.direct, plain.direct) << row.name;
        EXPECT_EQ(set.bs, plain.bs) << row.name;
        EXPECT_EQ(set.numjobs, plain.numjobs) << row.name;
        EXPECT_EQ(set.percentile_list, plain.percentile_list) << row.name;
        EXPECT_EQ(set.rwmixread, plain.rwmixread) << row.name;
        EXPECT_EQ(set.kb_base, plain.kb_base) << row.name;
        EXPECT_EQ(set.fallocate, plain.fallocate) << row.name;
        EXPECT_EQ(set.fadvise_hint, plain.fadvise_hint) << row.name;
        EXPECT_EQ(set.file_service, plain.file_service) << row.name;
        EXPECT_EQ(set.invalidate, plain.invalidate) << row.name;
        EXPECT_EQ(set.create_serialize, plain.create_serialize) << row.name;
        EXPECT_EQ(set.clat_percentiles, plain.clat_percentiles) << row.name;
        EXPECT_EQ(set.iodepth_batch, plain.iodepth_batch) << row.name;
        EXPECT_EQ(set.randrepeat, plain.randrepeat) << row.name;
        EXPECT_EQ(set.randseed, plain.randseed) << row.name;
        EXPECT_EQ(set.filename_format, plain.filename_format) << row.name;
        EXPECT_EQ(set.scramble_buffers, plain.scramble_buffers) << row.name;
        EXPECT_EQ(set.memory, plain.memory) << row.name;
        EXPECT_EQ(set.hugepage_size, plain.hugepage_size) << row.name;
    }
}

TEST(Rows, LimitsHold) {
    int checked = 0;
    for (const OptionRow& row : table().rows()) {
        if (!is_number(row) || row.standing != OptionStanding::current) continue;
        const auto write = [&](SignedWide number) {
            const std::string text = to_text(number);
            return std::string(row.name) + "=" +
                   (row.kind == OptionKind::range ? text + ":" + text : text);
        };
        if (row.min != no_min) {
            const std::string line = write(static_cast<SignedWide>(row.min) - 1);
            EXPECT_THAT(refusal(line), HasSubstr("out of range")) << line;
            ++checked;
        }
        if (row.max != no_max) {
            const std::string line = write(static_cast<SignedWide>(row.max) + 1);
            EXPECT_THAT(refusal(line), HasSubstr("out of range")) << line;
            ++checked;
        }
    }
    EXPECT_GT(checked, 50);
}

TEST(Rows, GarbageIsRefusedByNameValueAndWhatIsAllowed) {
    for (const OptionRow& row : table().rows()) {
        if (row.standing != OptionStanding::current || row.kind == OptionKind::string) continue;
        const std::string line = std::string(row.name) + "=?bogus?";
        const std::string text = refusal(line);
        EXPECT_THAT(text, HasSubstr("x.fio:2: failed parsing " + line)) << line;
        if (row.kind != OptionKind::custom) {
            EXPECT_THAT(text, HasSubstr("allowed: ")) << line;
        }
    }
}

TEST(Rows, TrailingTextIsRefused) {
    for (const OptionRow& row : table().rows()) {
        if (row.standing != OptionStanding::current || row.kind == OptionKind::string) continue;
        const std::string line = std::string(row.name) + "=" + good_value(row) + "!x";
        EXPECT_FALSE(refusal(line).empty()) << line;
    }
}

TEST(Rows, AnEmptyValueIsRefusedExceptForFlags) {
    for (const OptionRow& row : table().rows()) {
        EXPECT_EQ(refusal(std::string(row.name) + "=").empty(), row.bare) << row.name;
        EXPECT_EQ(refusal(std::string(row.name)).empty(), row.bare || row.kind == OptionKind::flag)
            << row.name;
    }
}

TEST(Rows, OnlyLogsAreAskedForWithoutAName) {
    for (const OptionRow& row : table().rows()) {
        EXPECT_EQ(row.bare, row.name.starts_with("write_") && row.name.ends_with("_log"))
            << row.name;
    }
}

TEST(Rows, SwitchesTakeZeroAndOneOnly) {
    for (const OptionRow& row : table().rows()) {
        if (row.kind != OptionKind::boolean && row.kind != OptionKind::flag) continue;
        if (row.standing != OptionStanding::current) continue;
        for (const char* good : {"=0", "=1"}) {
            EXPECT_THAT(refusal(std::string(row.name) + good), IsEmpty()) << row.name << good;
        }
        for (const char* bad : {"=2", "=-1", "=yes", "=true"}) {
            EXPECT_FALSE(refusal(std::string(row.name) + bad).empty()) << row.name << bad;
        }
    }
}

TEST(Rows, EveryChoiceIsAccepted) {
    for (const OptionRow& row : table().rows()) {
        if (row.kind != OptionKind::choice || row.standing != OptionStanding::current) continue;
        for (const Choice& choice : row.choices) {
            const std::string line = std::string(row.name) + "=" + std::string(choice.text);
            EXPECT_THAT(refusal(line), IsEmpty()) << line;
        }
    }
}

TEST(Rows, AnAliasIsRecordedUnderTheNameItStandsFor) {
    for (const OptionRow& row : table().rows()) {
        if (row.standing != OptionStanding::current) continue;
        const std::string value = good_value(row);
        for (const auto alias : row.aliases) {
            const Job job = job_with(std::string(alias) + "=" + value + "\nsize=1g");
            EXPECT_EQ(job.given.at(0).name, row.name);
            EXPECT_EQ(job.given.at(0).value, value);
        }
    }
}

TEST(Rows, WhatIsLaterIsNamed) {
    int named = 0;
    for (const OptionRow& row : table().rows()) {
        if (row.standing != OptionStanding::later) continue;
        // A value of its kind that is not the default.
        const bool is_switch = row.kind == OptionKind::boolean || row.kind == OptionKind::flag;
        std::string value = is_switch ? (row.default_text == "1" ? "0" : "1") : good_value(row);
        if (value == row.default_text) {
            if (!is_number(row) && row.kind != OptionKind::time) continue;
            value = std::to_string(row.max == no_max ? 7919 : row.max);
        }
        const std::string line = std::string(row.name) + "=" + value;
        if (!refusal(line).empty()) continue;  // a grammar of its own: see later_values_test.cpp
        EXPECT_THAT(not_yet(line), HasSubstr("x.fio:2: not supported yet: " + line)) << line;
        ++named;
    }
    EXPECT_GT(named, 90);
}

TEST(Rows, DroppedOptionsWarnOrAreRefusedAsInFio) {
    EXPECT_THAT(refusal("rwmixcycle=1"), HasSubstr("Option rwmixcycle is deprecated"));
    EXPECT_THAT(build("[a]\nverifysort=1\n").warnings.at(0).what, HasSubstr("is deprecated"));
}

TEST(Rows, SingleValues) {
    EXPECT_EQ(job_with("size=20%").size, (SizeOrPercent{0, 20, true}));
    EXPECT_EQ(job_with("io_size=150%").io_size.percent, 150u);
    EXPECT_THAT(refusal("size=150%"), HasSubstr("more than 100%"));
    EXPECT_THAT(refusal("filesize=10%"), HasSubstr("percentage is not possible"));
    EXPECT_EQ(job_with("filesize=8k-4k").filesize_min, Bytes(4096));
    EXPECT_EQ(job_with("filesize=8k").filesize_max, Bytes(8192));
    EXPECT_EQ(job_with("startdelay=3-5").startdelay, 3_s);
    EXPECT_EQ(job_with("startdelay=3-5").startdelay_max, 5_s);
    EXPECT_EQ(job_with("startdelay=500ms").startdelay_max, Nanos(0));
    EXPECT_EQ(job_with("mem=mmap:/tmp/x").memory_file, "/tmp/x");
    EXPECT_FALSE(refusal("mem=malloc:/tmp/x").empty());
    EXPECT_EQ(job_with("file_service_type=random:8").file_service_run, 8u);
    EXPECT_DOUBLE_EQ(job_with("file_service_type=zipf:1.3").file_service_parameter, 1.3);
    EXPECT_EQ(job_with("percentage_random=50,,10").percentage_random,
              (PerDirection<std::uint32_t>{{50, 100, 10}}));
    EXPECT_EQ(job_with("percentile_list=99.9:50").percentile_list, (std::vector<double>{50, 99.9}));
    EXPECT_THAT(refusal("percentile_list=101"), HasSubstr("value out of range"));
    EXPECT_THAT(refusal("percentile_list=1:2:3:4:5:6:7:8:9:10:11:12:13:14:15:16:17:18:19:20:21"),
                HasSubstr("the list exceeding max length"));
    EXPECT_EQ(job_with("cpus_allowed=0").cpus_allowed, std::vector<int>{0});
    EXPECT_EQ(job_with("cpumask=1").cpus_allowed, std::vector<int>{0});
    EXPECT_FALSE(refusal("cpus_allowed=100000").empty());
    EXPECT_EQ(job_with("numa_mem_policy=bind:0-1").numa_mem_policy, "bind:0-1");
    EXPECT_FALSE(refusal("numa_mem_policy=prefer:0-1").empty());
    EXPECT_TRUE(job_with("atomic=1").direct);
    const Job reduced = job_with("gtod_reduce=1");
    EXPECT_TRUE(reduced.disable_lat && reduced.disable_clat && reduced.disable_slat &&
                reduced.disable_bw);
    EXPECT_FALSE(reduced.clat_percentiles);
    EXPECT_TRUE(job_with("randseed=5").randseed_set);
    EXPECT_THAT(refusal("size=1m\nbs=4m"), HasSubstr("1048576 < 4194304"));
}

TEST(Nearest, CountsEditsWithSwaps) {
    EXPECT_EQ(edit_distance("", "abc"), 3u);
    EXPECT_EQ(edit_distance("iodepth", "idoepth"), 1u);
    EXPECT_EQ(edit_distance("abc", "abd"), 1u);
    EXPECT_EQ(nearest_word("iodpeth", {"iodepth", "ioengine"}), "iodepth");
    EXPECT_EQ(nearest_word("zzzzzz", {"iodepth", "ioengine"}), "");
}

}  // namespace
}  // namespace fathom::test
