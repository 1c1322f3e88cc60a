// pvsync2: preadv2(2) and pwritev2(2), which take flags per I/O.
#include <cerrno>

#include "base/random.h"
#include "engine/data_calls.h"
#include "engine/drive.h"
#include "engine/posix_files.h"
#include "engine/rw_flags.h"

namespace fathom {

namespace {

class Pvsync2 : public PosixFiles {
  public:
    static constexpr EngineTraits traits{.atomic_writes = true};

    explicit Pvsync2(const EngineContext& context)
        : PosixFiles(context), flags_(context.job), random_(context.job.randseed) {
        const EngineOptions options(context.job);
        if (options.on("hipri"))
            polled_percent_ = static_cast<std::uint64_t>(options.number("hipri_percentage", 100));
    }

    std::int64_t transfer(const Request& r, File& file, std::byte* buffer) {
        if (r.op == Op::trim) return trim(r, file);
        const iovec piece{buffer, r.length};
        int flags = flags_.of(r.op);
        if (polled_percent_ != 0 && random_.below(100) < polled_percent_) flags |= RWF_HIPRI;
        return r.op == Op::read ? calls::preadv2(file.fd, piece, r.offset, flags)
                                : calls::pwritev2(file.fd, piece, r.offset, flags);
    }

    [[nodiscard]] bool again_is_final() const { return flags_.nowait(); }
    [[nodiscard]] std::string explain(int error) const {
        if (error == EOPNOTSUPP && polled_percent_ != 0)
            return " (hipri: the file or device cannot be polled for completions)";
        return flags_.explain(error);
    }

  private:
    RwFlags flags_;
    std::uint64_t polled_percent_ = 0;
    Random random_;
};

REGISTER_ENGINE(
    Pvsync2, "pvsync2", "preadv2(2) and pwritev2(2), one at a time, with flags per I/O",
    {flag_row("hipri", "poll for completions (RWF_HIPRI)"),
     number_row("hipri_percentage", "share of I/Os that poll, in percent", "100", 0, 100),
     number_row("uncached", "drop the pages from the cache after the I/O (RWF_DONTCACHE)", "0"),
     switch_row("nowait", "fail with EAGAIN rather than wait (RWF_NOWAIT)")});

}  // namespace

}  // namespace fathom
