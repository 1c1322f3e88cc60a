// The fio command line: flags, jobs as options, job files, in whatever order.
#include "cli/arguments.h"

#include <cstdlib>
#include <fstream>
#include <set>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "base/random.h"
#include "cli/flags.h"
#include "cli/help.h"
#include "cli/table.h"
#include "job/build.h"

namespace fathom {
namespace {

using test::whole_table;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

Arguments parse(const std::vector<std::string>& words) {
    return parse_arguments(words, whole_table());
}

std::string refusal(const std::vector<std::string>& words) {
    try {
        const Arguments arguments = parse(words);
        build_jobs(arguments.spec, whole_table());
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

std::vector<Job> jobs_of(const std::vector<std::string>& words) {
    return build_jobs(parse(words).spec, whole_table()).jobs;
}

class ArgumentFiles : public ::testing::Test {
  protected:
    void SetUp() override {
        char pattern[] = "/tmp/fathom-arguments-XXXXXX";
        ASSERT_NE(mkdtemp(pattern), nullptr);
        directory_ = pattern;
    }
    void TearDown() override {
        for (const auto& path : files_) unlink(path.c_str());
        rmdir(directory_.c_str());
    }
    std::string file(const std::string& name, const std::string& text) {
        files_.push_back(directory_ + "/" + name);
        std::ofstream(files_.back()) << text;
        return files_.back();
    }

  private:
    std::string directory_;
    std::vector<std::string> files_;
};

TEST(Arguments, ANameBeginsAJobAndWhatStandsBeforeIsForAll) {
    const auto jobs = jobs_of({"--ioengine=null", "--size", "64k", "--name=a", "-bs=8k", "--name",
                               "b", "--group_reporting", "-iodepth", "4"});
    ASSERT_EQ(jobs.size(), 2u);
    EXPECT_EQ(jobs[0].name, "a");
    EXPECT_EQ(jobs[0].ioengine, "null");
    EXPECT_EQ(jobs[0].size.bytes, 65536u);
    EXPECT_EQ(jobs[0].bs[Direction::read].min, Bytes(8192));
    EXPECT_EQ(jobs[1].bs[Direction::read].min, Bytes(4096));
    EXPECT_TRUE(jobs[1].group_reporting);
    EXPECT_EQ(jobs[1].iodepth, 4u);
    EXPECT_EQ(jobs[1].given.at(2).name, "name");
}

TEST(Arguments, ValuesKeepCommentSignsAndBlanks) {
    const auto jobs = jobs_of({"--name=a", "--description=x;y #z", "--size=1m"});
    EXPECT_EQ(jobs[0].description, "x;y #z");
}

TEST(Arguments, AbbreviationsWhenThereIsOneMeaning) {
    EXPECT_EQ(jobs_of({"--name=a", "--numj=3"})[0].numjobs, 3u);
    EXPECT_THAT(refusal({"--name=a", "--iod=2"}), HasSubstr("is ambiguous"));
    EXPECT_EQ(parse({"--parse", "--name=a"}).action, Arguments::Action::parse_only);
}

TEST(Arguments, UnknownOnesAreNamedWithTheNearest) {
    EXPECT_THAT(refusal({"--name=a", "--iodpeth=3"}),
                HasSubstr("unrecognized option '--iodpeth=3' (Did you mean --iodepth?)"));
    EXPECT_THAT(refusal({"--name=a", "--size"}), HasSubstr("requires an argument"));
    EXPECT_THAT(refusal({"--name=a", "--readonly=1"}), HasSubstr("doesn't allow an argument"));
}

TEST(Arguments, FlagsActWhereverTheyStand) {
    for (const auto& words : std::vector<std::vector<std::string>>{
             {"--readonly", "--output-format=json,normal", "-o", "f", "--name=a", "--bs=8k"},
             {"--name=a", "--readonly", "-of", "--bs=8k", "--output-format", "json,normal"},
             {"--name=a", "--bs=8k", "-r", "--output=f", "-F", "json,normal"}}) {
        const Arguments arguments = parse(words);
        EXPECT_TRUE(arguments.readonly);
        EXPECT_EQ(arguments.output_file, "f");
        EXPECT_TRUE(arguments.formats.json && arguments.formats.normal);
        EXPECT_FALSE(arguments.formats.terse);
        const auto jobs = build_jobs(arguments.spec, whole_table()).jobs;
        EXPECT_EQ(jobs.at(0).bs[Direction::read].min, Bytes(8192));
    }
}

TEST(Arguments, OutputFormats) {
    EXPECT_TRUE(parse({"--minimal"}).formats.terse);
    EXPECT_FALSE(parse({"--minimal"}).formats.normal);
    EXPECT_TRUE(parse({"--append-terse"}).formats.normal);
    EXPECT_TRUE(parse({"--append-terse"}).formats.terse);
    EXPECT_TRUE(parse({"--output-format=json+"}).formats.json_plus);
    EXPECT_THAT(refusal({"--output-format=bogus"}), HasSubstr("invalid output format bogus"));
    EXPECT_EQ(parse({"--terse-version=5"}).terse_version, 5);
    EXPECT_THAT(refusal({"--terse-version=9"}), HasSubstr("bad terse version format"));
}

TEST(Arguments, TimesOfTheLiveLine) {
    const Arguments arguments = parse({"--eta=never", "--eta-interval=500ms", "--eta-newline=2"});
    EXPECT_EQ(arguments.eta, Arguments::Eta::never);
    EXPECT_EQ(arguments.eta_interval, 500_ms);
    EXPECT_EQ(arguments.eta_newline, 2_s);
    EXPECT_THAT(refusal({"--eta-interval=1ms"}), HasSubstr("250 msec and more"));
    EXPECT_THAT(refusal({"--eta=bogus"}), HasSubstr("always, never, auto"));
}

TEST(Arguments, HelpAndVersionLookAtNothingElse) {
    EXPECT_EQ(parse({"--version", "--bogus"}).action, Arguments::Action::version);
    EXPECT_EQ(parse({"-h"}).action, Arguments::Action::help);
    EXPECT_EQ(parse({"--cmdhelp=bs"}).topic, "bs");
    EXPECT_EQ(parse({"--cmdhelp"}).action, Arguments::Action::cmdhelp);
    EXPECT_EQ(parse({"--enghelp=libaio,nowait"}).topic, "libaio,nowait");
}

TEST(Arguments, WhatIsNotBuiltIsSaid) {
    EXPECT_THAT(refusal({"--client=host", "--name=a"}), HasSubstr("not supported yet: --client"));
    EXPECT_THAT(refusal({"--server", "--name=a"}), HasSubstr("not supported yet: --server"));
}

TEST(Arguments, SectionsCannotBeGlobal) {
    EXPECT_EQ(parse({"--section=a", "-x", "b"}).sections, (std::vector<std::string>{"a", "b"}));
    EXPECT_THAT(refusal({"--section=global"}), HasSubstr("can't use global"));
}

TEST(Arguments, AnyWordsGiveJobsOrAnErrorAndNothingElse) {
    constexpr std::string_view pieces[] = {
        "-", "--",   "name", "=",    "bs", "4k", "global", "o",  "x",     "rw", ",",
        "F", "json", "eta",  "\xff", "",   "io", "9e9",    "-1", "hipri", "(",  "size"};
    Random random(20);
    for (int round = 0; round < 3000; ++round) {
        std::vector<std::string> words(random.below(6));
        for (std::string& word : words) {
            // No bare words: they would name files of the machine the test runs on.
            word = random.below(2) == 0 ? "--" : "-x";
            const auto count = random.below(5);
            for (std::uint64_t i = 0; i < count; ++i) {
                word += pieces[random.below(std::size(pieces))];
            }
            if (word == "--") word = "--name=a";
        }
        refusal(words);
    }
}

TEST_F(ArgumentFiles, TheJobFileWinsAndTheUserIsTold) {
    const std::string path = file("p.fio", "[g]\nioengine=null\nsize=1m\nbs=8k\n");
    const Arguments before = parse({"--bs=64k", "--iodepth=2", path});
    const BuildResult built = build_jobs(before.spec, whole_table());
    EXPECT_EQ(built.jobs[0].bs[Direction::read].min, Bytes(8192));
    EXPECT_EQ(built.jobs[0].iodepth, 2u);
    ASSERT_EQ(built.warnings.size(), 1u);
    EXPECT_THAT(built.warnings[0].what,
                HasSubstr("--bs had no effect on job 'g': line 4 of " + path + " sets it"));
    EXPECT_THAT(parse({path, "--bs=64k"}).warnings.at(0).what, HasSubstr("--bs has no effect"));
}

TEST_F(ArgumentFiles, SeveralFilesAndJobsRunInTheirOrder) {
    const std::string one = file("1.fio", "[one]\nsize=1m\n");
    const std::string two = file("2.fio", "[two]\nsize=1m\n");
    const auto jobs = jobs_of({one, "--name=mid", "--size=2m", two});
    ASSERT_EQ(jobs.size(), 3u);
    EXPECT_EQ(jobs[0].name, "one");
    EXPECT_EQ(jobs[1].name, "mid");
    EXPECT_EQ(jobs[2].name, "two");
    EXPECT_EQ(jobs[2].size.bytes, 1048576u);
}

TEST_F(ArgumentFiles, ProblemsOfAllFilesAreReported) {
    const std::string bad = file("bad.fio", "bs=4k\n");
    const std::string text = refusal({bad, bad + ".none", "--bogus"});
    EXPECT_THAT(text, HasSubstr("outside of [] job section"));
    EXPECT_THAT(text, HasSubstr("unable to open"));
    EXPECT_THAT(text, HasSubstr("unrecognized option '--bogus'"));
}

TEST_F(ArgumentFiles, ShowcmdIsACommandLineOfTheSameJobs) {
    const std::string path = file("s.fio",
                                  "[global]\nioengine=null\nsize=4k\n[a]\nbs=1k ;x\n"
                                  "description=hello world\nthread\n[global]\niodepth=2\n[b]\n");
    EXPECT_EQ(command_text("fio", parse({"--showcmd", path}).spec, full_table()),
              "fio --ioengine=null --size=4k --name=a --bs=1k --description=\"hello world\" "
              "--thread --name=global --iodepth=2 --name=b \n");
    const auto jobs = jobs_of({"--ioengine=null", "--size=4k", "--name=a", "--bs=1k",
                               "--name=global", "--iodepth=2", "--name=b"});
    ASSERT_EQ(jobs.size(), 2u);
    EXPECT_EQ(jobs[0].iodepth, 1u);
    EXPECT_EQ(jobs[1].iodepth, 2u);
}

TEST(Help, OptionsAreExplainedInFiosLayout) {
    const HelpText help = option_help(whole_table(), "blocksize");
    EXPECT_THAT(help.output, HasSubstr("                  bs: "));
    EXPECT_THAT(help.output, HasSubstr("               alias: blocksize\n"));
    EXPECT_THAT(help.output, HasSubstr("             default: 4096\n"));
    EXPECT_THAT(help.output, HasSubstr("               range: min=1"));
    const std::string all = option_help(whole_table(), "all").output;
    EXPECT_THAT(all, HasSubstr("\nrw                      : "));
    EXPECT_THAT(all, HasSubstr("\n  bs                    : "));
}

TEST(Help, EveryOptionIsInTheList) {
    const std::string all = option_help(whole_table(), "").output;
    for (const OptionRow& row : whole_table().rows()) {
        if (row.standing == OptionStanding::gone || row.standing == OptionStanding::ignored) {
            continue;
        }
        EXPECT_TRUE(all.find(std::string(row.name)) != std::string::npos) << row.name;
        EXPECT_EQ(option_help(whole_table(), std::string(row.name)).error, "");
    }
}

TEST(Help, UnknownTopics) {
    const HelpText near = option_help(whole_table(), "siz");
    EXPECT_EQ(near.status, 0);
    EXPECT_THAT(near.error, HasSubstr("No such command: siz"));
    EXPECT_THAT(near.output, HasSubstr("size"));
    EXPECT_EQ(engine_help(whole_table(), "bogus").status, 1);
    EXPECT_THAT(engine_help(whole_table(), "bogus").error, HasSubstr("IO engine bogus not found"));
    EXPECT_THAT(engine_help(whole_table(), "null").output, HasSubstr("has no options"));
    EXPECT_THAT(engine_help(whole_table(), "").output, HasSubstr("\tpsync\n"));
}

TEST(Help, UsageNamesEveryFlagThatWorks) {
    const std::string text = usage_text("fathom");
    for (const Flag& flag : flags()) {
        if (!works(flag)) continue;
        EXPECT_THAT(text, HasSubstr("--" + std::string(flag.name)));
    }
}

TEST(Flags, NamesAndLettersAreUnique) {
    std::set<std::string_view> names;
    std::set<char> letters;
    for (const Flag& flag : flags()) {
        EXPECT_TRUE(names.insert(flag.name).second) << flag.name;
        if (flag.letter == '\0') continue;
        EXPECT_TRUE(letters.insert(flag.letter).second) << flag.letter;
        EXPECT_FALSE(flag.help.empty());
    }
}

}  // namespace
}  // namespace fathom
