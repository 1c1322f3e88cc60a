// How much of a file is really data. A file that was only allocated, or has holes, is read at the
// speed of memory: the file system makes up zeros. Looked at before a read job starts.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "engine/file.h"

namespace fathom {

struct ExtentReport {
    std::uint64_t hole_bytes = 0;       ///< never allocated
    std::uint64_t unwritten_bytes = 0;  ///< allocated, never written
};

/// What of the file's span holds no data; none where the file system cannot tell.
std::optional<ExtentReport> look_at_extents(const File& file);

/// The footnote, or an empty text when all of the span is data.
std::string extent_note(const File& file, const ExtentReport& report);

}  // namespace fathom
