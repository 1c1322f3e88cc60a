#include "base/read_all.h"

#include <cerrno>
#include <memory>
#include <utility>

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

std::string read_whole(const std::string& path, std::size_t most) {
    const std::unique_ptr<std::FILE, CloseFile> file(std::fopen(path.c_str(), "rb"));
    if (!file) throw system_error(path, errno);
    auto text = read_all(file.get(), path, most);
    if (!text)
        throw Error(path + ": larger than any file of its kind", {},
                    "at most " + std::to_string(most) + " bytes are read");
    return *std::move(text);
}

}  // namespace fathom
