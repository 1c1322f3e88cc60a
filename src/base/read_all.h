// Reads a stream to its end. Used wherever a user names a file that is read whole.
#pragma once

#include <cstdio>
#include <optional>
#include <string>

namespace fathom {

/// What is left in `stream`; empty when it is more than `most` bytes. Throws Error "unable to read
/// 'NAME': ..." when reading fails.
std::optional<std::string> read_all(std::FILE* stream, const std::string& name, std::size_t most);

/// All of a file. Throws Error "PATH: ..." when it cannot be opened or read, or holds more than
/// `most` bytes: /dev/zero has no end.
std::string read_whole(const std::string& path, std::size_t most = std::size_t{1} << 30);

/// For std::unique_ptr<std::FILE, CloseFile>.
struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
};

}  // namespace fathom
