// pvsync: preadv(2) and pwritev(2) with one buffer.
#include <cerrno>

#include <sys/uio.h>

#include "engine/drive.h"
#include "engine/posix_files.h"

namespace fathom {

namespace {

class Pvsync : public PosixFiles {
  public:
    static constexpr EngineTraits traits{};
    using PosixFiles::PosixFiles;

    std::int64_t transfer(const Request& r, File& file, std::byte* buffer) {
        if (r.op == Op::trim) return trim(r, file);
        const iovec piece{buffer, r.length};
        const auto offset = static_cast<off_t>(r.offset);
        const ssize_t got = r.op == Op::read ? ::preadv(file.fd, &piece, 1, offset)
                                             : ::pwritev(file.fd, &piece, 1, offset);
        return got >= 0 ? got : -errno;
    }
};

REGISTER_ENGINE(Pvsync, "pvsync", "preadv(2) and pwritev(2), one at a time", {});

}  // namespace

}  // namespace fathom
