// The file half of every engine that works through a descriptor: open with the job's flags, close,
// fsync and trim. Engines inherit it and add their transfer.
#pragma once

#include <cerrno>

#include "engine/engine.h"

namespace fathom {

/// All of a request after a call that answers 0 or sets errno.
inline std::int64_t whole_or_errno(int failed, const Request& request) {
    return failed == 0 ? std::int64_t{request.length} : std::int64_t{-errno};
}

/// Real time by the worker's clock.
struct RealTime {
    Clock clock;
    [[nodiscard]] Ticks now() const { return clock.now(); }
};

class PosixFiles : public RealTime {
  public:
    explicit PosixFiles(const EngineContext& context)
        : RealTime{context.clock}, job_(context.job) {}

    /// Opens with O_DIRECT, O_SYNC, O_RDWR ... as the job asks and tells the kernel what is to come
    /// (fadvise_hint). Throws Error naming the file.
    void open(File& file);
    /// 0 or -errno.
    int close(File& file);
    /// fsync, fdatasync or sync_file_range as the request says: 0 or -errno.
    std::int64_t sync(const Request& request, File& file);
    /// BLKDISCARD on a device, a punched hole in a file: bytes or -errno.
    std::int64_t trim(const Request& request, File& file);

  protected:
    /// O_RDWR, O_DIRECT, O_CREAT ... for `file`; engines with other needs change them.
    [[nodiscard]] int flags_for(const File& file) const;
    /// Opens with exactly these flags.
    void open_with(File& file, int flags);
    /// Throws Error when the advice is refused.
    void advise(const File& file) const;

    const Job& job_;
};

/// The bits of MADV_ or POSIX_FADV_ a job's fadvise_hint stands for; -1 for none.
int access_advice(const Job& job);

}  // namespace fathom
