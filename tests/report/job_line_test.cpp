#include <gtest/gtest.h>

#include "report/normal.h"

namespace fathom {
namespace {

Job reader() {
    Job job;
    job.name = "a";
    return job;
}

TEST(JobLine, of_a_plain_job) {
    EXPECT_EQ(job_line(reader(), 0, 1),
              "a: (g=0): rw=read, bs=(R) 4096B-4096B, (W) 4096B-4096B, (T) 4096B-4096B, "
              "ioengine=psync, iodepth=1");
}

TEST(JobLine, block_sizes_are_always_binary) {
    Job job = reader();
    job.kb_base = 1000;
    job.bs.values = {BlockSize{Bytes(512), Bytes(65536)}, BlockSize{Bytes(1 << 20), Bytes(1 << 20)},
                     BlockSize{Bytes(10000), Bytes(10000)}};
    EXPECT_EQ(job_line(job, 3, 1),
              "a: (g=3): rw=read, bs=(R) 512B-64.0KiB, (W) 1024KiB-1024KiB, (T) 9.77KiB-9.77KiB, "
              "ioengine=psync, iodepth=1");
}

TEST(JobLine, clones_are_three_dots) {
    const std::string text = job_line(reader(), 0, 3);
    EXPECT_EQ(text.substr(text.size() - 4), "\n...");
}

TEST(JobLine, cpuio_has_none) {
    Job job = reader();
    job.ioengine = "cpuio";
    EXPECT_EQ(job_line(job, 0, 1), "");
    EXPECT_EQ(job_line(job, 0, 2), "...");
}

}  // namespace
}  // namespace fathom
