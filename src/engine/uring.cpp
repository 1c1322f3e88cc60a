#include "engine/uring.h"

namespace fathom {

int Uring::set_up(const Wish& wish) {
    unsigned wanted = 0;
    if (wish.polled) wanted |= IORING_SETUP_IOPOLL;
    if (wish.poll_thread) wanted |= IORING_SETUP_SQPOLL;
    if (wish.poll_cpu) wanted |= IORING_SETUP_SQ_AFF;
    const unsigned deferred = IORING_SETUP_SINGLE_ISSUER | IORING_SETUP_DEFER_TASKRUN;
    const unsigned cooperative = IORING_SETUP_COOP_TASKRUN;
    const unsigned with_thread[] = {IORING_SETUP_SINGLE_ISSUER, 0U};
    const unsigned without[] = {deferred, cooperative, 0U};
    const std::span<const unsigned> extras = wish.poll_thread
                                                 ? std::span<const unsigned>(with_thread)
                                                 : std::span<const unsigned>(without);
    int failed = 0;
    for (const unsigned extra : extras) {
        io_uring_params params{};
        params.flags = wanted | extra;
        params.sq_thread_cpu = wish.poll_cpu.value_or(0);
        failed = -io_uring_queue_init_params(wish.depth, &ring_, &params);
        if (failed == 0) {
            works_on_entry_ = wish.polled || extra == deferred;
            entries_ = params.sq_entries;
            break;
        }
        if (failed != EINVAL) break;
    }
    if (failed != 0) return failed;
    poll_thread_ = wish.poll_thread;
    sqes_ = ring_.sq.sqes;
    mask_ = entries_ - 1;
    cq_mask_ = ring_.cq.ring_mask;
    for (unsigned i = 0; i < entries_; ++i) ring_.sq.array[i] = i;
    // A descriptor looked up once, not at every call. Kernels before 5.18 lack it: no matter.
    if (io_uring_register_ring_fd(&ring_) == 1) enter_flags_ = IORING_ENTER_REGISTERED_RING;
    return 0;
}

}  // namespace fathom
