// io_uring: the submission ring is filled by hand and handed over once per batch; completions that
// are already in the ring cost no system call. Rings are set up with what the kernel offers: one
// submitting thread and completion work done by it (Linux 6.1), else less.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <vector>

#include <liburing.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/command_priority.h"
#include "engine/drive.h"
#include "engine/posix_files.h"
#include "engine/rw_flags.h"

namespace fathom {

namespace {

constexpr unsigned most_entries = 32768;
constexpr std::size_t most_registered = std::size_t{1} << 30;  ///< bytes of one registered buffer

template <class T>
T load_acquire(T* place) {
    return std::atomic_ref<T>(*place).load(std::memory_order_acquire);
}
template <class T>
void store_release(T* place, T value) {
    std::atomic_ref<T>(*place).store(value, std::memory_order_release);
}

class IoUring : public PosixFiles {
  public:
    static constexpr EngineTraits traits{.atomic_writes = true};

    static void check(const Job& job) {
        const CommandPriority checked(job);
        const EngineOptions options(job);
        if (!options.on("hipri") || job.direct) return;
        throw Error("hipri: io_uring polls the device for completions, which needs direct=1",
                    options.origin("hipri"));
    }

    explicit IoUring(const EngineContext& context);
    ~IoUring() { io_uring_queue_exit(&ring_); }
    IoUring(const IoUring&) = delete;
    IoUring& operator=(const IoUring&) = delete;

    void open(File& file);
    int close(File& file);
    void files_ready();

    bool queue(Slot& slot) {
        if (slot.request.op > Op::write) [[unlikely]]
            return queue_other(slot);
        if (poll_thread_ && full()) [[unlikely]]
            return false;
        prepare(slot);
        return true;
    }

    int commit() {
        const unsigned count = tail_ - submitted_;
        const auto at_once = static_cast<int>(at_once_);
        if (count == 0) {
            at_once_ = 0;
            return at_once;
        }
        store_release(ring_.sq.ktail, tail_);
        int taken = static_cast<int>(count);
        if (poll_thread_) {
            wake_poll_thread();
        } else {
            taken = enter(count, 0, 0);
            if (taken < 0) {
                if (at_once_ == 0) return taken == -EBUSY ? -EAGAIN : taken;
                taken = 0;
            }
        }
        at_once_ = 0;
        submitted_ += static_cast<unsigned>(taken);
        return at_once + taken;
    }

    int reap(unsigned min, std::span<Completion> out) {
        auto got = static_cast<unsigned>(take_done(out));
        got += peek(out.subspan(got));
        if (got == 0 && min == 0 && works_on_entry_) {
            const int result = enter(0, 0, IORING_ENTER_GETEVENTS);
            if (result < 0 && result != -EBUSY) return result;
            return static_cast<int>(peek(out));
        }
        if (got < min && poll_thread_) got += spin(min - got, out.subspan(got));
        while (got < min) {
            const int result = enter(0, min - got, IORING_ENTER_GETEVENTS);
            got += peek(out.subspan(got));
            if (result < 0 && got == 0 && result != -EBUSY) return result;
            if (result < 0) break;
        }
        return static_cast<int>(got);
    }

    [[nodiscard]] bool again_is_final() const { return flags_.nowait(); }
    [[nodiscard]] std::string explain(int error) const {
        if (polled_ && (error == EOPNOTSUPP || error == EINVAL))
            return " (hipri: the file or device cannot be polled for completions)";
        return flags_.explain(error);
    }

  private:
    void set_up(const EngineContext& context, const EngineOptions& options);
    void register_buffers(const EngineContext& context);
    int file_number(const File& file) const { return static_cast<int>(&file - files_.data()); }

    [[nodiscard]] bool full() const { return tail_ - load_acquire(ring_.sq.khead) >= entries_; }

    io_uring_sqe& next_entry() { return sqes_[tail_++ & mask_]; }

    /// A read or write of what remains of the slot's request.
    void prepare(Slot& slot) {
        const Request& r = slot.request;
        const bool write = r.op == Op::write;
        io_uring_sqe& sqe = next_entry();
        sqe.opcode = opcodes_[write ? 1 : 0];
        sqe.flags = sqe_flags_;
        sqe.ioprio = 0;
        sqe.fd = registered_files_ ? static_cast<int>(r.file) : files_[r.file].fd;
        sqe.off = slot.position();
        sqe.addr = reinterpret_cast<std::uint64_t>(slot.rest());
        sqe.len = slot.remaining();
        sqe.rw_flags = flags_.of(r.op);
        sqe.user_data = reinterpret_cast<std::uint64_t>(&slot);
        sqe.buf_index = 0;
        sqe.personality = 0;
        sqe.splice_fd_in = 0;
        sqe.addr3 = 0;
        sqe.__pad2[0] = 0;
        if (special_) [[unlikely]]
            adjust(sqe, slot);
    }

    void adjust(io_uring_sqe& sqe, Slot& slot);
    bool queue_other(Slot& slot);
    void prepare_sync(Slot& slot);

    int enter(unsigned submit, unsigned min, unsigned flags) {
        const long result = ::syscall(__NR_io_uring_enter, ring_.enter_ring_fd, submit, min,
                                      flags | enter_flags_, nullptr, 0);
        return result >= 0 ? static_cast<int>(result) : -errno;
    }

    void wake_poll_thread() {
        std::atomic_thread_fence(std::memory_order_seq_cst);
        if ((load_acquire(ring_.sq.kflags) & IORING_SQ_NEED_WAKEUP) != 0)
            enter(0, 0, IORING_ENTER_SQ_WAKEUP);
    }

    unsigned peek(std::span<Completion> out) {
        unsigned head = *ring_.cq.khead;
        const auto ready = load_acquire(ring_.cq.ktail) - head;
        const unsigned count = std::min(ready, static_cast<unsigned>(out.size()));
        if (count == 0) return 0;
        const unsigned mask = cq_mask_;
        for (unsigned i = 0; i < count; ++i) {
            const io_uring_cqe& cqe = ring_.cq.cqes[head++ & mask];
            out[i] = {reinterpret_cast<Slot*>(cqe.user_data), cqe.res};
        }
        store_release(ring_.cq.khead, head);
        return count;
    }

    /// With a polling kernel thread an I/O is often back before a system call would be.
    unsigned spin(unsigned min, std::span<Completion> out) {
        unsigned got = 0;
        for (unsigned i = 0; i < spins && got < min; ++i) got += peek(out.subspan(got));
        return got;
    }

    std::size_t take_done(std::span<Completion> out) {
        if (done_.empty()) [[likely]]
            return 0;
        const std::size_t count = std::min(done_.size(), out.size());
        std::copy_n(done_.begin(), count, out.begin());
        done_.erase(done_.begin(), done_.begin() + static_cast<std::ptrdiff_t>(count));
        return count;
    }

    static constexpr unsigned spins = 2000;

    io_uring ring_{};
    io_uring_sqe* sqes_ = nullptr;
    unsigned mask_ = 0;
    unsigned cq_mask_ = 0;
    unsigned entries_ = 0;
    unsigned enter_flags_ = 0;
    unsigned tail_ = 0;       ///< entries filled
    unsigned submitted_ = 0;  ///< entries handed over
    unsigned at_once_ = 0;    ///< requests done in queue() since the last commit
    std::vector<Completion> done_;

    std::span<File> files_;
    RwFlags flags_;
    CommandPriority priority_;
    std::uint8_t opcodes_[2] = {IORING_OP_READ, IORING_OP_WRITE};
    std::uint8_t sqe_flags_ = 0;
    bool fixed_buffers_;
    bool wants_files_;
    bool registered_files_ = false;
    bool polled_;
    bool poll_thread_;
    bool vectored_;
    bool works_on_entry_ = false;  ///< completions may need an entry into the kernel to show
    bool special_ = false;         ///< adjust() has something to do
    unsigned force_async_;         ///< every so many requests
    unsigned until_async_ = 0;
    std::size_t slots_per_buffer_ = 0;
    std::vector<iovec> pieces_;  ///< one per slot, for vectored requests
};

IoUring::IoUring(const EngineContext& context)
    : PosixFiles(context),
      files_(context.files),
      flags_(context.job),
      priority_(context.job),
      fixed_buffers_(EngineOptions(context.job).on("fixedbufs")),
      wants_files_(EngineOptions(context.job).on("registerfiles") ||
                   EngineOptions(context.job).on("sqthread_poll")),
      polled_(EngineOptions(context.job).on("hipri")),
      poll_thread_(EngineOptions(context.job).on("sqthread_poll")),
      vectored_(EngineOptions(context.job).number("nonvectored", -1) == 0 && !fixed_buffers_),
      force_async_(static_cast<unsigned>(
          std::max<std::int64_t>(EngineOptions(context.job).number("force_async", 0), 0))) {
    set_up(context, EngineOptions(context.job));
    try {
        if (fixed_buffers_) register_buffers(context);
    } catch (...) {
        io_uring_queue_exit(&ring_);
        throw;
    }
    if (vectored_) {
        opcodes_[0] = IORING_OP_READV;
        opcodes_[1] = IORING_OP_WRITEV;
        pieces_.resize(context.slots.size());
    }
    until_async_ = force_async_;
    special_ = vectored_ || force_async_ != 0 || slots_per_buffer_ != 0 || priority_.active();
    done_.reserve(context.slots.size());
}

[[noreturn]] void setup_failed(int error, const Job& job, unsigned depth,
                               const EngineOptions& options) {
    std::string hint;
    if (error == ENOSYS) {
        hint = "this kernel has no io_uring";
    } else if (error == EPERM) {
        hint = options.on("sqthread_poll")
                   ? "sqthread_poll needs privileges on this kernel, or io_uring is switched off "
                     "(sysctl kernel.io_uring_disabled)"
                   : "io_uring is switched off (sysctl kernel.io_uring_disabled, or a sandbox)";
    } else if (error == EINVAL && depth > most_entries) {
        hint = "iodepth=" + std::to_string(depth) + " is more than a ring holds (" +
               std::to_string(most_entries) + ")";
    } else if (error == EINVAL && options.has("sqthread_poll_cpu")) {
        hint = "sqthread_poll_cpu=" + options.text("sqthread_poll_cpu") +
               " is no CPU this process may use";
    } else if (error == EINVAL && options.on("hipri")) {
        hint = "hipri: this kernel's io_uring cannot poll for completions";
    } else if (error == ENOMEM) {
        hint = "raise the limit of locked memory (ulimit -l)";
    }
    throw Error("cannot set up io_uring: " + errno_text(error), job.origin, hint).with_code(error);
}

void IoUring::set_up(const EngineContext& context, const EngineOptions& options) {
    const auto depth = static_cast<unsigned>(std::max<std::size_t>(context.slots.size(), 1));
    unsigned wanted = 0;
    if (polled_) wanted |= IORING_SETUP_IOPOLL;
    const std::int64_t cpu = options.number("sqthread_poll_cpu", 0);
    if (poll_thread_) {
        wanted |= IORING_SETUP_SQPOLL;
        if (options.has("sqthread_poll_cpu")) wanted |= IORING_SETUP_SQ_AFF;
    }
    const unsigned deferred = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN;
    const unsigned cooperative = IORING_SETUP_COOP_TASKRUN;
    const unsigned with_thread[] = {IORING_SETUP_SINGLE_ISSUER, 0U};
    const unsigned without[] = {deferred, cooperative, 0U};
    const std::span<const unsigned> extras =
        poll_thread_ ? std::span<const unsigned>(with_thread) : std::span<const unsigned>(without);
    int failed = 0;
    for (const unsigned extra : extras) {
        io_uring_params params{};
        params.flags = wanted | extra;
        params.sq_thread_cpu = static_cast<unsigned>(cpu);
        failed = -io_uring_queue_init_params(depth, &ring_, &params);
        if (failed == 0) {
            works_on_entry_ = polled_ || extra == deferred;
            entries_ = params.sq_entries;
            break;
        }
        if (failed != EINVAL) break;
    }
    if (failed != 0) setup_failed(failed, context.job, depth, options);
    sqes_ = ring_.sq.sqes;
    mask_ = entries_ - 1;
    cq_mask_ = ring_.cq.ring_mask;
    for (unsigned i = 0; i < entries_; ++i) ring_.sq.array[i] = i;
    // A descriptor looked up once, not at every call. Kernels before 5.18 lack it: no matter.
    if (io_uring_register_ring_fd(&ring_) == 1) enter_flags_ = IORING_ENTER_REGISTERED_RING;
}

void IoUring::register_buffers(const EngineContext& context) {
    const std::span<Slot> slots = context.slots;
    if (slots.empty() || context.arena.empty()) return;
    // One buffer for all, or, beyond what one may be, one for as many slots as fit.
    const std::size_t each = context.arena.size() / slots.size();
    const std::size_t per_buffer = std::max<std::size_t>(most_registered / each, 1);
    std::vector<iovec> buffers;
    if (context.arena.size() <= most_registered) {
        buffers.push_back({context.arena.data(), context.arena.size()});
    } else {
        slots_per_buffer_ = per_buffer;
        for (std::size_t first = 0; first < slots.size(); first += per_buffer) {
            const std::size_t last = std::min(first + per_buffer, slots.size());
            buffers.push_back({slots[first].buffer, (last - first) * each});
        }
    }
    const int failed =
        -io_uring_register_buffers(&ring_, buffers.data(), static_cast<unsigned>(buffers.size()));
    if (failed != 0) {
        throw Error("fixedbufs: cannot register " + std::to_string(context.arena.size()) +
                        " bytes of I/O buffers: " + errno_text(failed),
                    context.job.origin,
                    failed == ENOMEM ? "raise the limit of locked memory (ulimit -l)" : "")
            .with_code(failed);
    }
    opcodes_[0] = IORING_OP_READ_FIXED;
    opcodes_[1] = IORING_OP_WRITE_FIXED;
}

void IoUring::open(File& file) {
    PosixFiles::open(file);
    if (!registered_files_) return;
    const int result = io_uring_register_files_update(
        &ring_, static_cast<unsigned>(file_number(file)), &file.fd, 1);
    if (result < 0) throw system_error("registerfiles: " + file.path, -result);
}

int IoUring::close(File& file) {
    if (registered_files_ && file.fd >= 0) {
        // The ring's own reference would keep the file open, and hide errors of the close.
        int none = -1;
        io_uring_register_files_update(&ring_, static_cast<unsigned>(file_number(file)), &none, 1);
    }
    return PosixFiles::close(file);
}

void IoUring::files_ready() {
    if (!wants_files_ || registered_files_ || files_.empty()) return;
    std::vector<int> descriptors;
    descriptors.reserve(files_.size());
    for (const File& file : files_) descriptors.push_back(file.fd);
    const int failed = -io_uring_register_files(&ring_, descriptors.data(),
                                                static_cast<unsigned>(descriptors.size()));
    if (failed != 0) {
        throw system_error(
            "registerfiles: cannot register " + std::to_string(descriptors.size()) + " files",
            failed);
    }
    registered_files_ = true;
    sqe_flags_ = IOSQE_FIXED_FILE;
}

void IoUring::adjust(io_uring_sqe& sqe, Slot& slot) {
    if (vectored_) {
        iovec& piece = pieces_[slot.index];
        piece = {slot.rest(), slot.remaining()};
        sqe.addr = reinterpret_cast<std::uint64_t>(&piece);
        sqe.len = 1;
    }
    if (slots_per_buffer_ != 0)
        sqe.buf_index = static_cast<std::uint16_t>(slot.index / slots_per_buffer_);
    if (force_async_ != 0 && --until_async_ == 0) {
        sqe.flags = static_cast<std::uint8_t>(sqe.flags | IOSQE_ASYNC);
        until_async_ = force_async_;
    }
    if (priority_.active()) sqe.ioprio = slot.priority = priority_.draw(slot.request);
}

/// Trims have no opcode, nor have syncs in a polled ring: they are done here and now, when nothing
/// queued is before them.
bool IoUring::queue_other(Slot& slot) {
    if (slot.request.op != Op::trim && !polled_) {
        if (poll_thread_ && full()) return false;
        prepare_sync(slot);
        return true;
    }
    if (tail_ != submitted_) return false;
    File& file = files_[slot.request.file];
    const std::int64_t result =
        slot.request.op == Op::trim ? trim(slot.request, file) : sync(slot.request, file);
    done_.push_back({&slot, result});
    ++at_once_;
    return true;
}

void IoUring::prepare_sync(Slot& slot) {
    const Request& r = slot.request;
    io_uring_sqe& sqe = next_entry();
    sqe = {};
    sqe.fd = registered_files_ ? static_cast<int>(r.file) : files_[r.file].fd;
    sqe.flags = sqe_flags_;
    sqe.user_data = reinterpret_cast<std::uint64_t>(&slot);
    if (r.op == Op::sync_range) {
        sqe.opcode = IORING_OP_SYNC_FILE_RANGE;
        sqe.off = r.offset;
        sqe.len = r.length;
        sqe.sync_range_flags = job_.sync_file_range.flags;
    } else {
        sqe.opcode = IORING_OP_FSYNC;
        sqe.fsync_flags = r.op == Op::fdatasync ? IORING_FSYNC_DATASYNC : 0;
    }
}

std::vector<OptionRow> option_rows() {
    std::vector<OptionRow> rows = {
        flag_row("hipri", "poll for completions"),
        flag_row("fixedbufs", "register the I/O buffers with the kernel before starting"),
        flag_row("registerfiles", "register the files with the kernel before starting"),
        flag_row("sqthread_poll", "let a kernel thread pick up and complete the I/Os"),
        number_row("sqthread_poll_cpu", "the CPU of that thread"),
        number_row("nonvectored", "use commands without an I/O vector (-1: where there are)", "-1"),
        number_row("uncached", "drop the pages from the cache after the I/O (RWF_DONTCACHE)", "0"),
        switch_row("nowait", "fail with EAGAIN rather than wait (RWF_NOWAIT)"),
        number_row("force_async", "have every N-th request done by a worker thread", "0"),
    };
    for (OptionRow& row : CommandPriority::rows()) rows.push_back(std::move(row));
    return rows;
}

REGISTER_ENGINE(IoUring, "io_uring", "Linux io_uring, many at a time", option_rows());

}  // namespace

}  // namespace fathom
