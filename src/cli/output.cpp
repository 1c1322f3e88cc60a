#include "cli/output.h"

#include <cerrno>
#include <cstdio>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/error.h"

namespace fathom {

namespace {
/// Only a plain file can be replaced; a device or a pipe (/dev/null, /dev/stderr) is written to.
bool is_replaceable(const std::string& path) {
    struct stat info {};
    return ::stat(path.c_str(), &info) != 0 || S_ISREG(info.st_mode);
}
}  // namespace

void print_at_once(std::string_view text) {
    std::fwrite(text.data(), 1, text.size(), stdout);
    std::fflush(stdout);
}

Output::Output(const std::string& path, const std::string& flag)
    : path_(path), where_(path.empty() ? "standard output" : flag + "=" + path) {
    if (path.empty()) {
        fd_ = STDOUT_FILENO;
        terminal_ = ::isatty(fd_) == 1;
        return;
    }
    struct stat info {};
    if (::stat(path.c_str(), &info) == 0 && S_ISDIR(info.st_mode))
        throw system_error(where_, EISDIR);
    if (is_replaceable(path)) {
        temporary_ = path + ".XXXXXX";
        fd_ = ::mkostemp(temporary_.data(), O_CLOEXEC);
        if (fd_ < 0) {
            const int error = errno;
            temporary_.clear();
            throw system_error("cannot write " + where_, error);
        }
        const mode_t mask = ::umask(0);
        ::umask(mask);
        ::fchmod(fd_, 0666 & ~mask);
    } else {
        fd_ = ::open(path.c_str(), O_WRONLY | O_CLOEXEC);
        if (fd_ < 0) throw system_error("cannot write " + where_, errno);
    }
}

Output::~Output() {
    if (!path_.empty() && fd_ >= 0) ::close(fd_);
    if (!temporary_.empty()) ::unlink(temporary_.c_str());
}

void Output::write(std::string_view text) {
    const std::lock_guard lock(mutex_);
    while (!text.empty() && error_ == 0) {
        const ssize_t n = ::write(fd_, text.data(), text.size());
        if (n >= 0) {
            text.remove_prefix(static_cast<std::size_t>(n));
        } else if (errno != EINTR) {
            error_ = errno;
        }
    }
}

void Output::show() {
    const std::lock_guard lock(mutex_);
    if (temporary_.empty() || error_ != 0) return;
    if (::rename(temporary_.c_str(), path_.c_str()) != 0) {
        error_ = errno;
    } else {
        temporary_.clear();
    }
}

bool Output::finish() {
    const std::lock_guard lock(mutex_);
    if (error_ == EPIPE && path_.empty()) return false;
    if (!temporary_.empty() && error_ == 0) {
        if (::fsync(fd_) != 0 && errno != EINVAL) error_ = errno;
        if (error_ == 0 && ::rename(temporary_.c_str(), path_.c_str()) != 0) error_ = errno;
        if (error_ == 0) temporary_.clear();
    }
    if (error_ != 0) throw system_error("cannot write " + where_, error_);
    return true;
}

}  // namespace fathom
