// Which files a worker has, how large they are or are to be, and which part of each it works on.
// Used by run/layout (makes them ready) and run/worker (works on them). Opens nothing for writing
// and makes nothing: a pure reading of the job and of what the file system says now.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "engine/engine.h"
#include "run/plan.h"

namespace fathom {

struct PlannedFile {
    File file;  ///< path, type, real size and span; not open
    bool exists = false;
    /// Size the file must have before I/O starts; the real size when it is large enough already.
    std::uint64_t wanted_size = 0;
};

struct FileSet {
    std::vector<PlannedFile> files;
    std::uint64_t io_size = 0;  ///< bytes to transfer per loop, all files together; 0: the spans
    [[nodiscard]] std::vector<File> engine_files() const;
    /// Bytes of one pass over the files.
    [[nodiscard]] std::uint64_t pass_bytes() const;
};

/// Size of each path when it was first looked at in this run, 0 for a new one. Percentages of an
/// offset mean this size for every job, however much earlier jobs have made a file grow.
using FirstSizes = std::map<std::string, std::uint64_t>;

/// Splits "a:b\:c" at unescaped colons into "a", "b:c". Empty pieces are dropped.
std::vector<std::string> split_paths(std::string_view text);

/// The paths of a worker's files, from filename= or filename_format=, under directory=.
std::vector<std::string> file_paths(const Job& job, const PlannedWorker& worker,
                                    const EngineTraits& traits);

/// Throws Error when sizes cannot be settled: none given for a new file, an offset past the end.
FileSet make_file_set(const Job& job, const PlannedWorker& worker, const EngineTraits& traits,
                      std::uint64_t seed, FirstSizes& first_sizes);

}  // namespace fathom
