#include "run/mailbox.h"

#include <cerrno>
#include <cstdint>

#include <fmt/format.h>
#include <sys/eventfd.h>
#include <unistd.h>

namespace fathom {

Mailbox::Mailbox() : descriptor_(::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK)) {
    if (descriptor_ < 0) throw system_error("cannot make an event descriptor", errno);
}

Mailbox::~Mailbox() {
    ::close(descriptor_);
}

void Mailbox::ring() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(descriptor_, &one, sizeof one);
}

void Mailbox::deliver(RunObserver& observer) {
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = ::read(descriptor_, &count, sizeof count);
    std::vector<std::pair<bool, std::string>> lines;
    {
        const std::lock_guard lock(mutex_);
        lines.swap(lines_);
    }
    for (const auto& [is_problem, line] : lines) {
        is_problem ? observer.problem(line) : observer.message(line);
    }
}

void Mailbox::failure(const Failure& kind, const std::vector<std::string>& lines) {
    {
        const std::lock_guard lock(mutex_);
        if (++failures_[kind] > 1) return;
        for (const std::string& line : lines) lines_.emplace_back(true, line);
    }
    ring();
}

void Mailbox::sum_up(RunObserver& observer, const std::string& program) {
    const std::lock_guard lock(mutex_);
    for (const auto& [kind, count] : failures_) {
        if (count == 1) continue;
        observer.problem(fmt::format("{}: {}: {} more failed in the same way: {}, {}", program,
                                     kind.job, count - 1, kind.function, errno_text(kind.error)));
    }
    failures_.clear();
}

void Mailbox::post(bool is_problem, std::string line) {
    {
        const std::lock_guard lock(mutex_);
        lines_.emplace_back(is_problem, std::move(line));
    }
    ring();
}

}  // namespace fathom
