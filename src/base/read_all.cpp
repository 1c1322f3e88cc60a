#include "base/read_all.h"

#include <cerrno>

#include "base/error.h"

namespace fathom {

std::optional<std::string> read_all(std::FILE* stream, const std::string& name, std::size_t most) {
    std::string text;
    char buffer[65536];
    while (const std::size_t got = std::fread(buffer, 1, sizeof buffer, stream)) {
        text.append(buffer, got);
        if (text.size() > most) return std::nullopt;
    }
    if (std::ferror(stream) != 0) throw system_error("unable to read '" + name + "'", errno);
    return text;
}

}  // namespace fathom
