#include "run/run.h"

#include <algorithm>
#include <ctime>
#include <map>
#include <memory>
#include <vector>

#include <fmt/format.h>
#include <poll.h>
#include <sys/random.h>

#include "base/debug.h"
#include "base/random.h"
#include "result/merge.h"
#include "run/disk_stats.h"
#include "run/idle_profile.h"
#include "run/interrupts.h"
#include "run/layout.h"
#include "run/live.h"
#include "run/mailbox.h"
#include "run/preflight.h"
#include "run/schedule.h"
#include "run/status_reports.h"
#include "run/thread_limits.h"
#include "run/throttling.h"
#include "run/worker.h"

namespace fathom {

namespace {

// A worker that reads the clock ends by itself; the main thread only backs it up, a little later.
constexpr Nanos stop_margin = 10_ms;

std::uint64_t draw_entropy() {
    std::uint64_t value = 0;
    [[maybe_unused]] const ssize_t got = ::getrandom(&value, sizeof value, 0);
    return value;
}

/// One start delay per worker; a range is drawn from.
std::vector<Nanos> draw_delays(const Plan& plan, std::uint64_t entropy) {
    Random random(entropy);
    std::vector<Nanos> delays;
    for (const PlannedWorker& worker : plan.workers) {
        const Job& job = plan.jobs[worker.job];
        const std::int64_t spread = (job.startdelay_max - job.startdelay).count();
        delays.push_back(job.startdelay);
        if (spread > 0) {
            delays.back() += Nanos(
                static_cast<std::int64_t>(random.below(static_cast<std::uint64_t>(spread) + 1)));
        }
    }
    return delays;
}

class Runner {
  public:
    Runner(const Plan& plan, const RunOptions& options, RunObserver& observer)
        : plan_(plan),
          options_(options),
          observer_(observer),
          entropy_(draw_entropy()),
          delays_(draw_delays(plan, entropy_)),
          schedule_(plan, delays_),
          reaped_(plan.workers.size(), false),
          status_(options.status_interval),
          trigger_(options.trigger) {}

    RunResult run() {
        process_begin_ = monotonic_now();
        for (const Problem& warning : check_plan(plan_, options_))
            observer_.problem(options_.program + ": " + to_text(warning));
        prepare();
        disks_.start();
        if (options_.keep_series) throttling_ = read_throttling();
        if (options_.idle_profile != RunOptions::Idle::off)
            idle_.emplace(options_.idle_profile == RunOptions::Idle::per_cpu);
        begin_ = monotonic_now();
        next_live_ = begin_ + options_.live_interval;
        next_bandwidth_ = begin_ + options_.bandwidth_interval;
        status_.begin(begin_);
        trigger_.begin(begin_);
        while (!schedule_.done()) {
            if (interrupted() && !stopping_) {
                observer_.message("\n" + options_.program + ": terminating on signal " +
                                  std::to_string(interrupt_signal()) + "\n");
                stop_all();
            }
            if (!stopping_ && trigger_.due(monotonic_now())) go_off();
            start_workers();
            reap();
            stop_late_workers();
            show_live();
            show_bandwidth();
            show_status();
            mailbox_.deliver(observer_);
            if (!schedule_.done() && !anyone_ended()) wait(next_moment());
        }
        mailbox_.deliver(observer_);
        mailbox_.sum_up(observer_, options_.program);
        return collect();
    }

  private:
    /// Files looked at and laid out for all workers, before the first of them starts.
    void prepare();
    void prepare_files(Worker& worker, const EngineTraits& traits, std::uint64_t seed);
    void start_workers();
    /// Joins those that have ended and lets their end take effect.
    void reap();
    [[nodiscard]] bool anyone_ended() const;
    void stop_late_workers();
    void stop_all();
    /// The trigger's: ends the run and runs the command.
    void go_off();
    void show_live();
    void show_bandwidth();
    void show_status();
    [[nodiscard]] std::vector<WorkerView> views() const;
    [[nodiscard]] std::optional<Nanos> next_moment() const;
    /// Sleeps until a worker rings, an interrupt arrives or the time has come.
    void wait(std::optional<Nanos> until);
    RunResult collect();
    /// The result whose rows these are, as of now.
    [[nodiscard]] RunResult result_of(std::vector<JobResult> rows) const;
    [[nodiscard]] Nanos since_begin() const { return monotonic_now() - begin_; }
    [[nodiscard]] std::optional<Nanos> deadline_of(const Worker& worker) const;

    const Plan& plan_;
    const RunOptions& options_;
    RunObserver& observer_;
    std::uint64_t entropy_;
    std::vector<Nanos> delays_;
    Schedule schedule_;
    Mailbox mailbox_;
    DiskStats disks_;
    Throttling throttling_;
    PathCheck path_check_;
    FirstSizes first_sizes_;
    std::vector<std::unique_ptr<Worker>> workers_;  ///< index as in Plan::workers
    std::vector<std::size_t> active_;               ///< started, not reaped
    std::vector<bool> reaped_;
    LiveMeter meter_, bandwidth_meter_;
    StatusReports status_;
    Trigger trigger_;
    std::optional<IdleProfile> idle_;
    Nanos process_begin_{}, begin_{}, next_live_{}, next_bandwidth_{};
    bool stopping_ = false;
};

void Runner::prepare() {
    debug(Topic::helperthread, "live lines every {} ms, reports every {} ms (0: none)",
          options_.live_interval.count() / 1'000'000, options_.status_interval.count() / 1'000'000);
    std::map<ClockSource, Clock> clocks;
    for (const PlannedWorker& who : plan_.workers) {
        const Job& job = plan_.jobs[who.job];
        const EngineEntry& entry = *find_engine(job.ioengine);
        // Virtual ticks are nanoseconds, as the system clock's are.
        const ClockSource source =
            entry.traits.virtual_time ? ClockSource::clock_gettime : job.clocksource;
        if (!clocks.contains(source)) {
            const Clock clock = Clock::make(source);
            debug(Topic::time, "clock: {}, {} ticks a second",
                  clock.source() == ClockSource::cpu ? "the processor's counter" : "the system's",
                  clock.to_ticks(1_s));
            clocks.emplace(source, clock);
        }
        debug(Topic::io, "ioengine {} for {} {}", entry.name, job.name, who.number + 1);
        const std::uint64_t seed = worker_seed(job, who.number, entropy_);
        workers_.push_back(std::make_unique<Worker>(
            WorkerSetup{job, who, entry, clocks.at(source), seed, options_, mailbox_}));
        try {
            prepare_files(*workers_.back(), entry.traits, seed);
        } catch (const Error& error) {
            workers_.back()->fail(error.code(), "setup", error.what());
            reaped_[workers_.size() - 1] = true;
            schedule_.drop(workers_.size() - 1);
        }
    }
}

void Runner::prepare_files(Worker& worker, const EngineTraits& traits, std::uint64_t seed) {
    const Job& job = worker.job();
    path_check_.check(job, worker.who(), traits);
    FileSet files = make_file_set(job, worker.who(), traits, seed, first_sizes_);
    // Workers that share files by name cannot make them at the same time.
    const bool later = !job.create_serialize && job.filename.empty();
    if (options_.readonly && needs_layout(files, traits)) {
        throw Error(job.name + ": a file would have to be made or extended in read-only mode",
                    job.origin, "run once without --readonly");
    }
    const LayoutContext context{[this](const std::string& line) { observer_.message(line); },
                                [] { return interrupted(); }, entropy_};
    if (!stopping_ && !later && !lay_out(job, files, traits, context)) stop_all();
    // What only makes its files shows no disk, as fio's does.
    const bool shows_disks =
        job.disk_util && !traits.diskless && (traits.needs_layout || !traits.own_files);
    for (const PlannedFile& planned : files.files) {
        debug(Topic::file, "file {}: {} bytes, {} wanted", planned.file.path,
              planned.file.real_size, planned.wanted_size);
        if (shows_disks) disks_.add_path(planned.file.path);
    }
    worker.give_files(std::move(files), later);
}

void Runner::start_workers() {
    const std::vector<std::size_t> due = schedule_.start_due(since_begin());
    if (due.empty()) return;
    auto together = std::make_shared<std::latch>(static_cast<std::ptrdiff_t>(due.size()));
    std::size_t refused = 0;
    int error = 0;
    for (const std::size_t i : due) {
        active_.push_back(i);
        if (const int failed = workers_[i]->start(together); failed != 0) {
            ++refused;
            error = failed;
        }
    }
    if (refused == 0) return;
    observer_.problem(fmt::format("{}: cannot make {} of {} threads: {}{}", options_.program,
                                  refused, due.size(), errno_text(error), thread_limits()));
}

bool Runner::anyone_ended() const {
    return std::any_of(active_.begin(), active_.end(),
                       [this](std::size_t i) { return workers_[i]->phase() == Phase::ended; });
}

void Runner::reap() {
    std::vector<std::size_t> still_active;
    std::vector<std::size_t> over;
    for (const std::size_t i : active_)
        (workers_[i]->phase() == Phase::ended ? over : still_active).push_back(i);
    active_.swap(still_active);
    for (const std::size_t i : over) {
        workers_[i]->join();
        reaped_[i] = true;
        debug(Topic::process, "{} {}: reaped", workers_[i]->job().name,
              workers_[i]->who().number + 1);
        for (const std::size_t other : schedule_.ended(i, workers_[i]->failed()))
            workers_[other]->stop();
    }
}

std::optional<Nanos> Runner::deadline_of(const Worker& worker) const {
    const std::optional<Nanos> started = worker.started();
    if (!started || worker.job().runtime.count() == 0) return std::nullopt;
    return *started + worker.job().ramp_time + worker.job().runtime + stop_margin;
}

void Runner::stop_late_workers() {
    const Nanos now = monotonic_now();
    for (const std::size_t i : active_) {
        const std::optional<Nanos> deadline = deadline_of(*workers_[i]);
        if (deadline && now >= *deadline) workers_[i]->stop();
    }
}

void Runner::go_off() {
    observer_.message("\n" + options_.program + ": terminating on a trigger\n");
    stop_all();
    trigger_.run_command();
}

void Runner::stop_all() {
    stopping_ = true;
    debug(Topic::process, "stops all: {} are at work", active_.size());
    schedule_.cancel_all();
    for (const std::size_t i : active_) workers_[i]->stop();
}

std::optional<Nanos> Runner::next_moment() const {
    std::optional<Nanos> next;
    const auto consider = [&next](std::optional<Nanos> moment) {
        if (moment && (!next || *moment < *next)) next = moment;
    };
    if (const std::optional<Nanos> start = schedule_.next_start()) consider(begin_ + *start);
    if (options_.live_interval.count() > 0) consider(next_live_);
    if (options_.bandwidth_interval.count() > 0) consider(next_bandwidth_);
    consider(status_.next_moment());
    if (!stopping_) consider(trigger_.next_moment(monotonic_now()));
    for (const std::size_t i : active_) {
        if (!workers_[i]->stopped()) consider(deadline_of(*workers_[i]));
    }
    return next;
}

void Runner::wait(std::optional<Nanos> until) {
    // Once seen, the interrupt's descriptor stays readable: it is left out then.
    pollfd events[3] = {{mailbox_.descriptor(), POLLIN, 0},
                        {stopping_ ? -1 : interrupt_descriptor(), POLLIN, 0},
                        {report_request_descriptor(), POLLIN, 0}};
    timespec timeout{};
    if (until) {
        const std::int64_t left = std::max<std::int64_t>((*until - monotonic_now()).count(), 0);
        timeout = {static_cast<time_t>(left / 1'000'000'000),
                   static_cast<long>(left % 1'000'000'000)};
    }
    ::ppoll(events, 3, until ? &timeout : nullptr, nullptr);
}

std::vector<WorkerView> Runner::views() const {
    std::vector<WorkerView> views;
    views.reserve(workers_.size());
    for (std::size_t i = 0; i < workers_.size(); ++i) {
        WorkerView view = workers_[i]->view();
        view.reaped = reaped_[i];
        view.cancelled = schedule_.cancelled(i);
        view.delay = delays_[i];
        if (view.started) *view.started -= begin_;
        views.push_back(view);
    }
    return views;
}

void Runner::show_live() {
    const Nanos now = monotonic_now();
    if (options_.live_interval.count() <= 0 || now < next_live_) return;
    while (next_live_ <= now) next_live_ += options_.live_interval;
    debug(Topic::helperthread, "a live line is due");
    observer_.live(meter_.look(views(), now - begin_));
}

void Runner::show_bandwidth() {
    const Nanos now = monotonic_now();
    if (options_.bandwidth_interval.count() <= 0 || now < next_bandwidth_) return;
    while (next_bandwidth_ <= now) next_bandwidth_ += options_.bandwidth_interval;
    observer_.bandwidth(bandwidth_meter_.look(views(), now - begin_));
}

void Runner::show_status() {
    const Nanos now = monotonic_now();
    status_.look(workers_, now, take_report_request());
    if (!status_.ready(workers_, now)) return;
    debug(Topic::helperthread, "a report is due");
    RunResult run = result_of(status_.take(workers_));
    const Nanos left = remaining_time(views(), now - begin_).value_or(Nanos{});
    run.eta_seconds = static_cast<std::uint64_t>(left.count() / 1'000'000'000);
    observer_.status(run);
}

RunResult Runner::result_of(std::vector<JobResult> rows) const {
    RunResult run;
    const Nanos end = monotonic_now();
    run.version = options_.program + "-" FATHOM_VERSION;
    timespec now{};
    ::clock_gettime(CLOCK_REALTIME, &now);
    run.unix_milliseconds = static_cast<std::int64_t>(now.tv_sec) * 1'000 + now.tv_nsec / 1'000'000;
    run.interrupted = interrupted();
    run.jobs = std::move(rows);
    for (JobResult& job : run.jobs) {
        job.end_time_seconds = now.tv_sec;
        // fio counts begun seconds.
        job.elapsed_seconds =
            static_cast<std::uint64_t>((end - process_begin_).count() / 1'000'000'000 + 1);
    }
    run.groups = group_totals(run);
    run.disks = disks_.finish(end - begin_);
    if (options_.keep_series) run.throttling = since(read_throttling(), throttling_);
    if (idle_) run.idleness = idle_->so_far();
    return run;
}

RunResult Runner::collect() {
    std::vector<JobResult> rows;
    for (const auto& worker : workers_) rows.push_back(std::move(worker->result()));
    return result_of(std::move(rows));
}

}  // namespace

RunResult run_plan(const Plan& plan, const RunOptions& options, RunObserver& observer) {
    return Runner(plan, options, observer).run();
}

}  // namespace fathom
