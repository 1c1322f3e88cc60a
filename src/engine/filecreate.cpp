// filecreate: open(2) with O_CREAT, and close. Measures how fast files can be made.
#include <cerrno>

#include <fcntl.h>
#include <unistd.h>

#include "engine/drive.h"
#include "engine/name_operations.h"

namespace fathom {

namespace {

class FileCreate : public NameOperations {
  public:
    static constexpr EngineTraits traits{
        .own_files = true, .needs_layout = false, .moves_no_data = true, .clat_only = true};
    using NameOperations::NameOperations;

    std::int64_t transfer(const Request& r, File& file, std::byte*) {
        if (!first_block(r, file)) return r.length;
        const int fd = ::open(file.path.c_str(), O_CREAT | O_RDWR | O_CLOEXEC, 0600);
        if (fd < 0) return -errno;
        return whole_or_errno(::close(fd), r);
    }
};

REGISTER_ENGINE(FileCreate, "filecreate", "creates files and does nothing else", {});

}  // namespace

}  // namespace fathom
