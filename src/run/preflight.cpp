#include "run/preflight.h"

#include <cerrno>
#include <optional>
#include <string>
#include <utility>

#include <fcntl.h>
#include <fmt/format.h>
#include <linux/fs.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "run/device_guard.h"
#include "run/file_set.h"
#include "run/placement.h"

namespace fathom {

namespace {

/// Collects the problems of a plan, each place once.
class Preflight {
  public:
    Preflight(const Plan& plan, const RunOptions& options) : plan_(plan), options_(options) {}

    std::vector<Problem> check() {
        for (const Job& job : plan_.jobs) check_job(job);
        return std::move(problems_);
    }

  private:
    void add(const Job& job, std::string what, std::string hint = {}) {
        problems_.push_back({std::move(what), job.origin, std::move(hint)});
    }

    void check_job(const Job& job) {
        const EngineEntry* engine = find_engine(job.ioengine);
        if (engine == nullptr) {
            add(job, job.name + ": engine " + job.ioengine + " is not known",
                "--enghelp lists the engines");
        } else {
            check_engine(job, *engine);
        }
        if (options_.readonly && (job.access.write || job.access.trim)) {
            add(job, "job <" + job.name + "> has write or trim bit set, but " + options_.program +
                         " is in read-only mode");
        }
        for (Problem& problem : placement_problems(job)) problems_.push_back(std::move(problem));
        if (engine != nullptr && engine->traits.diskless) return;
        for (const std::string& directory : split_paths(job.directory)) {
            struct stat st {};
            if (::stat(directory.c_str(), &st) != 0 || !S_ISDIR(st.st_mode))
                add(job, directory + " is not a directory", "make it first");
        }
    }

    void check_engine(const Job& job, const EngineEntry& engine) {
        if (engine.check == nullptr) return;
        try {
            engine.check(job);
        } catch (const Error& error) {
            for (Problem problem : error.problems()) {
                if (!problem.what.starts_with(job.name + ": "))
                    problem.what.insert(0, job.name + ": ");
                problems_.push_back(std::move(problem));
            }
        }
    }

    const Plan& plan_;
    const RunOptions& options_;
    std::vector<Problem> problems_;
};

/// A path with colons that exists as it is written was hardly meant as several files.
std::optional<Problem> split_name_warning(const Job& job) {
    const EngineEntry* engine = find_engine(job.ioengine);
    if (engine->traits.diskless || split_paths(job.filename).size() < 2) return std::nullopt;
    std::string whole = job.filename;
    if (!job.directory.empty()) whole = split_paths(job.directory).front() + "/" + whole;
    if (::access(whole.c_str(), F_OK) != 0) return std::nullopt;
    return Problem{fmt::format("{}: filename={} names {} files, although one of that whole name "
                               "exists",
                               job.name, job.filename, split_paths(job.filename).size()),
                   job.origin, "write \\: for a colon within a name"};
}

bool is_read_only_device(const std::string& path) {
    const int fd = ::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (fd < 0) return false;
    int read_only = 0;
    const bool known = ::ioctl(fd, BLKROGET, &read_only) == 0;
    ::close(fd);
    return known && read_only != 0;
}

/// What speaks against the use of the file at `path`.
std::optional<Error> problem_with(const Job& job, const std::string& path) {
    const bool changes = job.access.write || job.access.trim;
    struct stat st {};
    if (::stat(path.c_str(), &st) != 0) return {};  // to be made; layout names what goes wrong
    if (S_ISBLK(st.st_mode) && changes && !job.allow_mounted_write) {
        std::vector<Problem> held;
        for (const DeviceHolder& holder : find_holders(path)) {
            held.push_back(
                {job.name + ": " + path + " is in use and will not be written: " + holder.text,
                 job.origin, "allow_mounted_write=1 writes all the same"});
        }
        if (!held.empty()) return Error(std::move(held)).with_code(EBUSY);
    }
    if (S_ISBLK(st.st_mode) && changes && is_read_only_device(path)) {
        return Error(job.name + ": " + path + " is a read-only device", job.origin,
                     "blockdev --setrw makes it writable, where it can be")
            .with_code(EPERM);
    }
    // Another user's permissions show only once the worker is that user.
    if (job.uid || job.gid) return {};
    const int wanted = (job.access.read ? R_OK : 0) | (changes ? W_OK : 0);
    if (::access(path.c_str(), wanted) == 0) return {};
    const int error = errno;
    return Error(job.name + ": " + path + ": " + errno_text(error), job.origin).with_code(error);
}

}  // namespace

void PathCheck::check(const Job& job, const PlannedWorker& worker, const EngineTraits& traits) {
    if (traits.diskless) return;
    for (const std::string& path : file_paths(job, worker, traits)) {
        const Use use{path, job.access.read, job.access.write || job.access.trim,
                      job.allow_mounted_write || job.uid || job.gid};
        auto found = seen_.find(use);
        if (found == seen_.end()) found = seen_.emplace(use, problem_with(job, path)).first;
        if (found->second) throw *found->second;
    }
}

std::vector<Problem> check_plan(const Plan& plan, const RunOptions& options) {
    std::vector<Problem> problems = Preflight(plan, options).check();
    if (!problems.empty()) throw Error(std::move(problems));
    std::vector<Problem> warnings;
    for (const Job& job : plan.jobs)
        if (auto warning = split_name_warning(job)) warnings.push_back(std::move(*warning));
    return warnings;
}

}  // namespace fathom
