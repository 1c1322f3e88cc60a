// sync: lseek(2), then read(2) or write(2). The seek is left out where the last transfer ended
// right there.
#include <cerrno>
#include <limits>

#include <unistd.h>

#include "engine/data_calls.h"
#include "engine/drive.h"
#include "engine/posix_files.h"

namespace fathom {

namespace {

class Sync : public PosixFiles {
  public:
    static constexpr EngineTraits traits{};
    using PosixFiles::PosixFiles;

    void open(File& file) {
        PosixFiles::open(file);
        file.engine_data = 0;
    }

    /// The file's position is kept in engine_data.
    std::int64_t transfer(const Request& r, File& file, std::byte* buffer) {
        if (r.op == Op::trim) return trim(r, file);
        if (file.engine_data != r.offset) {
            if (::lseek(file.fd, static_cast<off_t>(r.offset), SEEK_SET) < 0) return -errno;
        }
        const std::int64_t got = r.op == Op::read ? calls::read(file.fd, buffer, r.length)
                                                  : calls::write(file.fd, buffer, r.length);
        file.engine_data = got < 0 ? unknown : r.offset + static_cast<std::uint64_t>(got);
        return got;
    }

  private:
    static constexpr std::uint64_t unknown = std::numeric_limits<std::uint64_t>::max();
};

REGISTER_ENGINE(Sync, "sync", "lseek(2), read(2) and write(2), one at a time", {});

}  // namespace

}  // namespace fathom
