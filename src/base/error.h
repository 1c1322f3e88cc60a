// The one exception type for errors a user can cause, and the warning value that travels in
// results. Thrown anywhere, caught in one place (cli/main); per-I/O results are -errno and never
// thrown.
#pragma once

#include <cerrno>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace fathom {

/// Where a setting was written. An empty file means the command line.
struct Origin {
    std::string file;
    int line = 0;
    [[nodiscard]] std::string text() const;  ///< "x.fio:4", "command line" or "" when unknown
    [[nodiscard]] bool known() const { return line != 0 || !file.empty(); }
    bool operator==(const Origin&) const = default;
};

/// What is wrong, where, and what would be right.
struct Problem {
    std::string what;
    Origin where;
    std::string hint;
    bool operator==(const Problem&) const = default;
};

/// A user's error: one or several problems found together. `what()` is all of them, a line each.
class Error : public std::runtime_error {
  public:
    explicit Error(std::string what, Origin where = {}, std::string hint = {});
    explicit Error(std::vector<Problem> problems);
    [[nodiscard]] const std::vector<Problem>& problems() const { return problems_; }
    /// The errno value behind it; EINVAL when it is not a system call's.
    [[nodiscard]] int code() const { return code_; }
    Error&& with_code(int errno_value) && {
        code_ = errno_value;
        return std::move(*this);
    }

  private:
    std::vector<Problem> problems_;
    int code_ = EINVAL;
};

/// `what: strerror(errno_value)` as an Error.
[[nodiscard]] Error system_error(const std::string& what, int errno_value);

/// The text of errno value `e` ("No space left on device"); safe in threads.
[[nodiscard]] std::string errno_text(int e);

/// One line for people: "x.fio:4: what (hint)".
[[nodiscard]] std::string to_text(const Problem& problem);

}  // namespace fathom
