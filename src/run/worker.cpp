#include "run/worker.h"

#include <algorithm>
#include <cerrno>
#include <new>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

#include <sched.h>
#include <unistd.h>

#include "base/debug.h"
#include "run/session.h"

namespace fathom {

namespace {

// A worker's frames are shallow and its buffers are elsewhere; small stacks let thousands start.
constexpr std::size_t stack_size = std::size_t{256} << 10;

/// With a table of its own the kernel takes no reference on a file per call.
void take_own_file_table() {
#if !defined(__SANITIZE_THREAD__)  // it takes equal numbers in two tables for one descriptor
    if (::unshare(CLONE_FILES) != 0) throw system_error("cannot have an own file table", errno);
#endif
}

}  // namespace

Worker::Worker(const WorkerSetup& setup)
    : setup_(setup), result_(empty_result(setup.job, setup.who, setup.engine)) {}

Worker::~Worker() {
    join();
}

void Worker::give_files(FileSet files, bool lay_out_first) {
    files_ = std::move(files);
    lay_out_first_ = lay_out_first;
    total_bytes_ = files_.pass_bytes() * std::max(setup_.job.loops, 1U);
}

int Worker::start(std::shared_ptr<std::latch> together) {
    together_ = std::move(together);
    set_phase(Phase::setting_up);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, stack_size);
    const int error = pthread_create(&thread_, &attributes, thread_main, this);
    pthread_attr_destroy(&attributes);
    if (error != 0) {
        together_->count_down();
        keep_error(error, "start", "cannot make a thread: " + errno_text(error));
        set_phase(Phase::ended);
        setup_.mailbox.ring();
        return error;
    }
    joinable_ = true;
    return 0;
}

void Worker::join() {
    if (!joinable_) return;
    pthread_join(thread_, nullptr);
    joinable_ = false;
}

void Worker::fail(int error, const std::string& function, const std::string& text) {
    report_error(error, function, text);
    set_phase(Phase::ended);
    setup_.mailbox.ring();
}

std::optional<Nanos> Worker::started() const {
    const std::int64_t at = started_.load(std::memory_order_acquire);
    return at == 0 ? std::nullopt : std::optional(Nanos(at));
}

JobResult Worker::result_so_far() const {
    // In between, the result is the thread's.
    const Phase now = phase();
    if (now == Phase::waiting || now == Phase::ended) return result_;
    std::optional<JobResult> latest = snapshot_.latest();
    return latest ? *std::move(latest) : empty_result(setup_.job, setup_.who, setup_.engine);
}

WorkerView Worker::view() const {
    WorkerView view;
    view.job = &setup_.job;
    view.stage = setup_.who.stage;
    view.phase = phase();
    view.failed = failed();
    view.started = started();
    view.open_files = open_files_.load(std::memory_order_relaxed);
    view.total_bytes = total_bytes_.load(std::memory_order_relaxed);
    for (const Direction d : all_directions) {
        view.ios[d] = progress_.ios[index_of(d)].load(std::memory_order_relaxed);
        view.bytes[d] = progress_.bytes[index_of(d)].load(std::memory_order_relaxed);
    }
    return view;
}

void Worker::set_phase(Phase phase) {
    if (debugging(Topic::process)) {
        debug(Topic::process, "{} {}: {} -> {}", setup_.job.name, setup_.who.number + 1,
              name_of(phase_.load(std::memory_order_relaxed)), name_of(phase));
    }
    phase_.store(phase, std::memory_order_release);
}

bool Worker::keep_error(int error, const std::string& function, const std::string& text) {
    if (result_.error != 0) return false;
    result_.error = error;
    result_.error_text = text;
    result_.error_function = function;
    failed_.store(true, std::memory_order_relaxed);
    return true;
}

void Worker::report_error(int error, const std::string& function, const std::string& text) {
    if (!keep_error(error, function, text)) return;
    const std::string& program = setup_.options.program;
    std::vector<std::string> lines;
    std::istringstream each(text);
    for (std::string line; std::getline(each, line);) lines.push_back(program + ": " + line);
    lines.push_back(program + ": pid=" + std::to_string(result_.pid) +
                    ", err=" + std::to_string(error) + "/file:" + setup_.engine.name +
                    ", func=" + function + ", error=" + errno_text(error));
    setup_.mailbox.failure({setup_.job.name, function, error}, lines);
}

void* Worker::thread_main(void* self) {
    static_cast<Worker*>(self)->run();
    return nullptr;
}

void Worker::run() {
    result_.pid = static_cast<std::uint32_t>(::gettid());
    debug_this_is_worker(setup_.who.number + 1);
    debug(Topic::process, "{} {}: the thread has begun", setup_.job.name, setup_.who.number + 1);
    debug(Topic::random, "rand_seeds[{}]={}", setup_.who.number, setup_.seed);
    bool arrived = false;
    try {
        if (!setup_.engine.traits.shared_files) take_own_file_table();
        Session session(*this);
        session.prepare();
        set_phase(Phase::ready);
        arrived = true;
        debug(Topic::mutex, "waits until all of its batch are ready");
        together_->arrive_and_wait();
        debug(Topic::mutex, "all of its batch are ready");
        session.work();
    } catch (const Error& error) {
        report_error(error.code(), "setup", error.what());
    } catch (const std::bad_alloc&) {
        report_error(ENOMEM, "setup", "no memory for the job's buffers");
    }
    if (!arrived) together_->count_down();
    set_phase(Phase::ended);
    setup_.mailbox.ring();
}

}  // namespace fathom
