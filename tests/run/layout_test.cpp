#include "run/layout.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include "run/extents.h"
#include "run/run_fixture.h"

namespace fathom {
namespace {

/// Lays out a job's files and remembers what was said.
struct Layout {
    explicit Layout(const Job& job, bool stop = false) {
        FirstSizes sizes;
        set = make_file_set(job, {}, on_disk, 1, sizes);
        done = lay_out(job, set, on_disk,
                       {[this](const std::string& line) { said.push_back(line); },
                        [stop] { return stop; }, 7});
    }
    FileSet set;
    std::vector<std::string> said;
    bool done = false;
};

std::uint64_t allocated(const std::string& path) {
    struct stat st {};
    ::stat(path.c_str(), &st);
    return static_cast<std::uint64_t>(st.st_blocks) * 512;
}

TEST(Layout, a_file_to_read_is_filled_with_data_and_announced) {
    const TemporaryDirectory directory;
    const std::string path = directory.path("f");
    const Layout layout(file_job("r", path, 3 << 20));
    EXPECT_THAT(layout.said, testing::ElementsAre("r: Laying out IO file (1 file / 3MiB)"));
    const std::string text = read_text(path);
    ASSERT_EQ(text.size(), 3U << 20);
    EXPECT_NE(text.substr(0, 4096), text.substr(1 << 20, 4096));
    EXPECT_GT(std::set<char>(text.begin(), text.end()).size(), 200U);
    EXPECT_EQ(layout.set.files[0].file.real_size, 3U << 20);
}

TEST(Layout, several_files_are_announced_together) {
    const TemporaryDirectory directory;
    Job job = file_job("r", "", 12 << 20);
    job.directory = directory.path("sub");
    job.nrfiles = 3;
    const Layout layout(job);
    EXPECT_THAT(layout.said,
                testing::ElementsAre("r: Laying out IO files (3 files / total 12MiB)"));
    EXPECT_EQ(std::filesystem::file_size(directory.path("sub/r.0.2")), 4U << 20);
}

TEST(Layout, a_large_enough_file_is_not_touched) {
    const TemporaryDirectory directory;
    const std::string path = directory.make("f", 8192);
    const Layout layout(file_job("r", path, 4096));
    EXPECT_TRUE(layout.said.empty());
    EXPECT_EQ(read_text(path), std::string(8192, 'x'));
}

TEST(Layout, a_short_file_is_made_again_in_full) {
    const TemporaryDirectory directory;
    const std::string path = directory.make("f", 4096);
    const Layout layout(file_job("r", path, 8192));
    EXPECT_EQ(std::filesystem::file_size(path), 8192U);
    EXPECT_NE(read_text(path).substr(0, 4096), std::string(4096, 'x'));
}

TEST(Layout, a_writer_gets_space_but_no_data) {
    const TemporaryDirectory directory;
    Job job = file_job("w", directory.path("f"), 65536);
    job.access = writing();
    job.fallocate = Fallocate::none;
    const Layout none(job);
    EXPECT_EQ(std::filesystem::file_size(directory.path("f")), 0U);

    job.filename = directory.path("truncated");
    job.fallocate = Fallocate::truncate;
    const Layout truncated(job);
    EXPECT_EQ(std::filesystem::file_size(directory.path("truncated")), 65536U);
    EXPECT_EQ(allocated(directory.path("truncated")), 0U);

    job.filename = directory.path("native");
    job.fallocate = Fallocate::native;
    const Layout native(job);
    EXPECT_EQ(read_text(directory.path("native")), std::string(65536, '\0'));

    job.filename = directory.path("overwritten");
    job.overwrite = true;
    const Layout overwritten(job);
    EXPECT_NE(read_text(directory.path("overwritten")), std::string(65536, '\0'));
}

TEST(Layout, create_on_open_leaves_the_file_to_the_job) {
    const TemporaryDirectory directory;
    Job job = file_job("w", directory.path("sub/f"), 65536);
    job.access = writing();
    job.create_on_open = true;
    const Layout layout(job);
    EXPECT_TRUE(layout.said.empty());
    EXPECT_FALSE(std::filesystem::exists(directory.path("sub/f")));
    EXPECT_TRUE(std::filesystem::is_directory(directory.path("sub")));
}

TEST(Layout, missing_parents_are_made_for_the_owner_only) {
    const TemporaryDirectory directory;
    const Layout layout(file_job("r", directory.path("n/o/x"), 4096));
    struct stat st {};
    ASSERT_EQ(::stat(directory.path("n/o").c_str(), &st), 0);
    EXPECT_EQ(st.st_mode & 0777U, 0700U);
    EXPECT_TRUE(std::filesystem::exists(directory.path("n/o/x")));
}

TEST(Layout, stopping_removes_the_unfinished_file) {
    const TemporaryDirectory directory;
    const Layout layout(file_job("r", directory.path("f"), 1 << 20), true);
    EXPECT_FALSE(layout.done);
    EXPECT_FALSE(std::filesystem::exists(directory.path("f")));
}

TEST(Layout, what_goes_wrong_is_named) {
    const TemporaryDirectory directory;
    directory.make("file", 1);
    EXPECT_THROW(Layout(file_job("r", directory.path("file/f"), 4096)), Error);
    Job job = file_job("r", directory.path("f"), 4096);
    job.allow_file_create = false;
    EXPECT_THROW(Layout{job}, Error);
    EXPECT_FALSE(std::filesystem::exists(directory.path("f")));
}

/// A file whose space is partly a hole, looked at through a span.
ExtentReport extents(const std::string& path, std::uint64_t offset, std::uint64_t length) {
    File file;
    file.path = path;
    file.span = {offset, length};
    return look_at_extents(file).value_or(ExtentReport{});
}

TEST(Extents, holes_in_the_span_are_counted) {
    const TemporaryDirectory directory;
    const std::string path = directory.make("f", 1 << 20);
    std::filesystem::resize_file(path, 3 << 20);
    EXPECT_EQ(extents(path, 0, 3 << 20).hole_bytes, 2U << 20);
    EXPECT_EQ(extents(path, 0, 1 << 20).hole_bytes, 0U);
    EXPECT_EQ(extents(path, 2 << 20, 1 << 20).hole_bytes, 1U << 20);
    File file;
    file.path = path;
    file.span = {0, 4 << 20};
    EXPECT_THAT(extent_note(file, {1 << 20, 1 << 20}), testing::HasSubstr(": 50.0% of the bytes"));
    EXPECT_EQ(extent_note(file, {}), "");
}

TEST(Extents, a_file_full_of_data_has_none) {
    const TemporaryDirectory directory;
    const Layout layout(file_job("r", directory.path("f"), 1 << 20));
    const ExtentReport report = extents(directory.path("f"), 0, 1 << 20);
    EXPECT_EQ(report.hole_bytes, 0U);
    EXPECT_EQ(report.unwritten_bytes, 0U);
}

}  // namespace
}  // namespace fathom
