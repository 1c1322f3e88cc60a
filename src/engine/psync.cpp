// psync: pread(2) and pwrite(2). The default engine.
#include "engine/data_calls.h"
#include "engine/drive.h"
#include "engine/posix_files.h"

namespace fathom {

namespace {

class Psync : public PosixFiles {
  public:
    static constexpr EngineTraits traits{};
    using PosixFiles::PosixFiles;

    std::int64_t transfer(const Request& r, File& file, std::byte* buffer) {
        if (r.op == Op::read) return calls::pread(file.fd, buffer, r.length, r.offset);
        if (r.op == Op::write) return calls::pwrite(file.fd, buffer, r.length, r.offset);
        return trim(r, file);
    }
};

REGISTER_ENGINE(Psync, "psync", "pread(2) and pwrite(2), one at a time", {});

}  // namespace

}  // namespace fathom
