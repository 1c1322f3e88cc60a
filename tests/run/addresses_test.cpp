// Seek distance and position, from the offsets a stream draws.
#include "run/addresses.h"

#include <gtest/gtest.h>

#include "job/job_text.h"

namespace fathom {
namespace {

Addresses of(const std::string& lines, FileSpan span, std::uint64_t ios) {
    std::vector<File> files(1);
    files[0].span = span;
    WorkloadSetup setup;
    setup.files = {span};
    setup.seed = 5;
    return addresses_of(test::job_with(lines), setup, files, ios);
}

constexpr std::uint64_t mib = 1 << 20;

TEST(Addresses, a_sequential_job_does_not_seek) {
    const Addresses found = of("rw=read\nbs=4k", {0, mib, mib}, 256);
    EXPECT_EQ(found.ios, 256U);
    EXPECT_EQ(found.steps, 255U);
    EXPECT_EQ(found.distance_sum, 0);
    EXPECT_NEAR(found.position_sum / 256, 0.5, 0.01);
}

TEST(Addresses, a_random_job_seeks_a_third_of_the_span) {
    const std::uint64_t span = 1024 * mib;
    const Addresses found = of("rw=randread\nbs=4k", {0, span, span}, 1'000'000);
    EXPECT_EQ(found.ios, 16'384U);
    EXPECT_NEAR(found.distance_sum / static_cast<double>(found.steps) / static_cast<double>(span),
                1.0 / 3, 0.01);
}

TEST(Addresses, the_position_is_of_the_whole_device) {
    const Addresses found = of("rw=write\nbs=4k", {96 * mib, 4 * mib, 100 * mib}, 1024);
    EXPECT_NEAR(found.position_sum / 1024, 0.98, 0.001);
}

TEST(Addresses, no_more_than_was_done_and_nothing_of_an_empty_run) {
    EXPECT_EQ(of("rw=read\nbs=4k", {0, mib, mib}, 10).ios, 10U);
    EXPECT_EQ(of("rw=read\nbs=4k", {0, mib, mib}, 0), Addresses{});
}

}  // namespace
}  // namespace fathom
