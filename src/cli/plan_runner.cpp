#include "cli/plan_runner.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstdlib>

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/clock.h"
#include "run/interrupts.h"
#include "run/surroundings.h"
#include "workload/seed.h"

namespace fathom {

namespace {

constexpr const char* caches = "/proc/sys/vm/drop_caches";

/// Messages of a run (files laid out) are not part of the result.
class Quiet : public RunObserver {
  public:
    void message(std::string_view) override {}
    void problem(std::string_view line) override {
        std::fprintf(stderr, "%.*s\n", static_cast<int>(line.size()), line.data());
    }
    void live(const LiveStatus&) override {}
};

}  // namespace

PlanRunner::PlanRunner(const std::vector<Variant>& variants, const CompareOptions& options,
                       const RunOptions& run_options, std::string version, Store* store)
    : variants_(variants),
      options_(options),
      run_options_(run_options),
      version_(std::move(version)),
      store_(store) {
    for (const Variant& variant : variants_) check_plan(variant.plan, run_options_);
    if (options_.drop_caches && ::access(caches, W_OK) != 0) {
        throw Error(
            fmt::format("--drop-caches: {} cannot be written: {}", caches, errno_text(errno)), {},
            "it needs root; direct=1 goes past the page cache without it");
    }
}

void PlanRunner::prepare() {
    Quiet quiet;
    for (const Variant& variant : variants_) {
        if (interrupted()) return;
        Plan layout = variant.plan;
        for (Job& job : layout.jobs) job.create_only = true;
        const RunResult result = run_plan(layout, run_options_, quiet);
        for (const JobResult& job : result.jobs) {
            if (job.error == 0) continue;
            throw Error(fmt::format("variant {}: job {}: {}", variant.label.name, job.name,
                                    job.error_text));
        }
    }
}

RunFacts PlanRunner::run(const Step& step) {
    const Variant& variant = variants_[step.variant];
    std::vector<VariantCommand> each;
    for (const std::string& command : options_.before_each) each.push_back({"", command});
    shell(each, step, "--before-each");
    shell(options_.before, step, "--before");
    if (options_.drop_caches) drop_caches();
    settle();
    Quiet quiet;
    Plan plan = variant.plan;
    // Percentiles of the latency whose mean is compared: submission and completion together.
    for (Job& job : plan.jobs) job.lat_percentiles = !job.disable_lat;
    if (options_.same_places) {
        for (Job& job : plan.jobs) {
            job.randseed = derive_seed(options_.seed.value_or(0), step.round);
            job.randseed_set = true;
        }
    }
    RunResult result = run_plan(plan, run_options_, quiet);
    result.version = version_;
    result.surroundings = surroundings_of(variant.plan);
    const bool whole =
        !result.interrupted && std::all_of(result.jobs.begin(), result.jobs.end(),
                                           [](const JobResult& job) { return job.error == 0; });
    // Before the commands that may fail: a finished run is kept.
    if (whole && store_ != nullptr) store_->add(step, result);
    shell(options_.after, step, "--after");
    return facts_of(result);
}

Nanos PlanRunner::now() {
    return monotonic_now();
}

bool PlanRunner::interrupted() {
    return fathom::interrupted();
}

/// In a shell of its own, with our outputs (its standard output is our standard error: the result
/// stands alone on ours).
void PlanRunner::shell(const std::vector<VariantCommand>& commands, const Step& step,
                       const char* flag) {
    const std::string& variant = variants_[step.variant].label.name;
    for (const VariantCommand& command : commands) {
        if (!command.variant.empty() && command.variant != variant) continue;
        ::setenv("FATHOM_VARIANT", variant.c_str(), 1);
        ::setenv("FATHOM_ROUND", std::to_string(step.round + 1).c_str(), 1);
        const int status = std::system(("( " + command.command + "\n) 1>&2").c_str());
        if (status == 0) continue;
        const std::string how = status == -1 ? errno_text(errno)
                                : WIFEXITED(status)
                                    ? fmt::format("exit status {}", WEXITSTATUS(status))
                                    : fmt::format("signal {}", WTERMSIG(status));
        throw Error(fmt::format("{} '{}' failed: {}", flag, command.command, how));
    }
}

void PlanRunner::settle() const {
    if (options_.settle.count() <= 0) return;
    // An interrupt ends the pause.
    pollfd descriptor{interrupt_descriptor(), POLLIN, 0};
    const timespec pause{options_.settle.count() / 1'000'000'000,
                         options_.settle.count() % 1'000'000'000};
    ::ppoll(&descriptor, 1, &pause, nullptr);
}

void PlanRunner::drop_caches() const {
    ::sync();
    const int fd = ::open(caches, O_WRONLY | O_CLOEXEC);
    const bool done = fd >= 0 && ::write(fd, "3\n", 2) == 2;
    const int error = errno;
    if (fd >= 0) ::close(fd);
    if (!done) throw system_error(fmt::format("--drop-caches: {}", caches), error);
}

}  // namespace fathom
