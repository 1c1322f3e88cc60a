// Workers that only load the CPU (cpuio's exit_on_io_done) end with the last one that does I/O.
#include <gtest/gtest.h>

#include "run/schedule.h"

namespace fathom {
namespace {

Plan plan_of(std::vector<bool> loads) {
    std::vector<Job> jobs;
    for (std::size_t i = 0; i < loads.size(); ++i) {
        Job job;
        job.name = "j" + std::to_string(i);
        if (loads[i]) job.engine_options["exit_on_io_done"] = "1";
        jobs.push_back(job);
    }
    return make_plan(jobs);
}

TEST(ScheduleLoad, ends_with_the_last_worker_that_does_io) {
    const Plan plan = plan_of({false, true, false});
    Schedule schedule(plan, std::vector<Nanos>(3));
    EXPECT_EQ(schedule.start_due({}).size(), 3U);
    EXPECT_TRUE(schedule.ended(0, false).empty());
    EXPECT_EQ(schedule.ended(2, false), std::vector<std::size_t>{1});
    EXPECT_TRUE(schedule.ended(1, false).empty());
    EXPECT_TRUE(schedule.done());
}

TEST(ScheduleLoad, goes_on_while_a_worker_is_still_to_start) {
    const Plan plan = plan_of({false, true, false});
    Schedule schedule(plan, {Nanos(0), Nanos(0), 1_s});
    EXPECT_EQ(schedule.start_due({}).size(), 2U);
    EXPECT_TRUE(schedule.ended(0, false).empty());
}

TEST(ScheduleLoad, without_the_option_nobody_is_stopped) {
    const Plan plan = plan_of({false, false});
    Schedule schedule(plan, std::vector<Nanos>(2));
    schedule.start_due({});
    EXPECT_TRUE(schedule.ended(0, false).empty());
}

}  // namespace
}  // namespace fathom
