// io_uring: requests become entries of the rings in uring.h, with the buffers and files registered
// or not, vectored or not, as the options say.
#include <algorithm>
#include <cerrno>
#include <vector>

#include "engine/command_priority.h"
#include "engine/done_at_once.h"
#include "engine/drive.h"
#include "engine/posix_files.h"
#include "engine/rw_flags.h"
#include "engine/uring.h"

namespace fathom {

namespace {

constexpr unsigned most_entries = 32768;
constexpr std::size_t most_registered = std::size_t{1} << 30;  ///< bytes of one registered buffer

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

    void open(File& file);
    int close(File& file);
    void files_ready();

    bool queue(Slot& slot) {
        if (slot.request.op > Op::write) [[unlikely]]
            return queue_other(slot);
        if (ring_.full()) [[unlikely]]
            return false;
        prepare(slot);
        return true;
    }

    int commit() {
        const int at_once = at_once_.hand_over();
        if (ring_.queued() == 0) return at_once;
        const int taken = ring_.submit();
        if (taken >= 0) return at_once + taken;
        if (at_once != 0) return at_once;
        return taken == -EBUSY ? -EAGAIN : taken;
    }

    int reap(unsigned min, std::span<Completion> out) {
        const auto got = static_cast<unsigned>(at_once_.take(out));
        if (got == 0) [[likely]]
            return ring_.reap(min, out);
        const int more = ring_.reap(min > got ? min - got : 0, out.subspan(got));
        return static_cast<int>(got) + std::max(more, 0);
    }

    int reap_for(Nanos longest, std::span<Completion> out) { return ring_.reap_for(longest, out); }

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

    /// A read or write of what remains of the slot's request.
    void prepare(Slot& slot) {
        const Request& r = slot.request;
        const bool write = r.op == Op::write;
        io_uring_sqe& sqe = ring_.next_entry();
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

    Uring ring_;
    DoneAtOnce at_once_;
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
    bool special_ = false;  ///< adjust() has something to do
    unsigned force_async_;  ///< every so many requests
    unsigned until_async_ = 0;
    std::size_t slots_per_buffer_ = 0;
    std::vector<iovec> pieces_;  ///< one per slot, for vectored requests
};

IoUring::IoUring(const EngineContext& context)
    : PosixFiles(context),
      at_once_(context.slots.size()),
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
    if (fixed_buffers_) register_buffers(context);
    if (vectored_) {
        opcodes_[0] = IORING_OP_READV;
        opcodes_[1] = IORING_OP_WRITEV;
        pieces_.resize(context.slots.size());
    }
    until_async_ = force_async_;
    special_ = vectored_ || force_async_ != 0 || slots_per_buffer_ != 0 || priority_.active();
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
    Uring::Wish wish{.depth = static_cast<unsigned>(std::max<std::size_t>(context.slots.size(), 1)),
                     .polled = polled_,
                     .poll_thread = poll_thread_};
    if (poll_thread_ && options.has("sqthread_poll_cpu"))
        wish.poll_cpu = static_cast<unsigned>(options.number("sqthread_poll_cpu", 0));
    const int failed = ring_.set_up(wish);
    if (failed != 0) setup_failed(failed, context.job, wish.depth, options);
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
    const int failed = -io_uring_register_buffers(ring_.raw(), buffers.data(),
                                                  static_cast<unsigned>(buffers.size()));
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
        ring_.raw(), static_cast<unsigned>(file_number(file)), &file.fd, 1);
    if (result < 0) throw system_error("registerfiles: " + file.path, -result);
}

int IoUring::close(File& file) {
    if (registered_files_ && file.fd >= 0) {
        // The ring's own reference would keep the file open, and hide errors of the close.
        int none = -1;
        io_uring_register_files_update(ring_.raw(), static_cast<unsigned>(file_number(file)), &none,
                                       1);
    }
    return PosixFiles::close(file);
}

void IoUring::files_ready() {
    if (!wants_files_ || registered_files_ || files_.empty()) return;
    std::vector<int> descriptors;
    descriptors.reserve(files_.size());
    for (const File& file : files_) descriptors.push_back(file.fd);
    const int failed = -io_uring_register_files(ring_.raw(), descriptors.data(),
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
        if (ring_.full()) return false;
        prepare_sync(slot);
        return true;
    }
    if (ring_.queued() != 0) return false;
    File& file = files_[slot.request.file];
    const std::int64_t result =
        slot.request.op == Op::trim ? trim(slot.request, file) : sync(slot.request, file);
    at_once_.add(slot, result);
    return true;
}

void IoUring::prepare_sync(Slot& slot) {
    const Request& r = slot.request;
    io_uring_sqe& sqe = ring_.next_entry();
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

std::vector<OptionRow> uring_rows() {
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

REGISTER_ENGINE(IoUring, "io_uring", "Linux io_uring, many at a time", uring_rows());

}  // namespace

}  // namespace fathom
