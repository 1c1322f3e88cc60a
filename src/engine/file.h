// A file as an engine sees it: a path, what it is, how large, and the open descriptor.
// Each worker has its own Files and its own descriptor table.
#pragma once

#include <cstdint>
#include <string>

#include "workload/workload.h"

namespace fathom {

enum class FileType : std::uint8_t { regular, block, character };

struct File {
    std::string path;
    FileType type = FileType::regular;
    std::uint64_t real_size = 0;  ///< bytes, as stat or BLKGETSIZE64 says
    FileSpan span;                ///< what this worker uses of it
    int fd = -1;
    std::uint64_t engine_data = 0;  ///< the engine's own (an index, a pointer)
    bool written = false;           ///< by this worker, since it was opened
};

}  // namespace fathom
