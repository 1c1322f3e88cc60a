// Runs an engine the way a worker does: a LoopFixture with files in a directory of its own and an
// engine from the registry. Used by the tests of this room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include <fcntl.h>
#include <gtest/gtest.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "engine/engine.h"
#include "engine/loop_fixture.h"

namespace fathom::test {

class TemporaryDirectory {
  public:
    TemporaryDirectory() {
        std::string pattern =
            (std::filesystem::temp_directory_path() / "engine_test.XXXXXX").string();
        if (::mkdtemp(pattern.data()) == nullptr) throw std::runtime_error("mkdtemp");
        path_ = pattern;
    }
    ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    [[nodiscard]] std::string file(const std::string& name) const { return path_ / name; }

  private:
    std::filesystem::path path_;
};

/// The byte a test file holds at `offset`: no two blocks are alike.
inline std::byte pattern_at(std::uint64_t offset) {
    std::uint64_t state = offset / 8;
    return static_cast<std::byte>(splitmix64(state) >> (offset % 8 * 8));
}

inline std::string read_all(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY);
    struct stat st {};
    ::fstat(fd, &st);
    std::string text(static_cast<std::size_t>(st.st_size), '\0');
    EXPECT_EQ(::pread(fd, text.data(), text.size(), 0), st.st_size);
    ::close(fd);
    return text;
}

class Harness : public LoopFixture {
  public:
    Harness() : LoopFixture(Payload::Kind::scramble) {
        job.name = "test";
        job.iodepth = 8;
    }
    ~Harness() {
        if (!runner) return;
        for (File& file : files) runner->close(file);
    }

    /// A file of `size` bytes of the pattern; the worker's span is all of it.
    File& add_file(const std::string& name, std::uint64_t size) {
        const std::string path = directory.file(name);
        std::string data(size, '\0');
        for (std::uint64_t i = 0; i < size; ++i) data[i] = static_cast<char>(pattern_at(i));
        const int fd = ::open(path.c_str(), O_CREAT | O_RDWR | O_TRUNC, 0644);
        EXPECT_EQ(::pwrite(fd, data.data(), size, 0), static_cast<ssize_t>(size));
        ::close(fd);
        return add_path(path, size);
    }
    /// A file that need not be there.
    File& add_path(const std::string& path, std::uint64_t size, FileType type = FileType::regular) {
        files.push_back({.path = path, .type = type, .real_size = size, .span = {0, size}});
        return files.back();
    }

    void read_only() { set_access(true, false, false); }
    void write_only() { set_access(false, true, false); }
    void set_access(bool read, bool write, bool trim) {
        job.access = {};
        job.access.read = read;
        job.access.write = write;
        job.access.trim = trim;
    }

    /// Makes the engine `name` and opens the files.
    void make(const std::string& name) {
        const EngineEntry* entry = find_engine(name);
        ASSERT_NE(entry, nullptr) << name;
        job.ioengine = name;
        make_slots(entry->shape(job).depth);
        start([&](const EngineContext& context) { return entry->make(context); },
              !entry->traits.own_files);
    }
    void start(const std::function<std::unique_ptr<EngineRunner>(const EngineContext&)>& maker,
               bool opens = true) {
        runner = maker({job, clock, files, slots, arena()});
        if (opens) {
            for (File& file : files) runner->open(file);
        }
        runner->files_ready();
    }
    LoopOutcome run(std::vector<Request> requests) {
        ScriptedWorkload script(std::move(requests));
        return run(script);
    }
    LoopOutcome run(Workload& requests, Nanos limit = {}) {
        Loop loop = LoopFixture::loop(requests);
        loop.begin = runner->now();
        if (limit.count() != 0) loop.run_end = loop.begin + clock.to_ticks(limit);
        return runner->run(loop);
    }

    [[nodiscard]] DirectionRecord& record(Direction d) { return recorder.directions[d]; }

    TemporaryDirectory directory;
    std::unique_ptr<EngineRunner> runner;
};

/// The block size of most tests.
inline constexpr std::uint32_t block = Harness::block;

}  // namespace fathom::test
