#include "cli/inflate_log.h"

#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <fstream>

#include <fmt/format.h>
#include <zlib.h>

#include "base/error.h"

namespace fathom {

namespace {

// A sample as fio stores it, little-endian: time (ms), value, direction with two flags in its
// highest bits, priority, block size; with the offset when the first flag says so. Found by looking
// at logs made by fio.
constexpr std::size_t short_sample = 32, long_sample = 40;
constexpr std::uint32_t has_offset = 0x80000000U, has_priority = 0x40000000U;

template <class T>
T field(const char* sample, std::size_t at) {
    T value;
    std::memcpy(&value, sample + at, sizeof value);
    return value;
}

std::string line_of(const char* sample) {
    const auto flags = field<std::uint32_t>(sample, 16);
    const auto priority = field<std::uint16_t>(sample, 20);
    std::string line = fmt::format(
        "{}, {}, {}, {}", field<std::uint64_t>(sample, 0), field<std::int64_t>(sample, 8),
        flags & ~(has_offset | has_priority), field<std::uint64_t>(sample, 24));
    if ((flags & has_offset) != 0) line += fmt::format(", {}", field<std::uint64_t>(sample, 32));
    return line + ((flags & has_priority) != 0 ? fmt::format(", 0x{:04x}\n", priority)
                                               : fmt::format(", {}\n", priority));
}

/// Takes the samples that are complete off the front of `data`.
std::string take_lines(std::string& data) {
    std::string text;
    std::size_t at = 0;
    while (data.size() - at >= short_sample) {
        const bool is_long = (field<std::uint32_t>(data.data() + at, 16) & has_offset) != 0;
        if (is_long && data.size() - at < long_sample) break;
        text += line_of(data.data() + at);
        at += is_long ? long_sample : short_sample;
    }
    data.erase(0, at);
    return text;
}

class Inflater {
  public:
    Inflater() { inflateInit(&stream_); }
    ~Inflater() { inflateEnd(&stream_); }
    Inflater(const Inflater&) = delete;
    Inflater& operator=(const Inflater&) = delete;

    void feed(std::string& input) {
        stream_.next_in = reinterpret_cast<Bytef*>(input.data());
        stream_.avail_in = static_cast<uInt>(input.size());
    }
    /// Adds what comes out next. 0, or why it does not go on.
    int step(std::string& data) {
        // A log is written in pieces, each a stream of its own.
        if (ended_) inflateReset(&stream_);
        stream_.next_out = reinterpret_cast<Bytef*>(chunk_.data());
        stream_.avail_out = static_cast<uInt>(chunk_.size());
        const int result = inflate(&stream_, Z_NO_FLUSH);
        data.append(chunk_.data(), chunk_.size() - stream_.avail_out);
        ended_ = result == Z_STREAM_END;
        return result == Z_STREAM_END ? Z_OK : result;
    }
    [[nodiscard]] bool hungry() const { return stream_.avail_in == 0; }
    [[nodiscard]] bool ended() const { return ended_; }

  private:
    z_stream stream_{};
    std::array<char, std::size_t{64} << 10> chunk_{};
    bool ended_ = false;
};

}  // namespace

void inflate_log(const std::string& path, const std::function<void(std::string_view)>& write) {
    std::ifstream file(path, std::ios::binary);
    if (!file) throw system_error("cannot read --inflate-log=" + path, errno);
    const auto refuse = [&](const std::string& why) {
        throw Error("--inflate-log=" + path + ": " + why, {},
                    "a log made with log_store_compressed=1 is wanted");
    };
    Inflater inflater;
    std::string data, input;
    while (true) {
        input.resize(std::size_t{64} << 10);
        file.read(input.data(), static_cast<std::streamsize>(input.size()));
        input.resize(static_cast<std::size_t>(file.gcount()));
        if (input.empty()) break;
        inflater.feed(input);
        do {
            const int result = inflater.step(data);
            if (result == Z_BUF_ERROR) break;
            if (result != Z_OK) refuse("it is not compressed, or damaged");
            write(take_lines(data));
        } while (!inflater.hungry());
    }
    write(take_lines(data));
    if (!inflater.ended() || !data.empty()) refuse("it ends in the middle");
}

}  // namespace fathom
