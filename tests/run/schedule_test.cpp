#include "run/schedule.h"

#include <gtest/gtest.h>

namespace fathom {
namespace {

using Indices = std::vector<std::size_t>;

std::vector<Job> jobs_named(std::initializer_list<const char*> names) {
    std::vector<Job> jobs;
    for (const char* name : names) {
        jobs.emplace_back();
        jobs.back().name = name;
    }
    return jobs;
}

std::vector<Nanos> no_delay(const Plan& plan) {
    return std::vector<Nanos>(plan.workers.size());
}

TEST(Schedule, a_stage_starts_when_everybody_of_the_one_before_has_ended) {
    std::vector<Job> jobs = jobs_named({"a", "b", "c"});
    jobs[0].numjobs = 2;
    jobs[1].stonewall = true;
    const Plan plan = make_plan(jobs);
    Schedule schedule(plan, no_delay(plan));
    EXPECT_EQ(schedule.start_due({}), (Indices{0, 1}));
    EXPECT_EQ(schedule.start_due({}), Indices{});
    schedule.ended(1, false);
    EXPECT_EQ(schedule.start_due(10_s), Indices{});
    schedule.ended(0, false);
    EXPECT_EQ(schedule.stage(), 1U);
    EXPECT_EQ(schedule.start_due({}), (Indices{2, 3}));
    schedule.ended(2, false);
    EXPECT_FALSE(schedule.done());
    schedule.ended(3, false);
    EXPECT_TRUE(schedule.done());
}

TEST(Schedule, wait_for_waits_for_all_clones_of_one_job) {
    std::vector<Job> jobs = jobs_named({"a", "b", "c"});
    jobs[0].numjobs = 2;
    jobs[2].wait_for = "a";
    const Plan plan = make_plan(jobs);
    Schedule schedule(plan, no_delay(plan));
    EXPECT_EQ(schedule.start_due({}), (Indices{0, 1, 2}));
    EXPECT_EQ(schedule.next_start(), std::nullopt);
    schedule.ended(0, false);
    EXPECT_EQ(schedule.start_due({}), Indices{});
    schedule.ended(1, false);
    EXPECT_EQ(schedule.start_due({}), Indices{3});
}

TEST(Schedule, a_delay_counts_from_the_start_of_the_run) {
    std::vector<Job> jobs = jobs_named({"a", "b"});
    jobs[1].stonewall = true;
    const Plan plan = make_plan(jobs);
    Schedule schedule(plan, {0_s, 2_s});
    schedule.start_due({});
    EXPECT_EQ(schedule.next_start(), std::nullopt);
    schedule.ended(0, false);
    EXPECT_EQ(schedule.start_due(1_s), Indices{});
    EXPECT_EQ(schedule.next_start(), 2_s);
    EXPECT_EQ(schedule.start_due(2_s), Indices{1});
}

/// Jobs a, b | c in a group of its own, all at once | d behind a stonewall.
Plan three_groups(ExitWhat what, bool on_error = false) {
    std::vector<Job> jobs = jobs_named({"a", "b", "c", "d"});
    jobs[0].exitall = !on_error;
    jobs[0].exitall_on_error = on_error;
    jobs[0].exit_what = what;
    jobs[2].new_group = true;
    jobs[3].stonewall = true;
    return make_plan(jobs);
}

TEST(Schedule, exitall_stops_the_group_unless_told_otherwise) {
    const Plan group = three_groups(ExitWhat::group);
    Schedule schedule(group, no_delay(group));
    schedule.start_due({});
    EXPECT_EQ(schedule.ended(0, false), Indices{1});
    EXPECT_FALSE(schedule.cancelled(3));

    const Plan stage = three_groups(ExitWhat::stonewall);
    Schedule by_stage(stage, no_delay(stage));
    by_stage.start_due({});
    EXPECT_EQ(by_stage.ended(0, false), (Indices{1, 2}));
    EXPECT_FALSE(by_stage.cancelled(3));

    const Plan all = three_groups(ExitWhat::all);
    Schedule everything(all, no_delay(all));
    everything.start_due({});
    EXPECT_EQ(everything.ended(0, false), (Indices{1, 2}));
    EXPECT_TRUE(everything.cancelled(3));
    everything.ended(1, false);
    everything.ended(2, false);
    EXPECT_TRUE(everything.done());
}

TEST(Schedule, exitall_on_error_acts_on_an_error_only) {
    const Plan plan = three_groups(ExitWhat::group, true);
    Schedule well(plan, no_delay(plan));
    well.start_due({});
    EXPECT_EQ(well.ended(0, false), Indices{});
    Schedule badly(plan, no_delay(plan));
    badly.start_due({});
    EXPECT_EQ(badly.ended(0, true), Indices{1});
}

TEST(Schedule, cancelling_leaves_only_those_that_run) {
    std::vector<Job> jobs = jobs_named({"a", "b"});
    jobs[1].stonewall = true;
    const Plan plan = make_plan(jobs);
    Schedule schedule(plan, no_delay(plan));
    schedule.start_due({});
    schedule.cancel_all();
    EXPECT_FALSE(schedule.done());
    schedule.ended(0, false);
    EXPECT_TRUE(schedule.done());
    EXPECT_EQ(schedule.start_due(1_s), Indices{});
}

TEST(Schedule, an_empty_plan_is_done) {
    const Plan plan = make_plan({});
    EXPECT_TRUE(Schedule(plan, {}).done());
}

}  // namespace
}  // namespace fathom
