// What filecreate, filestat and filedelete have in common: they do something to a file's name, once
// per file and pass, and move no data. A file of several blocks is dealt with at its first one; the
// others only count, so that the bytes reported are those of the files.
#pragma once

#include "engine/posix_files.h"

namespace fathom {

class NameOperations : public RealTime {
  public:
    static constexpr EngineTraits traits{
        .own_files = true, .needs_layout = true, .moves_no_data = true, .clat_only = true};

    explicit NameOperations(const EngineContext& context) : RealTime{context.clock} {}

    void open(File&) {}
    int close(File&) { return 0; }
    std::int64_t sync(const Request&, File&) { return 0; }

  protected:
    static bool first_block(const Request& r, const File& file) {
        return r.offset == file.span.offset;
    }
};

}  // namespace fathom
