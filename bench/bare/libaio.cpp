// libaio: `depth` reads in flight, submitted and reaped in batches.
#include <cerrno>
#include <vector>

#include <libaio.h>

#include "bare/bare.h"

namespace bare {

Outcome run_libaio(const Settings& settings) {
    const int fd = open_file(settings);
    std::byte* const buffers = make_buffers(settings.depth);
    io_context_t context = nullptr;
    check(io_setup(static_cast<int>(settings.depth), &context), "io_setup");
    std::vector<iocb> slots(settings.depth);
    std::vector<iocb*> free(settings.depth);
    for (unsigned i = 0; i < settings.depth; ++i) free[i] = &slots[i];
    unsigned free_count = settings.depth;
    std::vector<io_event> events(settings.depth);
    fathom::Random random(1);
    const auto batch = static_cast<long>(settings.batch);

    return repeat(settings.seconds, 1024, [&](unsigned n) {
        for (unsigned done = 0; done < n; done += settings.batch) {
            free_count -= settings.batch;
            iocb** const queued = &free[free_count];
            for (unsigned i = 0; i < settings.batch; ++i) {
                const auto slot = static_cast<std::size_t>(queued[i] - slots.data());
                const auto offset = static_cast<long long>(random.below(settings.blocks) * block);
                io_prep_pread(queued[i], fd, buffers + slot * block, block, offset);
            }
            if (io_submit(context, batch, queued) != batch) check(-EIO, "io_submit");
            if (free_count >= settings.batch) continue;
            const long got = check(io_getevents(context, batch, static_cast<long>(settings.depth),
                                                events.data(), nullptr),
                                   "io_getevents");
            for (long i = 0; i < got; ++i) {
                const io_event& event = events[static_cast<std::size_t>(i)];
                if (event.res != block) check(-EIO, "read");
                free[free_count++] = event.obj;
            }
        }
    });
}

}  // namespace bare
