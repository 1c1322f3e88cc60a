// posixaio: aio_read(3), aio_write(3) and aio_fsync(3). The C library does them with threads that
// all its users share, so descriptors must be the process's and not the worker's own.
#include <algorithm>
#include <cerrno>
#include <vector>

#include <aio.h>
#include <fcntl.h>

#include "engine/drive.h"
#include "engine/posix_files.h"

namespace fathom {

namespace {

class PosixAio : public PosixFiles {
  public:
    static constexpr EngineTraits traits{.shared_files = true};

    explicit PosixAio(const EngineContext& context)
        : PosixFiles(context), files_(context.files), blocks_(context.slots.size()) {
        queued_.reserve(context.slots.size());
        running_.reserve(context.slots.size());
        done_.reserve(context.slots.size());
    }
    /// The library's threads still use the control blocks of what is in flight.
    ~PosixAio() {
        for (const Slot* slot : running_) {
            const aiocb* block = &blocks_[slot->index];
            while (::aio_error(block) == EINPROGRESS) ::aio_suspend(&block, 1, nullptr);
        }
    }
    PosixAio(const PosixAio&) = delete;
    PosixAio& operator=(const PosixAio&) = delete;

    bool queue(Slot& slot) {
        queued_.push_back(&slot);
        return true;
    }

    int commit() {
        std::size_t count = 0;
        int failed = 0;
        for (; count < queued_.size(); ++count) {
            failed = start(*queued_[count]);
            if (failed != 0) break;
        }
        queued_.erase(queued_.begin(), queued_.begin() + static_cast<std::ptrdiff_t>(count));
        if (count == 0 && failed != 0) {
            // EAGAIN asks for a later try; anything else ends the loop, which forgets the queue.
            if (failed != EAGAIN) queued_.clear();
            return -failed;
        }
        return static_cast<int>(count);
    }

    int reap(unsigned min, std::span<Completion> out) {
        std::size_t got = std::min(done_.size(), out.size());
        std::copy_n(done_.begin(), got, out.begin());
        done_.erase(done_.begin(), done_.begin() + static_cast<std::ptrdiff_t>(got));
        while (true) {
            got += collect(out.subspan(got));
            if (got >= min || got == out.size()) return static_cast<int>(got);
            waiting_.clear();
            for (const Slot* slot : running_) waiting_.push_back(&blocks_[slot->index]);
            if (::aio_suspend(waiting_.data(), static_cast<int>(waiting_.size()), nullptr) != 0 &&
                got == 0)
                return -errno;
        }
    }

  private:
    /// 0 or an errno.
    int start(Slot& slot) {
        const Request& r = slot.request;
        File& file = files_[r.file];
        if (r.op == Op::trim || r.op == Op::sync_range) {
            done_.push_back({&slot, r.op == Op::trim ? trim(r, file) : sync(r, file)});
            return 0;
        }
        aiocb& block = blocks_[slot.index];
        block = {};
        block.aio_fildes = file.fd;
        block.aio_sigevent.sigev_notify = SIGEV_NONE;
        block.aio_buf = slot.rest();
        block.aio_nbytes = slot.remaining();
        block.aio_offset = static_cast<off_t>(slot.position());
        const int failed = r.op == Op::read    ? ::aio_read(&block)
                           : r.op == Op::write ? ::aio_write(&block)
                           : r.op == Op::fsync ? ::aio_fsync(O_SYNC, &block)
                                               : ::aio_fsync(O_DSYNC, &block);
        if (failed != 0) return errno;
        running_.push_back(&slot);
        return 0;
    }

    std::size_t collect(std::span<Completion> out) {
        std::size_t got = 0;
        for (std::size_t i = 0; i < running_.size() && got < out.size();) {
            Slot* slot = running_[i];
            aiocb* block = &blocks_[slot->index];
            const int error = ::aio_error(block);
            if (error == EINPROGRESS) {
                ++i;
                continue;
            }
            const ssize_t result = ::aio_return(block);
            out[got++] = {slot, error != 0 ? -error : result};
            running_.erase(running_.begin() + static_cast<std::ptrdiff_t>(i));
        }
        return got;
    }

    std::span<File> files_;
    std::vector<aiocb> blocks_;  ///< one per slot
    std::vector<Slot*> queued_;
    std::vector<Slot*> running_;
    std::vector<Completion> done_;
    std::vector<const aiocb*> waiting_;
};

REGISTER_ENGINE(PosixAio, "posixaio", "aio_read(3) and aio_write(3), many at a time", {});

}  // namespace

}  // namespace fathom
