// What the tests of running share: a directory that goes away, an observer that remembers, small
// jobs to start from.
#pragma once

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "run/run.h"

namespace fathom {

/// Of an engine whose files are on a disk.
inline constexpr EngineTraits on_disk{};

class TemporaryDirectory {
  public:
    TemporaryDirectory() {
        std::string pattern = (std::filesystem::temp_directory_path() / "fathom-XXXXXX").string();
        path_ = ::mkdtemp(pattern.data());
    }
    ~TemporaryDirectory() { std::filesystem::remove_all(path_); }
    TemporaryDirectory(const TemporaryDirectory&) = delete;
    TemporaryDirectory& operator=(const TemporaryDirectory&) = delete;
    [[nodiscard]] std::string path(const std::string& name = "") const {
        return name.empty() ? path_ : path_ + "/" + name;
    }
    /// Makes a file of `size` bytes, all 'x', and returns its path.
    std::string make(const std::string& name, std::size_t size) const {
        std::ofstream(path(name), std::ios::binary) << std::string(size, 'x');
        return path(name);
    }

  private:
    std::string path_;
};

inline std::string read_text(const std::string& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

inline void write_text(const std::string& path, std::string_view text) {
    std::filesystem::create_directories(std::filesystem::path(path).parent_path());
    std::ofstream(path, std::ios::binary) << text;
}

class CollectingObserver : public RunObserver {
  public:
    void message(std::string_view line) override { messages.emplace_back(line); }
    void problem(std::string_view line) override { problems.emplace_back(line); }
    void live(const LiveStatus& status) override { statuses.push_back(status); }

    std::vector<std::string> messages, problems;
    std::vector<LiveStatus> statuses;
};

inline Access reading() {
    return {};
}
inline Access writing() {
    Access access;
    access.read = false;
    access.write = true;
    return access;
}

inline SizeOrPercent bytes(std::uint64_t n) {
    return {n, 0, false};
}
inline SizeOrPercent percent(std::uint32_t n) {
    return {0, n, true};
}

/// A job that reads `size` bytes with the null engine.
inline Job null_job(const std::string& name, std::uint64_t size = 65536) {
    Job job;
    job.name = name;
    job.ioengine = "null";
    job.size = bytes(size);
    return job;
}

/// A psync job on a file.
inline Job file_job(const std::string& name, const std::string& path, std::uint64_t size) {
    Job job = null_job(name, size);
    job.ioengine = "psync";
    job.filename = path;
    return job;
}

inline RunResult run_jobs(std::vector<Job> jobs, RunObserver& observer, RunOptions options = {}) {
    options.live_interval = Nanos{};
    return run_plan(make_plan(std::move(jobs)), options, observer);
}

inline RunResult run_jobs(std::vector<Job> jobs) {
    CollectingObserver observer;
    return run_jobs(std::move(jobs), observer);
}

}  // namespace fathom
