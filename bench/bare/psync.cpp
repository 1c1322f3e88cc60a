// pread of a random block, one after another.
#include <unistd.h>

#include "bare/bare.h"

namespace bare {

Outcome run_psync(const Settings& settings) {
    const int fd = open_file(settings);
    std::byte* const buffer = make_buffers(1);
    fathom::Random random(1);
    return repeat(settings.seconds, 1024, [&](unsigned n) {
        for (unsigned i = 0; i < n; ++i) {
            const auto offset = static_cast<off_t>(random.below(settings.blocks) * block);
            check(pread(fd, buffer, block, offset), "pread");
        }
    });
}

}  // namespace bare
