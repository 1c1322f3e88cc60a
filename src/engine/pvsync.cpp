// pvsync: preadv(2) and pwritev(2) with one buffer.
#include "engine/data_calls.h"
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
        return r.op == Op::read ? calls::preadv(file.fd, piece, r.offset)
                                : calls::pwritev(file.fd, piece, r.offset);
    }
};

REGISTER_ENGINE(Pvsync, "pvsync", "preadv(2) and pwritev(2), one at a time", {});

}  // namespace

}  // namespace fathom
