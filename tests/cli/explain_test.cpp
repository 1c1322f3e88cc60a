// fathom explain: settings with their sources, the plan, the estimate; and --override, which wins.
#include "cli/explain.h"

#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/arguments.h"
#include "cli/table.h"
#include "run/run_fixture.h"

namespace fathom {
namespace {

using test::whole_table;
using ::testing::HasSubstr;
using ::testing::Not;

class Explain : public ::testing::Test {
  protected:
    [[nodiscard]] std::string file() const { return directory_.path("x.fio"); }

    std::string explain(const std::string& job_file, std::vector<std::string> words = {},
                        bool all = false) {
        std::ofstream(file()) << job_file;
        words.insert(words.begin(), file());
        const Arguments arguments = parse_arguments(words, whole_table());
        BuildResult built = build_jobs(arguments.spec, whole_table());
        const Plan plan = make_plan(std::exchange(built.jobs, {}));
        std::string text = explain_text(built, plan, estimate(plan), whole_table(), all);
        for (auto at = text.find(file()); at != text.npos; at = text.find(file())) {
            text.replace(at, file().size(), "x.fio");
        }
        return text;
    }

    TemporaryDirectory directory_;
};

TEST_F(Explain, ATableOfSettingsThePlanAndAnEstimate) {
    const std::string text = explain("[global]\nbs=4k\nruntime=10\ndirectory=" + directory_.path() +
                                     "\n[a]\nrw=randrw\nrwmixread=75\nsize=1m\nnumjobs=2\n"
                                     "[b]\nstonewall\nrw=write\nsize=2m\nbs=64k\ntime_based\n");
    EXPECT_THAT(text, HasSubstr("job a  (x.fio:5)\n"));
    EXPECT_THAT(text, HasSubstr("4k  "));
    EXPECT_THAT(text, HasSubstr("x.fio:2 [global]\n"));
    EXPECT_THAT(text, HasSubstr("x.fio:14, instead of 4k of x.fio:2 [global]\n"));
    EXPECT_THAT(text, ::testing::ContainsRegex("  ioengine +psync +default\n"));
    EXPECT_THAT(text, HasSubstr("plan\n"
                                "  stage 1: a x2 (group 0)\n"
                                "    at most 10 s; 1536KiB read, 512KiB written\n"
                                "  stage 2: b (group 1)\n"
                                "    10 s; 2048KiB written a pass, again and again\n"
                                "estimate\n"
                                "  time: at most 20 s\n"
                                "  written: more than 4608KiB (jobs write again and again until "
                                "their time is over)\n"
                                "  before that: 3 files made, 2048KiB laid out\n"));
}

TEST_F(Explain, LooksAtTheFilesThereAre) {
    std::ofstream(directory_.path("data")) << std::string(8192, 'x');
    const std::string text = explain("[a]\nrw=read\nfilename=" + directory_.path("data") + "\n");
    EXPECT_THAT(text, HasSubstr("until all is transferred; 8192B read\n"));
    EXPECT_THAT(text, HasSubstr("time: as long as the transfers take"));
    EXPECT_THAT(text, HasSubstr("before that: 0 files made, 0B laid out\n"));
    EXPECT_THAT(explain("[a]\nrw=read\nfilename=" + directory_.path("new") + "\n"),
                HasSubstr("cannot be told: a: you need to specify size="));
}

TEST_F(Explain, AllShowsEveryOptionOnce) {
    const std::string text = explain("[a]\nsize=4k\nioengine=io_uring\nhipri\n", {}, true);
    EXPECT_THAT(text, HasSubstr("\n  percentile_list "));
    EXPECT_THAT(text, HasSubstr("\n  hipri "));
    EXPECT_THAT(text, HasSubstr("\n  sqthread_poll_cpu "));
    EXPECT_EQ(text.find("\n  size "), text.rfind("\n  size "));
    EXPECT_THAT(text, Not(HasSubstr("\n  rwmixcycle ")));
}

TEST_F(Explain, WhatCannotRunYetIsSaid) {
    EXPECT_THAT(explain("[a]\nsize=4k\nverify=md5\n"),
                HasSubstr("cannot run\n  x.fio:3: not supported yet: verify=md5"));
}

TEST_F(Explain, AnOverrideWinsOverFileAndCommandLine) {
    const std::string jobs = "[global]\nbs=4k\n[a]\nsize=1m\nbs=8k\n[b]\nsize=1m\n";
    const std::string all = explain(jobs, {"--override", "bs=64k"});
    EXPECT_THAT(all, Not(HasSubstr("  bs          8k")));
    EXPECT_THAT(all, HasSubstr("64k    --override"));
    const std::string one = explain(jobs, {"--override=bs=64k,16k,b"});
    EXPECT_THAT(one, HasSubstr("64k,16k  --override, instead of 4k of x.fio:2 [global]"));
    EXPECT_THAT(one, HasSubstr("8k     x.fio:5"));
    EXPECT_THAT(explain("[a]\nsize=1m\n", {"--override=time_based", "--override=runtime=3"}),
                HasSubstr("3 s; 1024KiB read a pass"));
}

TEST_F(Explain, ABadOverrideIsNamed) {
    const auto refusal = [&](const std::string& word) -> std::string {
        try {
            explain("[a]\nsize=1m\n", {word});
        } catch (const Error& error) {
            return error.what();
        }
        return {};
    };
    EXPECT_THAT(refusal("--override=iodpeth=4"), HasSubstr("Did you mean iodepth?"));
    EXPECT_THAT(refusal("--override=bs=x"), HasSubstr("--override: failed parsing bs=x"));
    EXPECT_THAT(refusal("--override=bs=4k,c"),
                HasSubstr("--override bs=4k,c: no job is called c (jobs: a)"));
    EXPECT_THAT(refusal("--override=name=c"), HasSubstr("name cannot be set"));
}

TEST_F(Explain, ADefaultThatTheFileBeatsIsSaid) {
    std::ofstream(file()) << "[a]\nsize=1m\nbs=8k\n";
    const Arguments arguments =
        parse_arguments(std::vector<std::string>{"--bs=4k", file()}, whole_table());
    const BuildResult built = build_jobs(arguments.spec, whole_table());
    ASSERT_EQ(built.warnings.size(), 1u);
    EXPECT_EQ(built.warnings[0].what,
              "--bs had no effect on job 'a': line 3 of " + file() + " sets it");
    EXPECT_THAT(built.warnings[0].hint, HasSubstr("--override bs=4k"));
}

}  // namespace
}  // namespace fathom
