// The two rings of io_uring, filled and emptied by hand: entries are handed over once per batch,
// and completions that are there already cost no system call. Used by io_uring.cpp; knows slots,
// but nothing of files or requests.
#pragma once

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <optional>
#include <span>

#include <liburing.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "engine/slot.h"

namespace fathom {

class Uring {
  public:
    struct Wish {
        unsigned depth = 1;
        bool polled = false;       ///< completions are polled for (hipri)
        bool poll_thread = false;  ///< a kernel thread takes the entries (sqthread_poll)
        std::optional<unsigned> poll_cpu = {};
    };

    Uring() = default;
    ~Uring() {
        if (entries_ != 0) io_uring_queue_exit(&ring_);
    }
    Uring(const Uring&) = delete;
    Uring& operator=(const Uring&) = delete;

    /// Sets up with what the kernel offers: one submitting thread and completion work done by it
    /// (Linux 6.1), else less. 0 or an errno.
    int set_up(const Wish& wish);
    /// For the calls that register files and buffers.
    io_uring* raw() { return &ring_; }

    /// Only a poll thread can be behind; without one, entries are taken as they are handed over.
    [[nodiscard]] bool full() const {
        return poll_thread_ && tail_ - load_acquire(ring_.sq.khead) >= entries_;
    }
    /// The next free entry, which still holds what it held before.
    io_uring_sqe& next_entry() { return sqes_[tail_++ & mask_]; }
    [[nodiscard]] unsigned queued() const { return tail_ - submitted_; }

    /// Hands over what is queued: how many the kernel took, or -errno.
    int submit() {
        const unsigned count = queued();
        store_release(ring_.sq.ktail, tail_);
        int taken = static_cast<int>(count);
        if (poll_thread_) {
            wake_poll_thread();
        } else {
            taken = enter(count, 0, 0);
            if (taken < 0) return taken;
        }
        submitted_ += static_cast<unsigned>(taken);
        return taken;
    }

    /// Completions that are in the ring; their number.
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

    /// At least `min` completions (but for errors); their number, or -errno.
    int reap(unsigned min, std::span<Completion> out) {
        unsigned got = peek(out);
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

    /// A completion, or none within about `longest`; at once where the kernel knows no time limit
    /// for this ring.
    int reap_for(Nanos longest, std::span<Completion> out) {
        if (ring_polled() || (ring_.features & IORING_FEAT_EXT_ARG) == 0) return reap(0, out);
        const unsigned got = peek(out);
        if (got != 0) return static_cast<int>(got);
        __kernel_timespec limit{longest.count() / 1'000'000'000, longest.count() % 1'000'000'000};
        io_uring_getevents_arg argument{};
        argument.ts = reinterpret_cast<std::uint64_t>(&limit);
        ::syscall(__NR_io_uring_enter, ring_.enter_ring_fd, 0, 1,
                  IORING_ENTER_GETEVENTS | IORING_ENTER_EXT_ARG | enter_flags_, &argument,
                  sizeof argument);
        return static_cast<int>(peek(out));
    }

  private:
    [[nodiscard]] bool ring_polled() const { return (ring_.flags & IORING_SETUP_IOPOLL) != 0; }
    template <class T>
    static T load_acquire(T* place) {
        return std::atomic_ref<T>(*place).load(std::memory_order_acquire);
    }
    template <class T>
    static void store_release(T* place, T value) {
        std::atomic_ref<T>(*place).store(value, std::memory_order_release);
    }

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

    /// With a polling kernel thread an I/O is often back before a system call would be.
    unsigned spin(unsigned min, std::span<Completion> out) {
        unsigned got = 0;
        for (unsigned i = 0; i < spins && got < min; ++i) got += peek(out.subspan(got));
        return got;
    }

    static constexpr unsigned spins = 2000;

    io_uring ring_{};
    io_uring_sqe* sqes_ = nullptr;
    unsigned mask_ = 0;
    unsigned cq_mask_ = 0;
    unsigned entries_ = 0;  ///< 0: not set up
    unsigned enter_flags_ = 0;
    unsigned tail_ = 0;       ///< entries filled
    unsigned submitted_ = 0;  ///< entries handed over
    bool poll_thread_ = false;
    bool works_on_entry_ = false;  ///< completions may need an entry into the kernel to show
};

}  // namespace fathom
