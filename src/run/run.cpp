#include "run/run.h"

#include <ctime>
#include <memory>
#include <vector>

#include <poll.h>
#include <sys/random.h>

#include "run/interrupts.h"
#include "run/layout.h"
#include "run/mailbox.h"
#include "run/worker.h"

namespace fathom {

namespace {

std::uint64_t draw_entropy() {
    std::uint64_t value = 0;
    [[maybe_unused]] const ssize_t got = ::getrandom(&value, sizeof value, 0);
    return value;
}

const EngineEntry& engine_of(const Job& job) {
    const EngineEntry* entry = find_engine(job.ioengine);
    if (entry == nullptr) {
        throw Error(job.name + ": engine " + job.ioengine + " is not known", job.origin,
                    "--enghelp lists the engines");
    }
    return *entry;
}

class Runner {
  public:
    Runner(const Plan& plan, const RunOptions& options, RunObserver& observer)
        : plan_(plan), options_(options), observer_(observer) {}

    RunResult run() {
        begin_ = monotonic_now();
        prepare();
        for (std::uint32_t stage = 0; stage < plan_.stages() && !stopping_; ++stage)
            run_stage(stage);
        return collect();
    }

  private:
    void prepare();
    void run_stage(std::uint32_t stage);
    void start_batch(const std::vector<Worker*>& batch);
    /// Sleeps until something happens or the time has come.
    void wait(std::optional<Nanos> until);
    void stop_all();
    RunResult collect();

    const Plan& plan_;
    const RunOptions& options_;
    RunObserver& observer_;
    Mailbox mailbox_;
    Nanos begin_{};
    std::vector<std::unique_ptr<Worker>> workers_;
    bool stopping_ = false;
};

void Runner::prepare() {
    const std::uint64_t entropy = draw_entropy();
    std::vector<const EngineEntry*> entries;
    for (const Job& job : plan_.jobs) entries.push_back(&engine_of(job));
    const LayoutContext context{[this](const std::string& line) { observer_.message(line); },
                                [] { return interrupted(); }, entropy};
    for (const PlannedWorker& who : plan_.workers) {
        const Job& job = plan_.jobs[who.job];
        const EngineEntry& entry = *entries[who.job];
        const std::uint64_t seed = worker_seed(job, who.number, entropy);
        workers_.push_back(std::make_unique<Worker>(
            WorkerSetup{job, who, entry, Clock::make(job.clocksource), seed, options_, mailbox_}));
        FileSet files = make_file_set(job, who, entry.traits, seed);
        const bool later = !job.create_serialize;
        if (!later && !lay_out(job, files, entry.traits, context)) stopping_ = true;
        workers_.back()->give_files(std::move(files), later);
        if (stopping_) return;
    }
}

void Runner::start_batch(const std::vector<Worker*>& batch) {
    if (batch.empty()) return;
    auto together = std::make_shared<std::latch>(static_cast<std::ptrdiff_t>(batch.size()));
    for (Worker* worker : batch) worker->start(together);
}

void Runner::run_stage(std::uint32_t stage) {
    std::vector<Worker*> batch;
    for (const auto& worker : workers_) {
        if (worker->who().stage == stage) batch.push_back(worker.get());
    }
    start_batch(batch);
    for (;;) {
        mailbox_.deliver(observer_);
        bool all_ended = true;
        for (Worker* worker : batch) all_ended = all_ended && worker->phase() == Phase::ended;
        if (all_ended) break;
        wait(std::nullopt);
        if (interrupted()) stop_all();
    }
    for (Worker* worker : batch) worker->join();
    mailbox_.deliver(observer_);
}

void Runner::wait(std::optional<Nanos> until) {
    // Once seen, the interrupt's descriptor stays readable: it is left out then.
    pollfd events[2] = {{mailbox_.descriptor(), POLLIN, 0},
                        {stopping_ ? -1 : interrupt_descriptor(), POLLIN, 0}};
    timespec timeout{};
    if (until) {
        const std::int64_t left = std::max<std::int64_t>((*until - monotonic_now()).count(), 0);
        timeout = {static_cast<time_t>(left / 1'000'000'000),
                   static_cast<long>(left % 1'000'000'000)};
    }
    ::ppoll(events, 2, until ? &timeout : nullptr, nullptr);
}

void Runner::stop_all() {
    stopping_ = true;
    for (const auto& worker : workers_) worker->stop();
}

RunResult Runner::collect() {
    RunResult run;
    run.version = options_.program + "-" FATHOM_VERSION;
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    run.unix_milliseconds = static_cast<std::int64_t>(now.tv_sec) * 1'000 + now.tv_nsec / 1'000'000;
    run.interrupted = interrupted();
    const auto elapsed =
        static_cast<std::uint64_t>((monotonic_now() - begin_).count() / 1'000'000'000 + 1);
    for (const auto& worker : workers_) {
        run.jobs.push_back(std::move(worker->result()));
        run.jobs.back().end_time_seconds = now.tv_sec;
        run.jobs.back().elapsed_seconds = elapsed;
    }
    return run;
}

}  // namespace

RunResult run_plan(const Plan& plan, const RunOptions& options, RunObserver& observer) {
    return Runner(plan, options, observer).run();
}

}  // namespace fathom
