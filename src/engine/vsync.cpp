// vsync: readv(2) and writev(2). Queued I/Os that follow one another in a file are gathered into
// one call; so iodepth and iodepth_batch say how many may be in it.
#include <cerrno>
#include <climits>
#include <vector>

#include <sys/uio.h>
#include <unistd.h>

#include "engine/data_calls.h"
#include "engine/done_at_once.h"
#include "engine/drive.h"
#include "engine/posix_files.h"

namespace fathom {

namespace {

class Vsync : public PosixFiles {
  public:
    static constexpr EngineTraits traits{.reaps_all = true};

    explicit Vsync(const EngineContext& context)
        : PosixFiles(context), files_(context.files), done_(context.slots.size()) {
        gathered_.reserve(context.slots.size());
        pieces_.reserve(context.slots.size());
    }

    /// False when the I/O does not continue what is gathered: the loop commits and asks again.
    bool queue(Slot& slot) {
        if (!gathered_.empty() && !continues(slot)) return false;
        gathered_.push_back(&slot);
        pieces_.push_back({slot.rest(), slot.remaining()});
        return true;
    }

    int commit() {
        if (gathered_.empty()) return 0;
        const std::int64_t result = call();
        if (result == -EINTR) return -EINTR;
        share_out(result);
        gathered_.clear();
        pieces_.clear();
        return done_.hand_over();
    }

    int reap(unsigned, std::span<Completion> out) { return static_cast<int>(done_.take(out)); }

  private:
    [[nodiscard]] bool continues(const Slot& slot) const {
        const Slot& last = *gathered_.back();
        return slot.request.op <= Op::write && slot.request.op == last.request.op &&
               slot.request.file == last.request.file &&
               slot.position() == last.position() + last.remaining() && gathered_.size() < IOV_MAX;
    }

    std::int64_t call() {
        const Slot& first = *gathered_.front();
        const Request& request = first.request;
        File& file = files_[request.file];
        if (request.op == Op::trim) return trim(request, file);
        if (!moves_data(request.op)) return sync(request, file);
        if (::lseek(file.fd, static_cast<off_t>(first.position()), SEEK_SET) < 0) return -errno;
        return request.op == Op::read ? calls::readv(file.fd, pieces_.data(), pieces_.size())
                                      : calls::writev(file.fd, pieces_.data(), pieces_.size());
    }

    /// Gives each gathered I/O its part of what was moved. One that got nothing after a short call
    /// comes again, unless the call moved nothing at all: then it is the end of the file.
    void share_out(std::int64_t result) {
        std::int64_t left = result;
        for (Slot* slot : gathered_) {
            if (result <= 0 || !moves_data(slot->request.op)) {
                done_.add(*slot, result);
                continue;
            }
            const std::int64_t part = std::min<std::int64_t>(left, slot->remaining());
            left -= part;
            done_.add(*slot, part > 0 ? part : -EAGAIN);
        }
    }

    std::span<File> files_;
    std::vector<Slot*> gathered_;
    std::vector<iovec> pieces_;
    DoneAtOnce done_;
};

/// Gathers, but its calls complete at once: there is no submission latency to show.
QueueShape shape_of(const Job& job) {
    return {std::max(job.iodepth, 1U), true};
}

[[maybe_unused]] const bool registered = detail::register_engine(
    EngineEntry{"vsync",
                "readv(2) and writev(2), adjacent I/Os gathered into one call",
                Vsync::traits,
                true,
                {},
                make_runner<Vsync>,
                detail::check_job<Vsync>,
                shape_of});

}  // namespace

}  // namespace fathom
