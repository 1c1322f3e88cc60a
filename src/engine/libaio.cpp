// libaio: the kernel's older asynchronous interface, by its system calls. Truly asynchronous with
// direct I/O only; buffered transfers are done while they are submitted.
#include <algorithm>
#include <atomic>
#include <cerrno>
#include <vector>

#include <linux/aio_abi.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/command_priority.h"
#include "engine/done_at_once.h"
#include "engine/drive.h"
#include "engine/posix_files.h"
#include "engine/rw_flags.h"

namespace fathom {

namespace {

long result_of(long returned) {
    return returned >= 0 ? returned : -errno;
}

/// The completion ring the kernel maps at the context's address; part of its ABI for long.
struct AioRing {
    unsigned id;
    unsigned nr;
    unsigned head;
    unsigned tail;
    unsigned magic;
    unsigned compat_features;
    unsigned incompat_features;
    unsigned header_length;
};  // then the io_events
constexpr unsigned ring_magic = 0xa10a10a1;

class Libaio : public PosixFiles {
  public:
    static constexpr EngineTraits traits{.atomic_writes = true};

    static void check(const Job& job) { const CommandPriority checked(job); }

    explicit Libaio(const EngineContext& context)
        : PosixFiles(context),
          files_(context.files),
          flags_(context.job),
          priority_(context.job),
          blocks_(context.slots.size()),
          events_(context.slots.size()),
          at_once_(context.slots.size()) {
        pending_.reserve(context.slots.size());
        set_up(std::max<std::size_t>(context.slots.size(), 1));
        if (EngineOptions(context.job).on("userspace_reap")) {
            auto* ring = reinterpret_cast<AioRing*>(context_);
            if (ring->magic == ring_magic && ring->incompat_features == 0) ring_ = ring;
        }
    }
    ~Libaio() { ::syscall(SYS_io_destroy, context_); }
    Libaio(const Libaio&) = delete;
    Libaio& operator=(const Libaio&) = delete;

    bool queue(Slot& slot) {
        if (slot.request.op > Op::write && !has_command(slot.request.op)) [[unlikely]]
            return do_at_once(slot);
        iocb& block = blocks_[slot.index];
        fill(block, slot);
        pending_.push_back(&block);
        return true;
    }

    int commit() {
        const int at_once = at_once_.hand_over();
        if (pending_.empty()) return at_once;
        const long taken = result_of(::syscall(
            SYS_io_submit, context_, static_cast<long>(pending_.size()), pending_.data()));
        if (taken < 0) return at_once != 0 ? at_once : static_cast<int>(taken);
        if (taken == static_cast<long>(pending_.size())) {
            pending_.clear();
        } else {
            pending_.erase(pending_.begin(), pending_.begin() + taken);
        }
        return at_once + static_cast<int>(taken);
    }

    int reap(unsigned min, std::span<Completion> out) { return reap(min, out, nullptr); }

    int reap_for(Nanos longest, std::span<Completion> out) {
        timespec limit{longest.count() / 1'000'000'000, longest.count() % 1'000'000'000};
        return reap(1, out, &limit);
    }

    [[nodiscard]] bool again_is_final() const { return flags_.nowait(); }
    [[nodiscard]] std::string explain(int error) const { return flags_.explain(error); }

  private:
    int reap(unsigned min, std::span<Completion> out, timespec* limit) {
        std::size_t got = at_once_.take(out);
        if (ring_ != nullptr) got += read_ring(out.subspan(got));
        if (got >= std::max(min, 1U) || got == out.size()) return static_cast<int>(got);
        const auto least = static_cast<long>(min > got ? min - got : 0);
        const auto most = static_cast<long>(std::min(out.size() - got, events_.size()));
        const long more =
            result_of(::syscall(SYS_io_getevents, context_, least, most, events_.data(), limit));
        if (more < 0) return got != 0 ? static_cast<int>(got) : static_cast<int>(more);
        for (long i = 0; i < more; ++i)
            out[got++] = completion_of(events_[static_cast<std::size_t>(i)]);
        return static_cast<int>(got);
    }

    void set_up(std::size_t depth) {
        if (::syscall(SYS_io_setup, static_cast<unsigned>(depth), &context_) == 0) return;
        const int error = errno;
        std::string hint;
        if (error == EAGAIN) hint = "raise sysctl fs.aio-max-nr, or lower iodepth or numjobs";
        if (error == ENOSYS) hint = "this kernel has no asynchronous I/O (CONFIG_AIO)";
        throw Error(
            "cannot set up libaio for iodepth=" + std::to_string(depth) + ": " + errno_text(error),
            job_.origin, hint)
            .with_code(error);
    }

    static bool has_command(Op op) { return op == Op::fsync || op == Op::fdatasync; }

    void fill(iocb& block, Slot& slot) {
        const Request& r = slot.request;
        block = {};
        block.aio_data = reinterpret_cast<std::uint64_t>(&slot);
        block.aio_fildes = static_cast<std::uint32_t>(files_[r.file].fd);
        if (r.op > Op::write) [[unlikely]] {
            block.aio_lio_opcode = r.op == Op::fsync ? IOCB_CMD_FSYNC : IOCB_CMD_FDSYNC;
            return;
        }
        block.aio_lio_opcode = r.op == Op::write ? IOCB_CMD_PWRITE : IOCB_CMD_PREAD;
        block.aio_buf = reinterpret_cast<std::uint64_t>(slot.rest());
        block.aio_nbytes = slot.remaining();
        block.aio_offset = static_cast<std::int64_t>(slot.position());
        block.aio_rw_flags = flags_.of(r.op);
        if (priority_.active()) [[unlikely]] {
            slot.priority = priority_.draw(r);
            block.aio_reqprio = static_cast<std::int16_t>(slot.priority);
            if (block.aio_reqprio != 0) block.aio_flags |= IOCB_FLAG_IOPRIO;
        }
    }

    /// What the interface has no command for, when nothing queued is before it.
    bool do_at_once(Slot& slot) {
        if (!pending_.empty()) return false;
        File& file = files_[slot.request.file];
        at_once_.add(slot, slot.request.op == Op::trim ? trim(slot.request, file)
                                                       : sync(slot.request, file));
        return true;
    }

    static Completion completion_of(const io_event& event) {
        return {reinterpret_cast<Slot*>(event.data), event.res};
    }

    std::size_t read_ring(std::span<Completion> out) {
        std::size_t got = 0;
        const auto* events = reinterpret_cast<const io_event*>(ring_ + 1);
        unsigned head = ring_->head;
        const unsigned tail = std::atomic_ref(ring_->tail).load(std::memory_order_acquire);
        while (head != tail && got < out.size()) {
            out[got++] = completion_of(events[head]);
            if (++head == ring_->nr) head = 0;
        }
        std::atomic_ref(ring_->head).store(head, std::memory_order_release);
        return got;
    }

    aio_context_t context_ = 0;
    AioRing* ring_ = nullptr;  ///< read without a system call (userspace_reap)
    std::span<File> files_;
    RwFlags flags_;
    CommandPriority priority_;
    std::vector<iocb> blocks_;  ///< one per slot
    std::vector<io_event> events_;
    std::vector<iocb*> pending_;
    DoneAtOnce at_once_;
};

std::vector<OptionRow> libaio_rows() {
    std::vector<OptionRow> rows = {
        flag_row("userspace_reap", "read completions from the ring without a system call"),
        switch_row("nowait", "fail with EAGAIN rather than wait (RWF_NOWAIT)"),
    };
    for (OptionRow& row : CommandPriority::rows()) rows.push_back(std::move(row));
    return rows;
}

REGISTER_ENGINE(Libaio, "libaio", "Linux native asynchronous I/O, many at a time", libaio_rows());

}  // namespace

}  // namespace fathom
