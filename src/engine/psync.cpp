// psync: pread(2) and pwrite(2). The default engine.
#include <cerrno>

#include <unistd.h>

#include "engine/drive.h"
#include "engine/posix_files.h"

namespace fathom {

namespace {

class Psync : public PosixFiles {
  public:
    static constexpr EngineTraits traits{};
    using PosixFiles::PosixFiles;

    std::int64_t transfer(const Request& r, File& file, std::byte* buffer) {
        ssize_t got = 0;
        if (r.op == Op::read) {
            got = ::pread(file.fd, buffer, r.length, static_cast<off_t>(r.offset));
        } else if (r.op == Op::write) {
            got = ::pwrite(file.fd, buffer, r.length, static_cast<off_t>(r.offset));
        } else {
            return trim(r, file);
        }
        return got >= 0 ? got : -errno;
    }
};

REGISTER_ENGINE(Psync, "psync", "pread(2) and pwrite(2), one at a time", {});

}  // namespace

}  // namespace fathom
