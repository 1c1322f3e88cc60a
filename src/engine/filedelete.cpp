// filedelete: unlink(2). Measures how fast files can be removed.
#include <cerrno>

#include <unistd.h>

#include "engine/drive.h"
#include "engine/name_operations.h"

namespace fathom {

namespace {

class FileDelete : public NameOperations {
  public:
    using NameOperations::NameOperations;

    std::int64_t transfer(const Request& r, File& file, std::byte*) {
        if (!first_block(r, file)) return r.length;
        return whole_or_errno(::unlink(file.path.c_str()), r);
    }
};

REGISTER_ENGINE(FileDelete, "filedelete", "removes files and does nothing else", {});

}  // namespace

}  // namespace fathom
