#include "run/session.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include "run/layout.h"

namespace fathom {

namespace {

Payload::Kind payload_kind(const Job& job) {
    if (job.zero_buffers) return Payload::Kind::keep;
    if (job.refill_buffers) return Payload::Kind::refill;
    return job.scramble_buffers ? Payload::Kind::scramble : Payload::Kind::keep;
}

std::size_t largest_block(const Job& job) {
    std::uint64_t largest = 1;
    for (const Direction d : all_directions) {
        if (job.access.does(d)) largest = std::max(largest, job.bs[d].max.count());
    }
    return static_cast<std::size_t>(largest);
}

}  // namespace

Arena::Arena(std::size_t bytes) : start_(nullptr), size_(bytes) {
    void* memory =
        ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) throw system_error("cannot allocate the I/O buffers", errno);
    start_ = static_cast<std::byte*>(memory);
}

Arena::~Arena() {
    ::munmap(start_, size_);
}

Session::Session(Worker& worker)
    : worker_(worker),
      job_(worker.setup_.job),
      entry_(worker.setup_.engine),
      recorder_setup_(recorder_setup(job_, entry_)),
      recorder_(recorder_setup_),
      payload_(payload_kind(job_), worker.setup_.seed) {}

bool Session::opens_on_the_way() const {
    return job_.openfiles != 0 && job_.openfiles < files_.size();
}

void Session::prepare() {
    prepare_files();
    prepare_buffers();
    engine_ = entry_.make({job_, worker_.setup_.clock, files_, slots_, arena_->bytes()});
    if (!entry_.traits.own_files && !opens_on_the_way()) open_all();
    engine_->files_ready();
}

void Session::prepare_files() {
    FileSet& set = worker_.files_;
    if (worker_.lay_out_first_) {
        const LayoutContext context{
            [this](const std::string& line) { worker_.setup_.mailbox.message(line); },
            [this] { return stopped(); }, worker_.setup_.seed};
        lay_out(job_, set, entry_.traits, context);
    }
    files_ = set.engine_files();
    pass_size_ = set.io_size;
    set.files.clear();
    set.files.shrink_to_fit();
    if (entry_.traits.diskless || entry_.traits.own_files) return;
    for (const File& file : files_) {
        if (job_.pre_read) pre_read(file, [this] { return stopped(); });
        if (!job_.invalidate || job_.pre_read) continue;
        const std::string trouble = invalidate_cache(file);
        if (!trouble.empty()) worker_.result_.footnotes.push_back({trouble, {}, {}});
    }
}

void Session::prepare_buffers() {
    const std::size_t depth = entry_.shape(job_).depth;
    const std::size_t each = (largest_block(job_) + 4095) / 4096 * 4096;
    arena_ = std::make_unique<Arena>(each * depth);
    if (!job_.zero_buffers && !entry_.traits.moves_no_data && job_.access.write)
        payload_.fill(arena_->bytes());
    slots_.resize(depth);
    for (std::size_t i = 0; i < depth; ++i) {
        slots_[i].index = static_cast<std::uint32_t>(i);
        slots_[i].buffer = arena_->bytes().data() + i * each;
    }
}

void Session::open_all() {
    for (File& file : files_) engine_->open(file);
    worker_.open_files_.store(static_cast<std::uint32_t>(files_.size()), std::memory_order_relaxed);
}

void Session::work() {
    if (!job_.create_only) {
        const Ticks start = engine_->now();
        if (job_.ramp_time.count() > 0)
            ramp_end_ = start + worker_.setup_.clock.to_ticks(job_.ramp_time);
        if (job_.runtime.count() > 0)
            run_end_ = start + worker_.setup_.clock.to_ticks(job_.ramp_time + job_.runtime);
        worker_.started_.store(monotonic_now().count(), std::memory_order_release);
        worker_.set_phase(Phase::running);
        if (run_end_ != 0) worker_.setup_.mailbox.ring();
        usage_at_start_ = ThreadUsage::now();
        for (std::uint64_t i = 0; pass(i); ++i) between_passes();
        flush();
    }
    const ThreadUsage used = ThreadUsage::now().since(usage_at_start_);
    close_all();
    fill_result(worker_.result_, std::move(recorder_), used, runtime_);
}

bool Session::pass(std::uint64_t number) {
    WorkloadSetup setup;
    for (const File& file : files_) setup.files.push_back(file.span);
    setup.io_size = pass_size_;
    for (const FileSpan& span : setup.files) setup.io_size += pass_size_ == 0 ? span.length : 0;
    setup.seed = worker_.setup_.seed;
    setup.repeat = job_.time_based && run_end_ != 0;
    setup.loop = number;
    const std::unique_ptr<Workload> workload = make_workload(job_, setup);
    worker_.pass_bytes_.store(workload->total_bytes(), std::memory_order_relaxed);

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
    loop.ramp_end = ramp_over_ ? 0 : ramp_end_;
    loop.run_end = run_end_;
    if (recorder_setup_.windows)
        loop.window = Nanos(static_cast<std::int64_t>(job_.bwavgtime) * 1'000'000);
    loop.ramp_over = [this] {
        ramp_over_ = true;
        runtime_ = {};
        usage_at_start_ = ThreadUsage::now();
    };
    LoopOutcome outcome = engine_->run(loop);
    runtime_ += Nanos(static_cast<std::int64_t>(loop.clock.to_nanos(loop.end - loop.begin)));
    const bool finished = outcome.end == LoopOutcome::End::done;
    report(std::move(outcome));
    return finished && number + 1 < job_.loops && !stopped();
}

void Session::report(LoopOutcome outcome) {
    if (outcome.end == LoopOutcome::End::error)
        worker_.report_error(outcome.error, "io", outcome.error_text);
}

void Session::between_passes() {
    if (entry_.traits.diskless || entry_.traits.own_files || !job_.invalidate) return;
    for (const File& file : files_) invalidate_cache(file);
}

void Session::flush() {
    if (!job_.access.write || !(job_.end_fsync || job_.fsync_on_close)) return;
    worker_.set_phase(Phase::flushing);
    const Nanos begin = monotonic_now();
    for (const File& file : files_) {
        if (file.fd < 0 || !file.written) continue;
        if (::fsync(file.fd) != 0)
            worker_.report_error(errno, "fsync", file.path + ": fsync: " + errno_text(errno));
    }
    runtime_ += monotonic_now() - begin;
}

void Session::close_all() {
    if (entry_.traits.own_files) return;
    for (File& file : files_) {
        const int failed = -engine_->close(file);
        if (failed != 0)
            worker_.report_error(failed, "close", file.path + ": close: " + errno_text(failed));
        if (job_.unlink && file.type == FileType::regular && !entry_.traits.diskless)
            ::unlink(file.path.c_str());
    }
    worker_.open_files_.store(0, std::memory_order_relaxed);
}

}  // namespace fathom
