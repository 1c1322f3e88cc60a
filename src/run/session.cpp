#include "run/session.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/prctl.h>
#include <unistd.h>

#include "base/debug.h"
#include "engine/drive_parts.h"
#include "run/addresses.h"
#include "run/extents.h"
#include "run/footnotes.h"
#include "run/hooks.h"
#include "run/layout.h"
#include "workload/seed.h"

namespace fathom {

namespace {

Payload::Kind payload_kind(const Job& job) {
    if (job.zero_buffers) return Payload::Kind::keep;
    if (job.refill_buffers) return Payload::Kind::refill;
    return job.scramble_buffers ? Payload::Kind::scramble : Payload::Kind::keep;
}

/// Sets the gaps of a random schedule apart from all else that is drawn.
constexpr std::uint64_t pace_seed_part = 0x70616365;

std::size_t largest_block(const Job& job) {
    std::uint64_t largest = 1;
    for (const Direction d : all_directions) {
        if (job.access.does(d)) largest = std::max(largest, job.bs[d].max.count());
    }
    return static_cast<std::size_t>(largest);
}

}  // namespace

Session::Session(Worker& worker)
    : worker_(worker),
      job_(worker.setup_.job),
      entry_(worker.setup_.engine),
      recorder_setup_(recorder_setup(job_, entry_, worker.setup_.options.keep_series)),
      recorder_(recorder_setup_),
      payload_(payload_kind(job_), worker.setup_.seed) {
    if (Pace::paces(job_)) pace_.emplace(job_, derive_seed(worker.setup_.seed, pace_seed_part));
}

bool Session::opens_on_the_way() const {
    return job_.openfiles != 0 && job_.openfiles < files_.size();
}

bool Session::has_files() const {
    return !entry_.traits.diskless && !entry_.traits.own_files;
}

bool Session::has_work_after_io() const {
    return job_.end_fsync || job_.fsync_on_close || job_.unlink || !job_.exec_postrun.empty();
}

void Session::prepare() {
    prepare_thread();
    prepare_files();
    prepare_buffers();
    engine_ = entry_.make(
        {job_, worker_.setup_.clock, files_, slots_, buffers_->bytes(), worker_.setup_.who.number});
    if (!entry_.traits.own_files && !opens_on_the_way()) open_all();
    engine_->files_ready();
    say_how_it_works();
}

void Session::say_how_it_works() {
    Mailbox& mailbox = worker_.setup_.mailbox;
    if (entry_.opening_line != nullptr) mailbox.message(entry_.opening_line(job_));
    if (job_.iodepth > 1 && entry_.does_io_in_the_call(job_)) {
        mailbox.message(
            "note: both iodepth >= 1 and synchronous I/O engine are selected, queue depth will be "
            "capped at 1");
    }
}

void Session::prepare_thread() {
    ::prctl(PR_SET_NAME, job_.name.substr(0, 15).c_str());
    // Sleeps until an I/O is due end when they are to.
    if (pace_) ::prctl(PR_SET_TIMERSLACK, 1UL, 0UL, 0UL, 0UL);
    place_thread(job_, worker_.setup_.who.number);
    if (job_.lockmem.count() != 0) locked_.emplace(job_);
    become_user(job_);
    if (job_.exec_prerun.empty()) return;
    const std::string output =
        hook_output_path(worker_.setup_.options.aux_path, job_.name, "prerun");
    worker_.setup_.mailbox.message(job_.name + " : Saving output of prerun in " + output);
    run_hook(job_.exec_prerun, output);
}

void Session::prepare_files() {
    FileSet& set = worker_.files_;
    if (worker_.lay_out_first_) lay_out_here();
    files_ = set.engine_files();
    if (!has_files()) return;
    note_empty_extents();
    if (job_.pre_read) {
        worker_.set_phase(Phase::pre_reading);
        for (const File& file : files_) pre_read(file, [this] { return stopped(); });
    } else if (job_.invalidate) {
        for (const File& file : files_) {
            const std::string trouble = invalidate_cache(file);
            if (!trouble.empty()) worker_.result_.footnotes.push_back({trouble, {}, {}});
        }
    }
}

void Session::lay_out_here() {
    const LayoutContext context{
        [this](const std::string& line) { worker_.setup_.mailbox.message(line); },
        [this] { return stopped(); }, worker_.setup_.seed};
    lay_out(job_, worker_.files_, entry_.traits, context);
}

void Session::note_empty_extents() {
    if (!job_.access.read) return;
    for (const File& file : files_) {
        const std::optional<ExtentReport> report = look_at_extents(file);
        if (!report) continue;
        const std::string note = extent_note(file, *report);
        if (!note.empty())
            extent_notes_.push_back({note, {}, "write the file once before reading it"});
    }
}

void Session::prepare_buffers() {
    slots_.resize(entry_.shape(job_).depth);
    buffers_.emplace(job_, largest_block(job_), slots_.size());
    buffers_->give_to(slots_);
    if (!job_.zero_buffers && !entry_.traits.moves_no_data && job_.access.write)
        payload_.fill(buffers_->bytes());
    debug(Topic::mem, "{} buffers of {} bytes at {}", slots_.size(), largest_block(job_),
          static_cast<const void*>(buffers_->bytes().data()));
}

void Session::open_all() {
    for (File& file : files_) {
        engine_->open(file);
        debug(Topic::file, "open {}: {} bytes from {}, descriptor {}", file.path, file.span.length,
              file.span.offset, file.fd);
    }
    worker_.open_files_.store(static_cast<std::uint32_t>(files_.size()), std::memory_order_relaxed);
}

void Session::work() {
    if (!job_.create_only) {
        worker_.set_phase(Phase::running);
        usage_at_start_ = ThreadUsage::now();
        for (std::uint64_t i = 0;; ++i) {
            const bool more = pass(i);
            if (!more && has_work_after_io()) give_snapshot(runtime_);
            flush();
            if (!more) break;
            between_passes();
        }
    }
    const ThreadUsage used =
        ThreadUsage::now().since(usage_at_start_).plus(engine_->helpers_usage());
    worker_.set_phase(Phase::finishing);
    close_all();
    if (job_.unlink) unlink_files();
    if (!job_.exec_postrun.empty()) {
        const std::string output =
            hook_output_path(worker_.setup_.options.aux_path, job_.name, "postrun");
        worker_.setup_.mailbox.message(job_.name + " : Saving output of postrun in " + output);
        run_hook(job_.exec_postrun, output);
    }
    add_footnotes();
    if (pace_) worker_.result_.behind = pace_->behind();
    if (recorder_setup_.series && (has_files() || entry_.traits.virtual_time)) {
        std::uint64_t ios = 0;
        for (const DirectionRecord& record : recorder_.directions.values) ios += record.ios;
        worker_.result_.addresses = addresses_of(job_, workload_setup(0), files_, ios);
    }
    fill_result(worker_.result_, std::move(recorder_), used, runtime_);
}

void Session::begin(Ticks now) {
    const Clock& clock = worker_.setup_.clock;
    pace_begin_ = now;
    if (job_.ramp_time.count() > 0) ramp_end_ = now + clock.to_ticks(job_.ramp_time);
    if (job_.runtime.count() > 0) run_end_ = now + clock.to_ticks(job_.ramp_time + job_.runtime);
    worker_.started_.store(monotonic_now().count(), std::memory_order_release);
    // The main thread backs up the end of the run time, once it knows when it began.
    if (run_end_ != 0) worker_.setup_.mailbox.ring();
}

WorkloadSetup Session::workload_setup(std::uint64_t number) const {
    WorkloadSetup setup;
    for (const File& file : files_) setup.files.push_back(file.span);
    setup.io_size = worker_.files_.pass_bytes();
    setup.seed = worker_.setup_.seed;
    setup.repeat = job_.time_based && job_.runtime.count() > 0;
    setup.loop = number;
    setup.pace = pace_ ? &*pace_ : nullptr;
    // With direct=1 the cache holds nothing of what is read.
    setup.mark_passes = has_files() && job_.invalidate && !job_.pre_read && !job_.direct;
    return setup;
}

bool Session::pass(std::uint64_t number) {
    const WorkloadSetup setup = workload_setup(number);
    const std::unique_ptr<Workload> workload = make_workload(job_, setup);

    Loop loop{.job = job_,
              .workload = *workload,
              .recorder = recorder_,
              .progress = worker_.progress_,
              .payload = payload_,
              .files = files_,
              .slots = slots_,
              .stop = worker_.stop_,
              .clock = worker_.setup_.clock,
              .timed = needs_timing(recorder_setup_)};
    loop.begin = engine_->now();
    if (number == 0) begin(loop.begin);
    if (pace_) loop.pace = &*pace_;
    loop.pace_begin = pace_begin_;
    loop.ramp_end = ramp_over_ ? 0 : ramp_end_;
    loop.run_end = run_end_;
    if (recorder_setup_.windows) {
        loop.bw_window = Nanos(static_cast<std::int64_t>(job_.bwavgtime) * 1'000'000);
        loop.iops_window = Nanos(static_cast<std::int64_t>(job_.iopsavgtime) * 1'000'000);
    }
    if (recorder_setup_.series) loop.series_interval = 1_s;
    loop.ramp_over = [this] {
        ramp_over_ = true;
        runtime_ = {};
        usage_at_start_ = ThreadUsage::now();
        engine_->forget_helpers_usage();
    };
    if (setup.mark_passes) loop.next_pass = [](File& file) { invalidate_cache(file); };
    loop.published = [this, &loop](Ticks now) {
        if (!worker_.snapshot_.wanted()) return;
        const std::uint64_t nanos = loop.clock.to_nanos(now - loop.begin);
        give_snapshot(runtime_ + Nanos(static_cast<std::int64_t>(nanos)));
        worker_.setup_.mailbox.ring();
    };
    const LoopOutcome outcome = engine_->run(loop);
    if (pace_) pace_->set_now(loop.since_begin(loop.end));
    if (recorder_setup_.series && loop.end > loop.series_start) {
        recorder_.end_series_interval(
            Nanos(static_cast<std::int64_t>(loop.clock.to_nanos(loop.end - loop.series_start))));
    }
    run_end_ = loop.run_end;
    runtime_ += Nanos(static_cast<std::int64_t>(loop.clock.to_nanos(loop.end - loop.begin)));
    if (outcome.end == LoopOutcome::End::error)
        worker_.report_error(outcome.error, outcome.function, outcome.error_text);
    ended_by_size_ = outcome.end == LoopOutcome::End::done;
    return ended_by_size_ && number + 1 < job_.loops && !stopped();
}

void Session::give_snapshot(Nanos runtime) {
    Recorder recorder = recorder_;
    if (entry_.shape(job_).synchronous)
        detail::count_single_io_batches(recorder, !entry_.traits.no_submit_counts);
    JobResult result = worker_.result_;
    // The CPU time of an offloaded job's helpers is not in it: they can only be asked at rest.
    fill_result(result, std::move(recorder), ThreadUsage::now().since(usage_at_start_), runtime);
    worker_.snapshot_.give(std::move(result));
}

void Session::between_passes() {
    if (!has_files()) return;
    worker_.set_phase(Phase::running);
    close_all();
    if (job_.unlink_each_loop) replace_files();
    if (job_.invalidate && !job_.pre_read) {
        for (const File& file : files_) invalidate_cache(file);
    }
    if (!opens_on_the_way()) open_all();
}

void Session::replace_files() {
    unlink_files();
    // What is only written is made by opening it.
    if (!job_.access.read && !job_.overwrite) return;
    for (PlannedFile& planned : worker_.files_.files) {
        if (planned.file.type != FileType::regular) continue;
        planned.exists = false;
        planned.file.real_size = 0;
    }
    lay_out_here();
}

void Session::flush() {
    if (!has_files() || !job_.access.write || !(job_.end_fsync || job_.fsync_on_close)) return;
    worker_.set_phase(Phase::flushing);
    // Part of the measured time: what has not reached the disk has not been written.
    const Nanos begin = monotonic_now();
    for (const File& file : files_) {
        if (file.written) flush(file);
    }
    runtime_ += monotonic_now() - begin;
}

void Session::flush(const File& file) {
    // A file that was closed on the way is opened once more.
    const int own = file.fd >= 0 ? -1 : ::open(file.path.c_str(), O_WRONLY | O_CLOEXEC);
    const int fd = file.fd >= 0 ? file.fd : own;
    // EINVAL: a pipe or a device without anything to flush.
    if (fd < 0 || (::fsync(fd) != 0 && errno != EINVAL))
        worker_.report_error(errno, "fsync", file.path + ": fsync: " + errno_text(errno));
    if (own >= 0) ::close(own);
}

void Session::close_all() {
    if (entry_.traits.own_files) return;
    for (File& file : files_) {
        const int failed = -engine_->close(file);
        if (failed != 0)
            worker_.report_error(failed, "close", file.path + ": close: " + errno_text(failed));
    }
    worker_.open_files_.store(0, std::memory_order_relaxed);
}

void Session::unlink_files() {
    if (entry_.traits.diskless) return;
    for (const File& file : files_) {
        if (file.type != FileType::regular) continue;
        if (::unlink(file.path.c_str()) != 0 && errno != ENOENT)
            worker_.report_error(errno, "unlink", file.path + ": unlink: " + errno_text(errno));
    }
}

void Session::add_footnotes() {
    const auto add = [this](const std::optional<Problem>& note) {
        if (note) worker_.result_.footnotes.push_back(*note);
    };
    // What a file lacks concerns a job that has read some of it.
    if (recorder_.directions[Direction::read].bytes != 0) {
        for (const Problem& note : extent_notes_) add(note);
    }
    const Clock& clock = worker_.setup_.clock;
    // A deviation needs some time to show; over a shorter run it is the error of two readings.
    const double drift = runtime_ > 100_ms && !entry_.traits.virtual_time ? clock.drift() : 0.0;
    add(depth_note(job_, entry_));
    add(ended_early_note(job_, ended_by_size_ && !stopped(), runtime_));
    if (!entry_.traits.virtual_time) add(clock_note(job_, clock.source(), drift));
}

}  // namespace fathom
