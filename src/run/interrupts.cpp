#include "run/interrupts.h"

#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstdint>

#include <sys/eventfd.h>
#include <unistd.h>

#include "run/run.h"

namespace fathom {

namespace {

constexpr int exit_status_interrupted = 128;  // fio's, for INT and TERM alike

std::atomic<int> interrupts{0}, first_signal{0};
static_assert(std::atomic<int>::is_always_lock_free, "used in a signal handler");

extern "C" void on_signal(int signal) {
    const int saved = errno;
    raise_interrupt(signal);
    errno = saved;
}

extern "C" void on_report_signal(int) {
    const int saved = errno;
    request_report();
    errno = saved;
}

}  // namespace

int interrupt_descriptor() {
    static const int descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor;
}

void raise_interrupt(int signal) {
    if (interrupts.fetch_add(1) > 0) ::_exit(exit_status_interrupted);
    first_signal = signal;
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(interrupt_descriptor(), &one, sizeof one);
}

int interrupt_signal() {
    return first_signal;
}

void clear_interrupt() {
    interrupts = first_signal = 0;
    std::uint64_t count = 0;
    [[maybe_unused]] const ssize_t got = ::read(interrupt_descriptor(), &count, sizeof count);
}

int report_request_descriptor() {
    static const int descriptor = ::eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    return descriptor;
}

void request_report() {
    const std::uint64_t one = 1;
    [[maybe_unused]] const ssize_t written = ::write(report_request_descriptor(), &one, sizeof one);
}

bool take_report_request() {
    std::uint64_t count = 0;
    return ::read(report_request_descriptor(), &count, sizeof count) > 0;
}

void install_interrupt_handlers() {
    // Made here: a handler must not be the first to ask for them.
    interrupt_descriptor();
    report_request_descriptor();
    struct sigaction action {};
    action.sa_handler = on_signal;
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, nullptr);
    sigaction(SIGTERM, &action, nullptr);
    // A worker that happens to receive this one goes on with its system call.
    action.sa_handler = on_report_signal;
    action.sa_flags = SA_RESTART;
    sigaction(SIGUSR1, &action, nullptr);
}

bool interrupted() {
    return interrupts.load() > 0;
}

}  // namespace fathom
