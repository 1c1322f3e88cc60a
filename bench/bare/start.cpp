// Starting and ending: one read and out, a thousand threads with one read each, and the launcher
// that measures whole programs.
#include <thread>
#include <vector>

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include "bare/bare.h"

extern char** environ;

namespace bare {

namespace {

void read_one_block(const Settings& settings) {
    const int fd = open_file(settings);
    std::byte* const buffer = make_buffers(1);
    check(pread(fd, buffer, block, 0), "pread");
    free(buffer);
    close(fd);
}

}  // namespace

Outcome run_once(const Settings& settings) {
    const double begin = now();
    read_one_block(settings);
    return {1, now() - begin, 0};
}

Outcome run_workers(const Settings& settings) {
    const double begin = now();
    std::vector<std::thread> threads;
    threads.reserve(settings.workers);
    for (unsigned i = 0; i < settings.workers; ++i)
        threads.emplace_back([&] { read_one_block(settings); });
    for (std::thread& thread : threads) thread.join();
    return {settings.workers, now() - begin, 0};
}

int launch(char** command) {
    const double begin = now();
    pid_t child = 0;
    check(-posix_spawnp(&child, command[0], nullptr, nullptr, command, environ), command[0]);
    int status = 0;
    rusage usage{};
    check(wait4(child, &status, 0, &usage), "wait4");
    const double seconds = now() - begin;
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::printf("{\"seconds\": %.6f, \"cpu\": %.6f, \"peak_kib\": %ld, \"exit\": %d}\n", seconds,
                as_seconds(usage.ru_utime) + as_seconds(usage.ru_stime), usage.ru_maxrss, code);
    return 0;
}

}  // namespace bare
