// Where reports go: standard output at once, or a file that is replaced whole at the end, so that a
// reader sees the old report or the new one, never half of one.
#pragma once

#include <mutex>
#include <string>
#include <string_view>

namespace fathom {

/// Writes to standard output and flushes it: what is printed outside a report, line by line.
void print_at_once(std::string_view text);

class Output {
  public:
    /// Standard output when `path` is empty. Throws Error when the file cannot be made, so that a
    /// run whose report has nowhere to go never starts.
    /// `flag` is what named the file, for messages.
    explicit Output(const std::string& path, const std::string& flag = "--output");
    ~Output();
    Output(const Output&) = delete;
    Output& operator=(const Output&) = delete;

    /// From any thread.
    void write(std::string_view text);
    /// Puts the file in its place already now: a reader may want what has been written so far. What
    /// follows is added to it.
    void show();
    /// Puts the file in its place. Throws Error when writing failed (a full disk). False when the
    /// reader of a pipe went away (| head): that is its wish, and nobody is left to be told.
    [[nodiscard]] bool finish();
    [[nodiscard]] bool to_terminal() const { return terminal_; }
    [[nodiscard]] bool to_stdout() const { return path_.empty(); }

  private:
    std::mutex mutex_;  ///< of writing
    std::string path_;
    std::string where_;  ///< for messages: "--output=FILE"
    std::string temporary_;
    int fd_ = -1;
    int error_ = 0;  ///< errno of the first failed write
    bool terminal_ = false;
};

}  // namespace fathom
