// Makes a worker's files ready before it starts: makes them, gives them their size, fills what is
// going to be read with data. Nothing done here counts as the job's work.
#pragma once

#include <functional>
#include <string>

#include "run/file_set.h"

namespace fathom {

struct LayoutContext {
    std::function<void(const std::string& line)> say;  ///< "a: Laying out IO file (1 file / 1MiB)"
    std::function<bool()> stopped;                     ///< true: give up at once
    std::uint64_t seed = 0;                            ///< of the data written
};

/// Makes what is missing. Throws Error naming the file. A file that could not be finished is
/// removed, since it would look complete to the next run. False when stopped.
bool lay_out(const Job& job, FileSet& set, const EngineTraits& traits,
             const LayoutContext& context);

/// Whether the job's files must hold data before it starts: a reader needs some, and so does a
/// writer that is to overwrite it.
bool wants_data(const Job& job);

/// Whether a file of the set is missing or too short.
bool needs_layout(const FileSet& set, const EngineTraits& traits);

/// Makes the directories above `path` that are missing (mode 0700). Throws Error.
void make_parents(const std::string& path);

/// Reads a file through the page cache (pre_read). Throws Error.
void pre_read(const File& file, const std::function<bool()>& stopped);

/// Drops what the page cache holds of the file's span; a device's buffers are flushed first.
/// Returns an empty string, or why it could not be done.
std::string invalidate_cache(const File& file);

}  // namespace fathom
