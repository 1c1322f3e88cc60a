// What the bare loops share: their settings, the file, the clock they stop by, and the list of
// them. A bare loop makes the system calls of a job and nothing else; it is the limit a tester can
// reach.
#pragma once

#include <cstdint>
#include <cstdio>
#include <string>

#include <stdlib.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <time.h>

#include "base/random.h"

namespace bare {

constexpr std::uint32_t block = 4096;

struct Settings {
    std::string file;
    std::uint64_t blocks = 1U << 18;  ///< size of the file, or number of blocks to visit
    double seconds = 1;
    unsigned depth = 1;
    unsigned batch = 1;
    unsigned workers = 1000;
};

/// What a loop did in how long, and the CPU time its thread took (by the same rusage that testers
/// report, so that both are off alike).
struct Outcome {
    std::uint64_t ios = 0;
    double seconds = 0;
    double cpu = 0;
};

inline double now() {
    timespec ts{};
    clock_gettime(CLOCK_MONOTONIC, &ts);
    return static_cast<double>(ts.tv_sec) + 1e-9 * static_cast<double>(ts.tv_nsec);
}

inline double as_seconds(const timeval& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

inline double thread_cpu() {
    rusage usage{};
    getrusage(RUSAGE_THREAD, &usage);
    return as_seconds(usage.ru_utime) + as_seconds(usage.ru_stime);
}

/// Calls `step(n)`, which does n I/Os, until the time is over; reads the clock once per step.
template <class Step>
Outcome repeat(double seconds, unsigned ios_per_step, Step step) {
    const double begin = now();
    const double cpu_begin = thread_cpu();
    Outcome outcome;
    do {
        step(ios_per_step);
        outcome.ios += ios_per_step;
        outcome.seconds = now() - begin;
    } while (outcome.seconds < seconds);
    outcome.cpu = thread_cpu() - cpu_begin;
    return outcome;
}

/// Ends the program with the error's name when `result` is negative (-errno) or -1 with errno.
long check(long result, const char* what);

/// The file, opened for reading as a tester opens it: no flags, told that offsets are random.
int open_file(const Settings& settings);

/// `count` page-aligned blocks in one piece.
std::byte* make_buffers(unsigned count);

// One per file of this folder.
Outcome run_null(const Settings& settings);
Outcome run_null_untimed(const Settings& settings);
Outcome run_psync(const Settings& settings);
Outcome run_uring(const Settings& settings);
Outcome run_uring_fixed(const Settings& settings);
Outcome run_libaio(const Settings& settings);
Outcome run_once(const Settings& settings);
Outcome run_workers(const Settings& settings);
Outcome run_order(const Settings& settings);

/// Starts a program and prints how long it ran and the memory it took at most, as JSON.
int launch(char** command);

}  // namespace bare
