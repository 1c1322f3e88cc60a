// falloc: fallocate(2) in place of I/O. A read allocates and keeps the file's size, a write
// allocates and may grow the file, a trim punches a hole.
#include <cerrno>

#include <fcntl.h>

#include "engine/drive.h"
#include "engine/posix_files.h"

namespace fathom {

namespace {

class Falloc : public PosixFiles {
  public:
    static constexpr EngineTraits traits{.moves_no_data = true};
    using PosixFiles::PosixFiles;

    void open(File& file) {
        const int create = job_.allow_file_create ? O_CREAT : 0;
        open_with(file, O_RDWR | O_CLOEXEC | create);
    }

    std::int64_t transfer(const Request& r, File& file, std::byte*) {
        const int mode = r.op == Op::read    ? FALLOC_FL_KEEP_SIZE
                         : r.op == Op::write ? 0
                                             : FALLOC_FL_KEEP_SIZE | FALLOC_FL_PUNCH_HOLE;
        const int failed =
            ::fallocate(file.fd, mode, static_cast<off_t>(r.offset), static_cast<off_t>(r.length));
        return whole_or_errno(failed, r);
    }
};

REGISTER_ENGINE(Falloc, "falloc", "fallocate(2): allocates or punches instead of moving data", {});

}  // namespace

}  // namespace fathom
