#include "run/mailbox.h"

#include <cerrno>
#include <cstdint>

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

void Mailbox::post(bool is_problem, std::string line) {
    {
        const std::lock_guard lock(mutex_);
        lines_.emplace_back(is_problem, std::move(line));
    }
    ring();
}

}  // namespace fathom
