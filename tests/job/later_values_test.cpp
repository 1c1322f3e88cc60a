// Values with a grammar of their own: distributions, block splits, patterns, error lists, criteria.
#include <cerrno>
#include <cstdio>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include "job/block_split.h"
#include "job/distribution.h"
#include "job/error_list.h"
#include "job/job_text.h"
#include "job/pattern.h"
#include "job/steady_criterion.h"

namespace fathom::test {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;

const OptionRow& row(std::string_view name) {
    static const OptionTable table = OptionTable::core();
    return *table.find(name);
}

Distribution distribution(std::string_view text) {
    return read_distribution(row("random_distribution"), text, {});
}

TEST(Distribution, Laws) {
    EXPECT_EQ(distribution("random").kind, DistributionKind::uniform);
    EXPECT_EQ(distribution("zipf").parameter, 1.1);
    EXPECT_EQ(distribution("zipf:1.2").kind, DistributionKind::zipf);
    EXPECT_EQ(distribution("zipf:1.2").parameter, 1.2);
    EXPECT_EQ(distribution("zipf:1.2").center, std::nullopt);
    EXPECT_EQ(distribution("zipf:1.2:0.5").center, 0.5);
    EXPECT_EQ(distribution("pareto:0.3:0").center, 0.0);
    EXPECT_EQ(distribution("normal:12").parameter, 12.0);
}

TEST(Distribution, Zones) {
    const auto zoned = distribution("zoned:60/10:30/20:8/30:2/40");
    EXPECT_THAT(zoned.zones.values[0], ElementsAre(AccessZone{60, 10}, AccessZone{30, 20},
                                                   AccessZone{8, 30}, AccessZone{2, 40}));
    EXPECT_EQ(zoned.zones.values[2], zoned.zones.values[0]);
    const auto each = distribution("zoned:60/10:40/90,50/50:50/50");
    EXPECT_EQ(each.zones.values[0][0], (AccessZone{60, 10}));
    EXPECT_EQ(each.zones.values[1][0], (AccessZone{50, 50}));
    EXPECT_EQ(each.zones.values[2], each.zones.values[1]);
    EXPECT_THAT(distribution("zoned:60/10:40/").zones.values[0],
                ElementsAre(AccessZone{60, 10}, AccessZone{40, 90}));
    EXPECT_EQ(distribution("zoned_abs:60/20G:40/1k").zones.values[0][0],
              (AccessZone{60, 20ULL << 30}));
}

TEST(Distribution, WhatIsWrongIsNamed) {
    const auto said = [](const std::string& value) {
        return refusal("random_distribution=" + value);
    };
    EXPECT_THAT(said("zipf:1"), HasSubstr("must not be 1.0"));
    EXPECT_THAT(said("zipf:-1"), HasSubstr("out of range"));
    EXPECT_THAT(said("zipf:x"), HasSubstr("not a number"));
    EXPECT_THAT(said("zipf:nan"), HasSubstr("not a number"));
    EXPECT_THAT(said("zipf:1.2:2"), HasSubstr("center out of range"));
    EXPECT_THAT(said("zipf:1.2:0.5:3"), HasSubstr("at most two"));
    EXPECT_THAT(said("pareto:0"), HasSubstr("0 < h < 1.0"));
    EXPECT_THAT(said("pareto:1.5"), HasSubstr("0 < h < 1.0"));
    EXPECT_THAT(said("normal:101"), HasSubstr("deviation"));
    EXPECT_THAT(said("zoned"), HasSubstr("zones are missing"));
    EXPECT_THAT(said("zoned:60/10:30/20"), HasSubstr("add up to 90"));
    EXPECT_THAT(said("zoned:60/10:40/95"), HasSubstr("more than 100"));
    EXPECT_THAT(said("zoned:100"), HasSubstr("accesses/size"));
    EXPECT_THAT(said("zoned_abs:100/x"), HasSubstr("not a number"));
    EXPECT_THAT(said("random:5"), HasSubstr("takes no number"));
    EXPECT_THAT(said("gauss"), HasSubstr("zipf"));
}

BlockSplit blocks(std::string_view text) {
    return read_block_split(row("bssplit"), text, {});
}

TEST(BlockSplitValue, SharesPerDirection) {
    const auto all = blocks("4k/10:64k/50:32k/40");
    EXPECT_THAT(all.values[0],
                ElementsAre(BlockShare{Bytes(4096), 10}, BlockShare{Bytes(65536), 50},
                            BlockShare{Bytes(32768), 40}));
    EXPECT_EQ(all.values[1], all.values[0]);
    EXPECT_THAT(blocks("4k/50:1k/:32k/").values[0],
                ElementsAre(BlockShare{Bytes(4096), 50}, BlockShare{Bytes(1024), 25},
                            BlockShare{Bytes(32768), 25}));
    const auto two = blocks("2k/50:4k/50,4k/90:8k/10");
    EXPECT_EQ(two.values[0][0], (BlockShare{Bytes(2048), 50}));
    EXPECT_EQ(two.values[1][0], (BlockShare{Bytes(4096), 90}));
    EXPECT_EQ(two.values[2], two.values[1]);
    EXPECT_THAT(blocks("4k").values[0], ElementsAre(BlockShare{Bytes(4096), 100}));
}

TEST(BlockSplitValue, WhatIsWrongIsNamed) {
    EXPECT_THAT(refusal("bssplit=4k/60:8k/50"), HasSubstr("add up to 110"));
    EXPECT_THAT(refusal("bssplit=x/50"), HasSubstr("block size"));
    EXPECT_THAT(refusal("bssplit=0/50"), HasSubstr("block size"));
    EXPECT_THAT(refusal("bssplit=4k/x"), HasSubstr("percentage"));
    EXPECT_THAT(refusal("bssplit=4k/nan"), HasSubstr("percentage"));
    EXPECT_THAT(refusal("bssplit=:"), HasSubstr("no block size"));
    EXPECT_THAT(refusal("bssplit=1k,2k,3k,4k"), HasSubstr("more than three"));
}

Pattern pattern(std::string_view text) {
    return read_pattern(row("verify_pattern"), text, {}, true);
}

TEST(PatternValue, BytesInTheOrderWritten) {
    EXPECT_EQ(pattern("0xdeadbeef").bytes, "\xde\xad\xbe\xef");
    EXPECT_EQ(pattern("0xabc").bytes, "\x0a\xbc");
    EXPECT_EQ(pattern("\"abcd\"").bytes, "abcd");
    EXPECT_EQ(pattern("65").bytes, "A");
    EXPECT_EQ(pattern("-12").bytes, "\xf4\xff\xff\xff");
    EXPECT_EQ(pattern("258").bytes, "\x02\x01");
    EXPECT_EQ(pattern("0xff%o\"ab\"-12").bytes,
              std::string("\xff") + std::string(8, '\0') + "ab\xf4\xff\xff\xff");
    EXPECT_THAT(pattern("0xff%o\"ab\"%o").offsets, ElementsAre(1u, 11u));
}

TEST(PatternValue, WhatIsWrongIsNamed) {
    EXPECT_THAT(refusal("verify_pattern=abc"), HasSubstr("neither a number"));
    EXPECT_THAT(refusal("verify_pattern=0x"), HasSubstr("no hexadecimal digit"));
    EXPECT_THAT(refusal("verify_pattern=\"abc"), HasSubstr("closing"));
    EXPECT_THAT(refusal("verify_pattern='/nowhere/x'"), HasSubstr("No such file"));
    EXPECT_THAT(refusal("verify_pattern=%p"), HasSubstr("only o"));
    EXPECT_THAT(refusal("verify_pattern=99999999999"), HasSubstr("32 bits"));
    EXPECT_THAT(refusal("buffer_pattern=%o"), HasSubstr("verify_pattern only"));
}

TEST(PatternValue, OnlyRegularFilesAreRead) {
    const std::string pipe = ::testing::TempDir() + "/pattern_pipe." + std::to_string(getpid());
    ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
    EXPECT_THAT(refusal("verify_pattern='" + pipe + "'"), HasSubstr("is no regular file"));
    std::remove(pipe.c_str());
    EXPECT_THAT(refusal("verify_pattern='/dev/zero'"), HasSubstr("is no regular file"));
    EXPECT_THAT(refusal("verify_pattern='/'"), HasSubstr("is no regular file"));

    const std::string path = ::testing::TempDir() + "/pattern_file." + std::to_string(getpid());
    std::ofstream(path) << "ab";
    EXPECT_EQ(pattern("'" + path + "'0x63").bytes, "abc");
    std::remove(path.c_str());
}

TEST(ErrorList, NamesAndNumbersPerKind) {
    const auto errors = read_error_list(row("ignore_error"), "EAGAIN,ENOSPC:122", {});
    EXPECT_THAT(errors.lists[0], ElementsAre(EAGAIN));
    EXPECT_THAT(errors.lists[1], ElementsAre(ENOSPC, 122));
    EXPECT_THAT(errors.lists[2], ElementsAre());
    EXPECT_THAT(read_error_list(row("ignore_error"), ",,EIO", {}).lists[2], ElementsAre(EIO));
    EXPECT_THAT(refusal("ignore_error=EFOO"), HasSubstr("'EFOO' is no error"));
    EXPECT_THAT(refusal("ignore_error=-5"), HasSubstr("'-5' is no error"));
    EXPECT_THAT(refusal("ignore_error=9999"), HasSubstr("'9999' is no error"));
}

TEST(SteadyCriterionValue, FigureAndLimit) {
    const auto read = [](std::string_view text) {
        return read_steady_criterion(row("steadystate"), text, {});
    };
    EXPECT_EQ(read("iops:1%"), (SteadyCriterion{SteadyFigure::iops, 1, true}));
    EXPECT_EQ(read("bw_slope:0.3%"), (SteadyCriterion{SteadyFigure::bw_slope, 0.3, true}));
    EXPECT_EQ(read("bw:2m"), (SteadyCriterion{SteadyFigure::bw, 2097152, false}));
    EXPECT_THAT(refusal("steadystate=iops"), HasSubstr("limit must follow"));
    EXPECT_THAT(refusal("steadystate=iops:x"), HasSubstr("not a number"));
    EXPECT_THAT(refusal("steadystate=iops:-1"), HasSubstr("negative"));
    EXPECT_THAT(refusal("steadystate=foo:1"), HasSubstr("iops_slope"));
}

TEST(LogNames, MayBeLeftOutInAFile) {
    for (const char* log : {"write_bw_log", "write_lat_log", "write_iops_log", "write_hist_log"}) {
        EXPECT_THAT(not_yet(log), HasSubstr(log));
        EXPECT_THAT(not_yet(log + std::string("=")), HasSubstr(log));
    }
    EXPECT_THAT(refusal("read_iolog"), HasSubstr("requires an argument"));
}

TEST(ProfileOptions, HaveNoEffectWithoutTheProfile) {
    const auto built = build("[a]\nthreads=1\n");
    ASSERT_EQ(built.warnings.size(), 1u);
    EXPECT_THAT(to_text(built.warnings[0]),
                AllOf(HasSubstr("x.fio:2: threads=1 has no effect"), HasSubstr("profile=tiobench"),
                      HasSubstr("Did you mean thread?")));
    EXPECT_FALSE(built.jobs.at(0).thread);
}

TEST(LatencyLimits, AreTimes) {
    EXPECT_THAT(not_yet("max_latency=10ms"), HasSubstr("max_latency=10ms"));
    EXPECT_THAT(refusal("max_latency=10k"), HasSubstr("not a time"));
}

TEST(Lists, LimitsAndLengths) {
    EXPECT_THAT(refusal("latency_percentile=1:2"), HasSubstr("exceeding max length 1"));
    EXPECT_THAT(refusal("zone_reset_threshold=1.5"), HasSubstr("out of range: 1.5"));
    EXPECT_THAT(refusal("replay_skip=read,foo"), HasSubstr("'foo'"));
    EXPECT_THAT(refusal("zoneskip=2z"), ::testing::IsEmpty());
}

}  // namespace
}  // namespace fathom::test
