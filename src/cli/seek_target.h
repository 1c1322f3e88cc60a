// What `fathom seek` is pointed at: a device, a file or "sim:NAME", and what is known of it before
// anything runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fathom {

struct SeekTarget {
    std::string name;  ///< as it was written
    bool simulated = false;
    std::uint64_t bytes = 0;
    std::uint64_t block = 512;       ///< requests are multiples of it
    bool direct = false;             ///< past the page cache
    std::optional<bool> rotational;  ///< empty: not known
    std::string medium;              ///< "simulated drive ide1gb", "disk sdb (ST1000DM003), ..."
    std::vector<std::string> words;  ///< job options that reach it
    std::vector<std::string> notes;  ///< what decides its figures beside seeking
};

/// Throws Error for what cannot be read at places: nothing there, a directory, a pipe, an empty
/// file.
SeekTarget seek_target(const std::string& text);

}  // namespace fathom
