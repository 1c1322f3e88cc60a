#include "run/plan.h"

#include <gtest/gtest.h>

namespace fathom {
namespace {

Job job(const std::string& name) {
    Job made;
    made.name = name;
    return made;
}

struct Place {
    std::uint32_t group, stage;
    bool operator==(const Place&) const = default;
};

std::vector<Place> places(const Plan& plan) {
    std::vector<Place> all;
    for (const PlannedWorker& worker : plan.workers) all.push_back({worker.group, worker.stage});
    return all;
}

TEST(Plan, stonewall_opens_a_group_and_a_stage_that_later_jobs_join) {
    std::vector<Job> jobs = {job("t1"), job("t2"), job("t3")};
    jobs[0].stonewall = jobs[1].stonewall = true;
    const Plan plan = make_plan(jobs);
    EXPECT_EQ(places(plan), (std::vector<Place>{{0, 0}, {1, 1}, {1, 1}}));
    EXPECT_EQ(plan.stages(), 2U);
    EXPECT_EQ(plan.groups(), 2U);
}

TEST(Plan, new_group_changes_the_report_but_not_the_time) {
    std::vector<Job> jobs = {job("a"), job("b")};
    jobs[1].new_group = true;
    EXPECT_EQ(places(make_plan(jobs)), (std::vector<Place>{{0, 0}, {1, 0}}));
}

TEST(Plan, clones_share_a_stage_and_are_numbered_through) {
    std::vector<Job> jobs = {job("a"), job("b")};
    jobs[0].numjobs = 2;
    jobs[1].numjobs = 2;
    jobs[1].stonewall = jobs[1].new_group = true;
    const Plan plan = make_plan(jobs);
    EXPECT_EQ(places(plan), (std::vector<Place>{{0, 0}, {0, 0}, {1, 1}, {1, 1}}));
    EXPECT_EQ(plan.workers[3].clone, 1U);
    EXPECT_EQ(plan.workers[3].number, 3U);
}

TEST(Plan, wait_for_names_an_earlier_job) {
    std::vector<Job> jobs = {job("a"), job("b")};
    jobs[1].wait_for = "a";
    EXPECT_EQ(make_plan(jobs).workers[1].waits_for, 0U);
}

TEST(Plan, wait_for_an_unknown_later_or_ambiguous_job_is_an_error) {
    std::vector<Job> forward = {job("a"), job("b")};
    forward[0].wait_for = "b";
    EXPECT_THROW(make_plan(forward), Error);
    std::vector<Job> unknown = {job("a")};
    unknown[0].wait_for = "q";
    EXPECT_THROW(make_plan(unknown), Error);
    std::vector<Job> twice = {job("a"), job("a"), job("b")};
    twice[2].wait_for = "a";
    EXPECT_THROW(make_plan(twice), Error);
}

TEST(Plan, nothing_to_do_has_no_stages) {
    const Plan plan = make_plan({});
    EXPECT_EQ(plan.stages(), 0U);
    EXPECT_EQ(plan.groups(), 0U);
}

}  // namespace
}  // namespace fathom
