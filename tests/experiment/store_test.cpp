// An experiment in a directory: found again as it was, and nothing else taken for one.
#include "experiment/store.h"

#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/execution.h"
#include "job/job_text.h"
#include "run/run_fixture.h"

namespace fathom::test {
namespace {

using ::testing::HasSubstr;

class StoreTest : public ::testing::Test {
  protected:
    static ExperimentPlan plan() {
        return {{{"a", "bs=4k", false}, {"b/c", "bs=8k", true}}, {"[x]\nbs=4k\n", "[x]\n"}, 99};
    }
    static RunResult run(std::int64_t when) {
        RunResult result;
        result.unix_milliseconds = when;
        result.jobs.emplace_back();
        result.jobs[0].settings = job_with("rw=read");
        return result;
    }
    std::string refusal(const ExperimentPlan& other) {
        try {
            Store(path_).start(other);
        } catch (const Error& error) {
            return error.what();
        }
        return "";
    }

    TemporaryDirectory directory_;
    const std::string path_ = directory_.path() + "/deep/er";
    const OptionTable table_ = small_table();
};

TEST_F(StoreTest, RunsAreFoundAgainInTheirPlaces) {
    Store store(path_);
    EXPECT_FALSE(store.plan());
    store.start(plan());
    std::vector<Step> steps;
    for (std::size_t block = 0; block < 3; ++block)
        for (const Step& step : block_of_steps(2, block, 99)) steps.push_back(step);
    for (const std::size_t i : {std::size_t{0}, std::size_t{1}, std::size_t{6}, std::size_t{11}})
        store.add(steps[i], run(static_cast<std::int64_t>(i)));

    EXPECT_TRUE(Store::holds_one(path_));
    const Store again(path_);
    EXPECT_EQ(again.plan(), plan());
    Experiment experiment;
    experiment.variants = again.plan()->variants;
    experiment.seed = again.plan()->seed;
    add_runs(experiment, again.runs(table_));
    ASSERT_EQ(experiment.runs.size(), 4U);
    for (const TakenRun& one : experiment.runs) {
        const Step& step = steps[static_cast<std::size_t>(one.facts.unix_milliseconds)];
        EXPECT_EQ(one.order, step.order);
        EXPECT_EQ(one.variant, step.variant);
        EXPECT_EQ(one.round, step.round);
        EXPECT_EQ(one.place, step.place);
    }
}

TEST_F(StoreTest, AnotherExperimentIsRefusedWithTheDifference) {
    Store(path_).start(plan());
    EXPECT_EQ(refusal(plan()), "");
    ExperimentPlan other = plan();
    other.seed = 1;
    EXPECT_THAT(refusal(other), HasSubstr("its seed is 99, not 1"));
    other = plan();
    other.variants[1].name = "z";
    EXPECT_THAT(refusal(other), HasSubstr("variant 2 there is \"b/c\", not \"z\""));
    other = plan();
    other.jobs[0] += "iodepth=2\n";
    EXPECT_THAT(refusal(other), HasSubstr("the jobs of variant \"a\" have changed"));
    other = plan();
    other.variants.pop_back();
    other.jobs.pop_back();
    EXPECT_THAT(refusal(other), HasSubstr("2 variants there, 1 asked for"));
}

TEST_F(StoreTest, WhatIsNoExperimentIsLeftAlone) {
    write_text(path_ + "/letter.txt", "dear");
    EXPECT_THROW(Store{path_}, Error);
    EXPECT_EQ(read_text(path_ + "/letter.txt"), "dear");
    EXPECT_FALSE(Store::holds_one(path_));
}

TEST_F(StoreTest, AnEndAmidAWriteLeavesADirectoryThatCanBeUsed) {
    write_text(path_ + "/experiment.json.tmp", "{\"half");
    Store store(path_);
    store.start(plan());
    write_text(path_ + "/00000-a.json.tmp", "{\"half");
    EXPECT_TRUE(Store(path_).runs(table_).empty());
}

TEST_F(StoreTest, FilesThatAreNoRunsAreNamed) {
    Store store(path_);
    store.start(plan());
    write_text(path_ + "/notes.json", "{}");
    EXPECT_THROW(static_cast<void>(store.runs(table_)), Error);
    std::filesystem::remove(path_ + "/notes.json");
    write_text(path_ + "/00003-a.json", "{\"half");
    EXPECT_THROW(static_cast<void>(store.runs(table_)), Error);
    write_text(path_ + "/experiment.json", "{}");
    EXPECT_THROW(Store{path_}, Error);
}

}  // namespace
}  // namespace fathom::test
