// From sections to jobs: what globals, jobs and engines contribute, and what is refused.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "job/job_text.h"

namespace fathom::test {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

TEST(Build, AGlobalSectionIsForTheJobsAfterIt) {
    const auto jobs =
        build("[early]\n[global]\nbs=8k\n[one]\n[global]\niodepth=4\n[two]\nbs=16k\n").jobs;
    ASSERT_EQ(jobs.size(), 3u);
    EXPECT_EQ(jobs[0].bs[Direction::read].min, Bytes(4096));
    EXPECT_EQ(jobs[1].bs[Direction::read].min, Bytes(8192));
    EXPECT_EQ(jobs[1].iodepth, 1u);
    EXPECT_EQ(jobs[2].bs[Direction::read].min, Bytes(16384));
    EXPECT_EQ(jobs[2].iodepth, 4u);
}

TEST(Build, BlockSizesPerDirection) {
    struct Case {
        const char* text;
        std::array<std::uint64_t, 3> kib;
    };
    for (const auto& [text, kib] :
         {Case{"8k", {8, 8, 8}}, Case{"8k,32k", {8, 32, 32}}, Case{"8k,32k,", {8, 32, 4}},
          Case{",8k", {4, 8, 8}}, Case{",8k,", {4, 8, 4}}, Case{"8k,", {8, 4, 4}},
          Case{"8k,,16k", {8, 4, 16}}, Case{",,8k", {4, 4, 8}}, Case{"8k:16k:32k", {8, 16, 32}},
          Case{"8k-16k", {8, 16, 16}}, Case{"8k,16k,,", {8, 16, 4}}}) {
        const Job job = job_with(std::string("bs=") + text);
        for (std::size_t i = 0; i < 3; ++i) {
            EXPECT_EQ(job.bs.values[i].min, Bytes(kib[i] * 1024)) << text << " " << i;
            EXPECT_EQ(job.bs.values[i].max, Bytes(kib[i] * 1024)) << text << " " << i;
        }
    }
    EXPECT_THAT(refusal("bs=1k,2k,3k,4k"), HasSubstr("bs=1k,2k,3k,4k"));
    EXPECT_THAT(refusal("bs=,"), HasSubstr("bs=,"));
}

TEST(Build, AnEmptyPartKeepsTheGlobalBlockSize) {
    const auto jobs = build("[global]\nbs=64k\n[a]\nbs=,8k\n").jobs;
    EXPECT_EQ(jobs[0].bs[Direction::read].min, Bytes(65536));
    EXPECT_EQ(jobs[0].bs[Direction::write].min, Bytes(8192));
}

TEST(Build, BlockSizeRanges) {
    EXPECT_EQ(job_with("bsrange=8k-16k").bs[Direction::trim],
              (BlockSize{Bytes(8192), Bytes(16384)}));
    EXPECT_EQ(job_with("bsrange=16k:8k").bs[Direction::read],
              (BlockSize{Bytes(8192), Bytes(16384)}));
    EXPECT_EQ(job_with("bsrange=1k-2k,4k-8k").bs[Direction::write],
              (BlockSize{Bytes(4096), Bytes(8192)}));
    EXPECT_EQ(job_with("bsrange=1k-2k/4k-8k").bs[Direction::write],
              (BlockSize{Bytes(4096), Bytes(8192)}));
    EXPECT_THAT(refusal("bsrange=8k"), HasSubstr("bsrange=8k"));
}

TEST(Build, AccessAndTheNumberAfterIt) {
    EXPECT_EQ(job_with("rw=randrw:8").access.random_run, 8u);
    EXPECT_EQ(job_with("rw=write:-8k").access.sequential_step, -8192);
    EXPECT_EQ(job_with("readwrite=readwrite").access.name(), "rw");
    for (const char* word : {"read", "write", "trim", "randread", "randwrite", "randtrim", "rw",
                             "randrw", "trimwrite", "randtrimwrite"}) {
        EXPECT_EQ(job_with(std::string("rw=") + word).access.name(), word);
    }
    for (const char* bad : {"rw=randrw:foo", "rw=read:", "rw=READ", "rw=randread:0", "rw=rand",
                            "rw=randread:-1", "rw=randread:8,3"}) {
        EXPECT_THAT(refusal(bad), HasSubstr(bad));
    }
}

TEST(Build, ALeadingMinusIsASign) {
    EXPECT_EQ(job_with("nice=-20").nice, -20);
    EXPECT_THAT(refusal("nice=20"), HasSubstr("max value out of range: 20 (19 max)"));
    EXPECT_THAT(refusal("nice=-21"), HasSubstr("min value out of range: -21 (-20 min)"));
}

TEST(Build, AllFlagsOfACommaListCount) {
    const Job job = job_with("sync_file_range=wait_before,write:8");
    EXPECT_EQ(job.sync_file_range.flags, 1u | 2u);
    EXPECT_EQ(job.sync_file_range.every, 8u);
}

TEST(Build, UnknownOptionsAreAllNamedWithTheirPlaceAndTheNearestName) {
    const std::string text = refusal("xyz=1\nsiz=4k\nidoepth=3");
    EXPECT_THAT(text, HasSubstr("x.fio:2: Bad option <xyz=1>"));
    EXPECT_THAT(text, HasSubstr("x.fio:3: Bad option <siz=4k> (Did you mean size?)"));
    EXPECT_THAT(text, HasSubstr("x.fio:4: Bad option <idoepth=3> (Did you mean iodepth?)"));
}

TEST(Build, ProblemsComeInTheOrderOfTheLines) {
    const std::string text = refusal("zz=1\nbs=x\nyy=2\nnice=99");
    EXPECT_LT(text.find("<zz=1>"), text.find("bs=x"));
    EXPECT_LT(text.find("bs=x"), text.find("<yy=2>"));
    EXPECT_LT(text.find("<yy=2>"), text.find("nice=99"));
}

TEST(Build, FlagsOfTheCommandLineAreRecognised) {
    try {
        build("[a]\noutput-format=json\n", {.flags = {"output-format"}});
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("belongs on the command line"));
    }
}

TEST(Build, EngineOptionsBelongToTheirEngine) {
    const Job job = job_with("hipri\nshare=10,20\nkind=slow\nioengine=rich");
    EXPECT_EQ(job.engine_options.at("hipri"), "1");
    EXPECT_EQ(job.engine_options.at("share"), "10,20");
    EXPECT_EQ(job.engine_options.at("mode"), "slow");
    EXPECT_THAT(refusal("hipri"), HasSubstr("belongs to rich"));
    EXPECT_THAT(refusal("ioengine=rich\nshare=101"), HasSubstr("max value out of range"));
    EXPECT_THAT(refusal("ioengine=rich\nmode=medium"), HasSubstr("fast, slow"));
}

TEST(Build, AGlobalEnginesOptionsDoNotBotherAnotherEngine) {
    const auto jobs = build("[global]\nioengine=rich\nhipri\n[a]\nioengine=plain\n[b]\n").jobs;
    EXPECT_THAT(jobs[0].engine_options, IsEmpty());
    EXPECT_TRUE(jobs[1].has_engine_option("hipri"));
}

TEST(Build, MissingEnginesAreNamed) {
    EXPECT_THAT(not_yet("ioengine=rbd\npool=x"),
                HasSubstr("x.fio:2: not supported yet: ioengine=rbd"));
    EXPECT_THAT(refusal("ioengine=http"), HasSubstr("not supported yet: ioengine=http"));
    EXPECT_THAT(refusal("ioengine=psnc"), HasSubstr("Did you mean psync?"));
    EXPECT_THAT(refusal("ioengine=psnc"), HasSubstr("available: plain, psync, rich"));
}

TEST(Build, WhatIsNotBuiltYetIsReadCheckedAndNamedUnlessItIsTheDefault) {
    EXPECT_THAT(not_yet("verify=crc32c"), HasSubstr("x.fio:2: not supported yet: verify=crc32c"));
    EXPECT_THAT(refusal("verify=crc33"), HasSubstr("crc32c"));
    EXPECT_THAT(not_yet("latency_target=100"), HasSubstr("not supported yet"));
    EXPECT_THAT(not_yet("write_barrier=4"), HasSubstr("not supported yet: write_barrier=4"));
    EXPECT_THAT(not_yet("verify=0"), IsEmpty());
    EXPECT_THAT(not_yet("latency_target=0us"), IsEmpty());
    EXPECT_THAT(not_yet("verify_only"), HasSubstr("not supported yet"));
    EXPECT_THAT(not_yet("verify_only=0"), IsEmpty());
    EXPECT_THAT(not_yet("size=3z"), HasSubstr("not supported yet: size=3z"));
    EXPECT_THAT(refusal("size=xz"), HasSubstr("not a number"));
}

TEST(Build, AJobTakesBackWhatIsNotBuiltYetOfAGlobalSection) {
    const BuildResult one = build("[global]\nverify=md5\n[a]\nverify=0\n[b]\n[c]\n");
    ASSERT_EQ(one.not_yet.size(), 1u);  // reported once, not for b and for c
    EXPECT_EQ(one.not_yet[0].where.line, 2);
    EXPECT_THAT(build("[global]\nverify=md5\n[a]\nverify=0\n").not_yet, IsEmpty());
}

TEST(Build, OptionsWithoutAValue) {
    EXPECT_TRUE(job_with("group_reporting").group_reporting);
    EXPECT_FALSE(job_with("group_reporting=0").group_reporting);
    EXPECT_THAT(refusal("direct"), HasSubstr("Option direct requires an argument"));
    EXPECT_THAT(refusal("size="), HasSubstr("size="));
}

TEST(Build, InverseOptionsAndAliases) {
    EXPECT_TRUE(job_with("buffered=0").direct);
    EXPECT_FALSE(job_with("direct=1\nbuffered=1").direct);
    EXPECT_EQ(job_with("rw=rw\nrwmixwrite=30").rwmixread, 70u);
    EXPECT_EQ(job_with("timeout=5").runtime, 5_s);
}

TEST(Build, DepthsAreClampedToEachOther) {
    Job job = job_with("iodepth=8\niodepth_batch=0");
    EXPECT_EQ(job.iodepth_batch, 8u);
    EXPECT_EQ(job.iodepth_low, 8u);
    job = job_with("iodepth=8\niodepth_batch=64\niodepth_low=20\niodepth_batch_complete=99");
    EXPECT_EQ(job.iodepth_batch, 8u);
    EXPECT_EQ(job.iodepth_low, 8u);
    EXPECT_EQ(job.iodepth_batch_complete_min, 8u);
    EXPECT_EQ(job.iodepth_batch_complete_max, 8u);
}

TEST(Build, KeywordsAreReplacedAndWorkedOut) {
    const long page = sysconf(_SC_PAGESIZE);
    EXPECT_EQ(job_with("bs=$pagesize").bs[Direction::read].min.count(), page);
    EXPECT_EQ(job_with("bs=$pagesize*2").bs[Direction::read].min.count(), 2 * page);
    EXPECT_EQ(job_with("numjobs=$ncpus").numjobs, sysconf(_SC_NPROCESSORS_ONLN));
    EXPECT_EQ(job_with("filename_format=$jobname.$filenum").filename_format, "$jobname.$filenum");
}

TEST(Build, GivenOptionsAreKeptForTheEcho) {
    const Job job = build("[global]\nreadwrite=randread\n[a]\nbs=4k\nbs=8k\n").jobs[0];
    ASSERT_EQ(job.given.size(), 2u);
    EXPECT_EQ(job.given[0].name, "rw");
    EXPECT_TRUE(job.given[0].from_global);
    EXPECT_EQ(job.given[1].value, "8k");
    EXPECT_EQ(job.given[1].origin.line, 5);
}

TEST(Build, WarnsOfValuesThatCannotAct) {
    EXPECT_THAT(build("[a]\nrw=read\nrwmixread=70\n").warnings, ::testing::SizeIs(1));
    EXPECT_THAT(build("[a]\nrw=randrw\nrwmixread=70\n").warnings, IsEmpty());
    EXPECT_THAT(build("[a]\niopsavgtime=100\n").warnings, IsEmpty());
    const auto timeless = build("[a]\ntime_based\n");
    EXPECT_THAT(timeless.warnings.at(0).what, HasSubstr("requires a runtime"));
    EXPECT_FALSE(timeless.jobs[0].time_based);
}

TEST(Build, OnlyTheSectionsAskedFor) {
    const auto result = build("[a]\nbad=1\n[b]\n", {.sections = {"b"}});
    ASSERT_EQ(result.jobs.size(), 1u);
    EXPECT_EQ(result.jobs[0].name, "b");
    EXPECT_THROW(build("[a]\n", {.sections = {"zz"}}), Error);
}

TEST(Build, NoJobsAtAll) {
    EXPECT_THROW(build(""), Error);
    EXPECT_THROW(build("[global]\nbs=4k\n"), Error);
}

TEST(Build, WaitForNamesAJobBeforeIt) {
    EXPECT_THAT(refusal("wait_for=b"), HasSubstr("wait_for=b"));
    EXPECT_EQ(build("[a]\n[b]\nwait_for=a\n").jobs.size(), 2u);
}

}  // namespace
}  // namespace fathom::test
