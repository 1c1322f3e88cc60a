// What is named when threads run out.
#include "run/thread_limits.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/run_fixture.h"

namespace fathom {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(ThreadLimits, the_smallest_stands_first) {
    const TemporaryDirectory root;
    write_text(root.path("proc/self/cgroup"), "0::/jobs/mine\n");
    write_text(root.path("sys/fs/cgroup/jobs/mine/pids.max"), "max\n");
    write_text(root.path("sys/fs/cgroup/jobs/pids.max"), "70\n");
    write_text(root.path("proc/sys/kernel/threads-max"), "5\n");
    const std::string text = thread_limits(root.path());
    EXPECT_THAT(text, testing::StartsWith(" (limits: kernel.threads-max is 5, "));
    EXPECT_THAT(text, HasSubstr("pids.max of the control group /jobs is 70"));
    EXPECT_THAT(text, Not(HasSubstr("/jobs/mine")));
}

TEST(ThreadLimits, the_older_layout_of_control_groups) {
    const TemporaryDirectory root;
    write_text(root.path("proc/self/cgroup"), "9:pids:/a\n8:memory:/b\n");
    write_text(root.path("sys/fs/cgroup/pids/a/pids.max"), "33\n");
    EXPECT_THAT(thread_limits(root.path()), HasSubstr("pids.max of the control group /a is 33"));
}

}  // namespace
}  // namespace fathom
