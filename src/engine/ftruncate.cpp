// ftruncate: sets the file's size to the offset of each write. Nothing else can be done with it.
#include <cerrno>

#include <unistd.h>

#include "engine/drive.h"
#include "engine/posix_files.h"

namespace fathom {

namespace {

class Ftruncate : public PosixFiles {
  public:
    static constexpr EngineTraits traits{.moves_no_data = true};
    using PosixFiles::PosixFiles;

    std::int64_t transfer(const Request& r, File& file, std::byte*) {
        if (r.op != Op::write) return -EINVAL;
        return whole_or_errno(::ftruncate(file.fd, static_cast<off_t>(r.offset)), r);
    }
    [[nodiscard]] std::string explain(int error) const {
        return error == EINVAL ? " (engine ftruncate only writes: use rw=write or rw=randwrite)"
                               : "";
    }
};

REGISTER_ENGINE(Ftruncate, "ftruncate", "ftruncate(2) to the offset of each write", {});

}  // namespace

}  // namespace fathom
