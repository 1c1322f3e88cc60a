#include "engine/drive.h"

#include <cerrno>

#include <fcntl.h>
#include <linux/fs.h>
#include <sys/ioctl.h>

namespace fathom {

namespace detail {

namespace {

/// A device that has been taken away keeps its open descriptors, and answers all sorts of errors.
bool is_gone(const File& file) {
    if (file.type != FileType::block || file.fd < 0) return false;
    std::uint64_t bytes = 0;
    return ::ioctl(file.fd, BLKGETSIZE64, &bytes) != 0 || bytes == 0;
}

}  // namespace

LoopOutcome failed(int error, const Request& request, const File& file) {
    LoopOutcome outcome;
    outcome.end = LoopOutcome::End::error;
    outcome.error = error;
    const char* what = request.op == Op::read    ? "read"
                       : request.op == Op::write ? "write"
                       : request.op == Op::trim  ? "trim"
                                                 : "sync";
    outcome.error_text = "io_u error on file " + file.path + ": " + errno_text(error) + ": " +
                         what + " offset=" + std::to_string(request.offset) +
                         ", buflen=" + std::to_string(request.length);
    if (error == EINVAL && moves_data(request.op) && file.fd >= 0 &&
        (::fcntl(file.fd, F_GETFL) & O_DIRECT) != 0) {
        outcome.error_text +=
            " (direct I/O takes whole sectors of the device: look at bs=, offset= and "
            "iomem_align=, or "
            "set direct=0)";
    }
    if (is_gone(file)) outcome.error_text += " (the device is gone: it has no size any more)";
    return outcome;
}

bool fast_enough(Loop& loop, LoopOutcome& outcome) {
    const auto missed = loop.pace->shortfall();
    if (!missed) return true;
    outcome.end = LoopOutcome::End::error;
    outcome.error = EIO;
    outcome.function = "check_min_rate";
    outcome.error_text = loop.job.name + ": " + *missed;
    return false;
}

void count_single_io_batches(Recorder& recorder, bool submit_counts) {
    std::uint64_t ios = 0;
    for (const DirectionRecord& record : recorder.directions.values) ios += record.ios;
    recorder.depths = {};
    recorder.depths[depth_class(1)] = ios;
    if (!submit_counts) return;
    recorder.submits = recorder.completions = {};
    recorder.submits[batch_class(1)] = recorder.completions[batch_class(1)] = ios;
}

void check_traits(const Job& job, const EngineTraits& traits) {
    if (job.atomic && !traits.atomic_writes && !traits.diskless && job.access.write) {
        throw Error("atomic=1: engine " + job.ioengine + " cannot ask for atomic writes",
                    job.origin, "io_uring, libaio and pvsync2 can");
    }
    if (job.direct && traits.buffered_only) {
        throw Error("direct=1: engine " + job.ioengine + " works through the page cache only",
                    job.origin);
    }
}

}  // namespace detail

LoopOutcome OffloadRunner::run(Loop& loop) {
    return detail::drive(engine_, loop);
}

}  // namespace fathom
