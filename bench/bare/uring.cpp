// io_uring: `depth` reads in flight, submitted and reaped in batches; plain, or with registered
// buffers and file. The ring belongs to one thread that also runs its deferred work.
#include <vector>

#include <liburing.h>

#include "bare/bare.h"

namespace bare {

namespace {

void make_ring(io_uring& ring, unsigned depth) {
    constexpr unsigned single_issuer = 1U << 12;
    constexpr unsigned defer_taskrun = 1U << 13;
    io_uring_params params{};
    params.flags = single_issuer | defer_taskrun;
    if (io_uring_queue_init_params(depth, &ring, &params) == 0) return;
    params = {};
    check(io_uring_queue_init_params(depth, &ring, &params), "io_uring_setup");
}

template <bool fixed>
Outcome run(const Settings& settings) {
    const int fd = open_file(settings);
    std::byte* const buffers = make_buffers(settings.depth);
    io_uring ring{};
    make_ring(ring, settings.depth);
    if constexpr (fixed) {
        std::vector<iovec> pieces;
        for (unsigned i = 0; i < settings.depth; ++i)
            pieces.push_back({buffers + i * block, block});
        check(io_uring_register_buffers(&ring, pieces.data(), settings.depth), "register buffers");
        check(io_uring_register_files(&ring, &fd, 1), "register files");
    }
    std::vector<unsigned> free(settings.depth);
    for (unsigned i = 0; i < settings.depth; ++i) free[i] = i;
    unsigned free_count = settings.depth;
    fathom::Random random(1);

    const auto queue = [&] {
        io_uring_sqe* const sqe = io_uring_get_sqe(&ring);
        const unsigned slot = free[--free_count];
        const std::uint64_t offset = random.below(settings.blocks) * block;
        std::byte* const buffer = buffers + slot * block;
        if constexpr (fixed) {
            io_uring_prep_read_fixed(sqe, 0, buffer, block, offset, static_cast<int>(slot));
            sqe->flags |= IOSQE_FIXED_FILE;
        } else {
            io_uring_prep_read(sqe, fd, buffer, block, offset);
        }
        sqe->user_data = slot;
    };
    const auto reap = [&] {
        io_uring_cqe* cqe = nullptr;
        unsigned head = 0;
        unsigned seen = 0;
        io_uring_for_each_cqe(&ring, head, cqe) {
            if (cqe->res != static_cast<int>(block)) check(cqe->res < 0 ? cqe->res : -EIO, "read");
            free[free_count++] = static_cast<unsigned>(cqe->user_data);
            ++seen;
        }
        io_uring_cq_advance(&ring, seen);
    };
    return repeat(settings.seconds, 1024, [&](unsigned n) {
        for (unsigned done = 0; done < n; done += settings.batch) {
            for (unsigned i = 0; i < settings.batch; ++i) queue();
            // Wait only when the next batch would not fit.
            const unsigned wait = free_count < settings.batch ? settings.batch : 0;
            check(io_uring_submit_and_wait(&ring, wait), "io_uring_enter");
            reap();
        }
    });
}

}  // namespace

Outcome run_uring(const Settings& settings) {
    return run<false>(settings);
}
Outcome run_uring_fixed(const Settings& settings) {
    return run<true>(settings);
}

}  // namespace bare
