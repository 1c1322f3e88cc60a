#include "run/file_set.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "run/run_fixture.h"

namespace fathom {
namespace {

using testing::ElementsAre;

constexpr EngineTraits diskless{.diskless = true};

FileSet files_of(const Job& job, std::uint32_t clone = 0, const EngineTraits& traits = on_disk) {
    PlannedWorker worker;
    worker.clone = clone;
    FirstSizes sizes;
    return make_file_set(job, worker, traits, 1, sizes);
}

TEST(FileSet, colons_split_unless_escaped) {
    EXPECT_THAT(split_paths("a:b"), ElementsAre("a", "b"));
    EXPECT_THAT(split_paths(R"(c\:3)"), ElementsAre("c:3"));
    EXPECT_THAT(split_paths(R"(/dev/x\:0:y:)"), ElementsAre("/dev/x:0", "y"));
    EXPECT_THAT(split_paths(""), ElementsAre());
}

TEST(FileSet, named_pieces_share_the_size) {
    const TemporaryDirectory directory;
    const FileSet set =
        files_of(file_job("a", directory.path("c1") + ":" + directory.path("c2"), 65536));
    ASSERT_EQ(set.files.size(), 2U);
    EXPECT_EQ(set.files[1].file.span.length, 32768U);
    EXPECT_EQ(set.files[1].wanted_size, 32768U);
    EXPECT_FALSE(set.files[1].exists);
}

TEST(FileSet, generated_names_follow_the_format_and_spread_over_directories) {
    Job job = file_job("j", "", 4096);
    job.nrfiles = 2;
    job.directory = "/d0:/d1";
    PlannedWorker worker;
    worker.clone = 3;
    EXPECT_THAT(file_paths(job, worker, on_disk), ElementsAre("/d1/j.3.0", "/d1/j.3.1"));
    job.filename_format = "$jobnum-$filenum-$jobname";
    EXPECT_THAT(file_paths(job, worker, on_disk), ElementsAre("/d1/3-0-j", "/d1/3-1-j"));
    job.filename = "same";
    EXPECT_THAT(file_paths(job, worker, on_disk), ElementsAre("/d0/same"));
}

TEST(FileSet, a_device_that_is_not_there_is_not_made_as_a_file) {
    EXPECT_THROW((void)files_of(file_job("a", "/dev/no-such-disk", 4096)), Error);
    EXPECT_NO_THROW((void)files_of(file_job("a", "/dev/shm/no-such-file", 4096)));
}

TEST(FileSet, without_a_size_the_whole_file_from_the_offset_is_used) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.make("f", 65536), 0);
    EXPECT_EQ(files_of(job).files[0].file.span.length, 65536U);
    job.offset = bytes(16384);
    const FileSpan span = files_of(job).files[0].file.span;
    EXPECT_EQ(span.offset, 16384U);
    EXPECT_EQ(span.length, 49152U);
}

TEST(FileSet, a_share_is_of_the_whole_file_and_cut_at_its_end) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.make("f", 65536), 0);
    job.size = percent(25);
    job.offset = bytes(16384);
    EXPECT_EQ(files_of(job).files[0].file.span.length, 16384U);
    job.size = percent(100);
    EXPECT_EQ(files_of(job).files[0].file.span.length, 49152U);
    EXPECT_EQ(files_of(job).files[0].wanted_size, 65536U);
}

TEST(FileSet, a_percent_offset_is_aligned_up_to_the_block_or_to_offset_align) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.make("f", 100'000), 4096);
    job.offset = percent(50);
    EXPECT_EQ(files_of(job).files[0].file.span.offset, 53248U);
    job.offset_align = 10'000;
    EXPECT_EQ(files_of(job).files[0].file.span.offset, 50'000U);
}

TEST(FileSet, percent_offsets_of_one_run_mean_the_size_first_seen) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.path("new"), 10 << 20);
    FirstSizes sizes;
    job.offset = percent(80);
    const FileSet first = make_file_set(job, {}, on_disk, 1, sizes);
    EXPECT_EQ(first.files[0].file.span.offset, 8U << 20);
    EXPECT_EQ(first.files[0].wanted_size, 18U << 20);
    directory.make("new", 18 << 20);
    job.offset = percent(20);
    EXPECT_EQ(make_file_set(job, {}, on_disk, 1, sizes).files[0].file.span.offset, 2U << 20);
}

TEST(FileSet, offset_increment_moves_each_clone) {
    Job job = null_job("a", 4096);
    job.filesize_min = job.filesize_max = Bytes(64 << 20);
    job.offset_increment = bytes(16 << 20);
    EXPECT_EQ(files_of(job, 2, diskless).files[0].file.span.offset, 32U << 20);
}

TEST(FileSet, filesize_sets_the_file_and_size_then_the_work) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.path("f"), 16384);
    job.filesize_min = job.filesize_max = Bytes(1 << 20);
    const FileSet set = files_of(job);
    EXPECT_EQ(set.files[0].wanted_size, 1U << 20);
    EXPECT_EQ(set.io_size, 16384U);
    job.io_size = bytes(8192);
    EXPECT_EQ(files_of(job).io_size, 8192U);
}

TEST(FileSet, a_range_of_file_sizes_draws_whole_blocks) {
    const TemporaryDirectory directory;
    Job job = file_job("a", "", 0);
    job.directory = directory.path();
    job.nrfiles = 50;
    job.filesize_min = Bytes(4096);
    job.filesize_max = Bytes(65536);
    std::set<std::uint64_t> seen;
    for (const PlannedFile& planned : files_of(job).files) {
        const std::uint64_t size = planned.file.span.length;
        EXPECT_GE(size, 4096U);
        EXPECT_LE(size, 65536U);
        EXPECT_EQ(size % 4096, 0U);
        seen.insert(size);
    }
    EXPECT_GT(seen.size(), 5U);
}

TEST(FileSet, append_starts_at_the_end_of_the_file) {
    const TemporaryDirectory directory;
    Job job = file_job("a", directory.make("f", 10'000), 8192);
    job.file_append = true;
    EXPECT_EQ(files_of(job).files[0].file.span.offset, 10'000U);
    EXPECT_EQ(files_of(job).files[0].wanted_size, 18'192U);
}

TEST(FileSet, an_existing_larger_file_is_left_as_it_is) {
    const TemporaryDirectory directory;
    const FileSet set = files_of(file_job("a", directory.make("f", 65536), 16384));
    EXPECT_EQ(set.files[0].file.span.length, 16384U);
    EXPECT_EQ(set.files[0].wanted_size, 65536U);
}

TEST(FileSet, character_devices_have_no_end) {
    const FileSet set = files_of(file_job("a", "/dev/zero", 1 << 20));
    EXPECT_EQ(set.files[0].file.type, FileType::character);
    EXPECT_EQ(set.files[0].wanted_size, 0U);
}

std::string error_of(const Job& job) {
    try {
        files_of(job);
    } catch (const Error& error) {
        return error.what();
    }
    return "no error";
}

TEST(FileSet, what_cannot_be_settled_is_named) {
    const TemporaryDirectory directory;
    EXPECT_THAT(error_of(file_job("n", directory.path("new"), 0)),
                testing::StartsWith("n: you need to specify size="));
    EXPECT_THAT(error_of(file_job("n", directory.path(), 4096)),
                testing::HasSubstr("Is a directory"));
    Job beyond = file_job("n", directory.make("f", 4096), 0);
    beyond.offset = bytes(8192);
    EXPECT_THAT(error_of(beyond), testing::StartsWith("n: you need to specify valid offset="));
}

}  // namespace
}  // namespace fathom
