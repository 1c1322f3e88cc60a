// What engines say of trouble: files closed under them, full devices, limits on the size of a file.
// Each suite is made for the engines that can meet it.
#include <csignal>
#include <filesystem>

#include <sched.h>
#include <sys/mount.h>
#include <sys/resource.h>

#include "engine/data_mover.h"

namespace fathom::test {
namespace {

/// Engines that use the worker's own descriptors; helpers open a file when they need it.
class ClosedFile : public DataMover {};

TEST_P(ClosedFile, IsAnError) {
    harness.add_file("f", 8 * block);
    harness.read_only();
    make();
    EXPECT_EQ(harness.runner->close(harness.files[0]), 0);
    const LoopOutcome outcome = harness.run(requests_in_order(Op::read, 8));
    EXPECT_EQ(outcome.end, LoopOutcome::End::error);
    EXPECT_EQ(outcome.error, EBADF) << outcome.error_text;
    EXPECT_NE(outcome.error_text.find("read"), std::string::npos) << outcome.error_text;
}

INSTANTIATE_TEST_SUITE_P(Engines, ClosedFile,
                         ::testing::ValuesIn(data_movers([](const Subject& subject) {
                             return !subject.offload;
                         })),
                         name_of_subject);

/// /dev/full can neither be mapped nor written to asynchronously.
class FullDevice : public DataMover {};

TEST_P(FullDevice, EndsTheJobWithItsErrno) {
    harness.add_path("/dev/full", 1 << 20, FileType::character);
    harness.write_only();
    make();
    const LoopOutcome outcome = harness.run(requests_in_order(Op::write, 8));
    EXPECT_EQ(outcome.end, LoopOutcome::End::error);
    EXPECT_EQ(outcome.error, ENOSPC);
    EXPECT_NE(outcome.error_text.find("No space left on device: write offset="), std::string::npos)
        << outcome.error_text;
    EXPECT_EQ(harness.record(Direction::write).ios, 0U);
}

INSTANTIATE_TEST_SUITE_P(Engines, FullDevice,
                         ::testing::ValuesIn(data_movers([](const Subject& subject) {
                             return subject.engine != "mmap" && subject.engine != "libaio";
                         })),
                         name_of_subject);

/// A file system in memory, in a mount namespace of this thread and those it starts.
class SmallFileSystem {
  public:
    SmallFileSystem(const std::string& directory, const std::string& size) : directory_(directory) {
        std::filesystem::create_directory(directory);
        mounted_ = ::unshare(CLONE_NEWNS) == 0 &&
                   ::mount("none", "/", nullptr, MS_REC | MS_PRIVATE, nullptr) == 0 &&
                   ::mount("none", directory.c_str(), "tmpfs", 0, ("size=" + size).c_str()) == 0;
    }
    ~SmallFileSystem() {
        if (mounted_) ::umount2(directory_.c_str(), MNT_DETACH);
    }
    SmallFileSystem(const SmallFileSystem&) = delete;
    SmallFileSystem& operator=(const SmallFileSystem&) = delete;
    [[nodiscard]] bool mounted() const { return mounted_; }

  private:
    std::string directory_;
    bool mounted_ = false;
};

class FullFileSystem : public DataMover {};

TEST_P(FullFileSystem, EndsTheJobWithItsErrno) {
    constexpr unsigned room = 4;
    const SmallFileSystem disk(harness.directory.file("disk"), std::to_string(room * block));
    if (!disk.mounted()) GTEST_SKIP() << "only root can mount a file system";
    const std::string path = harness.directory.file("disk/f");
    // All holes: a mapping needs the file's size, a write takes the space.
    const int fd = ::open(path.c_str(), O_CREAT | O_WRONLY, 0644);
    ASSERT_EQ(::ftruncate(fd, 8 * block), 0);
    ::close(fd);
    harness.add_path(path, 8 * block);
    harness.write_only();
    make();
    const LoopOutcome outcome = harness.run(requests_in_order(Op::write, 8));
    EXPECT_EQ(outcome.end, LoopOutcome::End::error);
    // To a mapping the end of the space is a bus error, which has no errno of its own.
    EXPECT_EQ(outcome.error, GetParam().engine == "mmap" ? EIO : ENOSPC) << outcome.error_text;
    EXPECT_NE(outcome.error_text.find("write offset="), std::string::npos) << outcome.error_text;
    EXPECT_LE(harness.record(Direction::write).ios, room);
}

INSTANTIATE_TEST_SUITE_P(Engines, FullFileSystem, ::testing::ValuesIn(data_movers()),
                         name_of_subject);

/// A mapping writes all or faults.
class ShortWrite : public DataMover {};

/// Lowers the largest file size a process may write while it lives.
class FileSizeLimit {
  public:
    explicit FileSizeLimit(rlim_t bytes) {
        ::getrlimit(RLIMIT_FSIZE, &before_);
        handler_ = std::signal(SIGXFSZ, SIG_IGN);
        const rlimit limit{bytes, before_.rlim_max};
        ::setrlimit(RLIMIT_FSIZE, &limit);
    }
    ~FileSizeLimit() {
        ::setrlimit(RLIMIT_FSIZE, &before_);
        std::signal(SIGXFSZ, handler_);
    }

  private:
    rlimit before_{};
    void (*handler_)(int) = nullptr;
};

TEST_P(ShortWrite, IsResumedAndCounted) {
    harness.add_path(harness.directory.file("f"), block);
    harness.write_only();
    make();
    LoopOutcome outcome;
    {
        // Half the block fits; the rest of it is tried and then refused.
        const FileSizeLimit limit(block / 2);
        outcome = harness.run(requests_in_order(Op::write, 1));
    }
    EXPECT_EQ(outcome.end, LoopOutcome::End::error);
    EXPECT_EQ(outcome.error, EFBIG) << outcome.error_text;
    EXPECT_EQ(harness.record(Direction::write).short_ios, 1U);
    EXPECT_EQ(read_all(harness.files[0].path).size(), block / 2);
}

INSTANTIATE_TEST_SUITE_P(Engines, ShortWrite,
                         ::testing::ValuesIn(data_movers([](const Subject& subject) {
                             return subject.engine != "mmap";
                         })),
                         name_of_subject);

}  // namespace
}  // namespace fathom::test
