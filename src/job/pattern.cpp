#include "job/pattern.h"

#include <algorithm>
#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"
#include "job/number.h"
#include "job/value.h"

namespace fathom {

namespace {

constexpr std::size_t longest = 4096;  ///< of a pattern; a longer file is cut, as fio does

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    if (c >= 'A' && c <= 'F') return c - 'A' + 10;
    return -1;
}

struct OpenFile {
    /// Never waits, neither here nor in read(2): what is opened may be a pipe.
    explicit OpenFile(const std::string& path)
        : descriptor(::open(path.c_str(), O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC)) {}
    OpenFile(const OpenFile&) = delete;
    OpenFile& operator=(const OpenFile&) = delete;
    ~OpenFile() {
        if (descriptor >= 0) ::close(descriptor);
    }
    const int descriptor;
};

class Reader {
  public:
    Reader(const OptionRow& row, std::string_view text, const ValueContext& context, bool offset)
        : row_(row), text_(text), context_(context), may_hold_offset_(offset), rest_(text) {}

    Pattern read() {
        while (!rest_.empty()) {
            const char first = rest_.front();
            if (first == '"') {
                result_.bytes += between('"', "the string has no closing \"");
            } else if (first == '\'') {
                file(between('\'', "the file name has no closing '"));
            } else if (first == '%') {
                offset();
            } else if (rest_.starts_with("0x") || rest_.starts_with("0X")) {
                hex();
            } else {
                decimal();
            }
        }
        if (result_.bytes.empty()) refuse_for("it is empty");
        if (result_.bytes.size() > longest) refuse_for("longer than 4096 bytes");
        return std::move(result_);
    }

  private:
    [[noreturn]] void refuse_for(const std::string& why) const {
        refuse(row_, text_, context_, why);
    }

    std::string_view between(char quote, const char* lacking) {
        const auto close = rest_.find(quote, 1);
        if (close == std::string_view::npos) refuse_for(lacking);
        const std::string_view inside = rest_.substr(1, close - 1);
        rest_.remove_prefix(close + 1);
        return inside;
    }

    void file(std::string_view name) {
        const std::string path(name);
        const OpenFile file(path);
        if (file.descriptor < 0) refuse_for(path + ": " + errno_text(errno));
        struct stat st {};
        // A pipe would wait for its writer, a device may do anything.
        if (::fstat(file.descriptor, &st) != 0 || !S_ISREG(st.st_mode)) {
            refuse_for(path + " is no regular file");
        }
        std::string content(longest - std::min(longest, result_.bytes.size()), '\0');
        std::size_t size = 0;
        while (size < content.size()) {
            const ssize_t got =
                ::read(file.descriptor, content.data() + size, content.size() - size);
            if (got < 0) refuse_for(path + ": " + errno_text(errno));
            if (got == 0) break;
            size += static_cast<std::size_t>(got);
        }
        content.resize(size);
        if (content.empty()) refuse_for(path + " is empty");
        result_.bytes += content;
    }

    void offset() {
        if (!rest_.starts_with("%o") || !may_hold_offset_) {
            refuse_for(may_hold_offset_ ? "after % only o (the block's offset) may stand"
                                        : "%o is for verify_pattern only");
        }
        result_.offsets.push_back(result_.bytes.size());
        result_.bytes.append(8, '\0');
        rest_.remove_prefix(2);
    }

    /// Two digits a byte, in the order written; an odd first digit is a byte of its own.
    void hex() {
        rest_.remove_prefix(2);
        std::size_t digits = 0;
        while (digits < rest_.size() && hex_digit(rest_[digits]) >= 0) ++digits;
        if (digits == 0) refuse_for("no hexadecimal digit after 0x");
        std::size_t at = 0;
        if (digits % 2 == 1) result_.bytes += static_cast<char>(hex_digit(rest_[at++]));
        for (; at < digits; at += 2) {
            result_.bytes +=
                static_cast<char>(hex_digit(rest_[at]) * 16 + hex_digit(rest_[at + 1]));
        }
        rest_.remove_prefix(digits);
    }

    /// 32 bits, least byte first, without the zero bytes at the end.
    void decimal() {
        std::size_t end = rest_.front() == '-' || rest_.front() == '+' ? 1 : 0;
        while (end < rest_.size() && rest_[end] >= '0' && rest_[end] <= '9') ++end;
        const auto number = parse_integer(rest_.substr(0, end), 1024);
        if (!number) refuse_for("neither a number, \"text\", 'file' nor %o");
        if (*number < -2147483648LL || *number > 4294967295LL) {
            refuse_for("a decimal number of more than 32 bits: write it as 0x...");
        }
        auto bits = static_cast<std::uint32_t>(*number);
        do {
            result_.bytes += static_cast<char>(bits & 0xff);
            bits >>= 8;
        } while (bits != 0);
        rest_.remove_prefix(end);
    }

    const OptionRow& row_;
    std::string_view text_;
    const ValueContext& context_;
    bool may_hold_offset_;
    std::string_view rest_;
    Pattern result_;
};

}  // namespace

Pattern read_pattern(const OptionRow& row, std::string_view text, const ValueContext& context,
                     bool may_hold_offset) {
    return Reader(row, trimmed(text), context, may_hold_offset).read();
}

}  // namespace fathom
