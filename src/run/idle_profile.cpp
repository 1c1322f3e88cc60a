#include "run/idle_profile.h"

#include <algorithm>
#include <array>
#include <cmath>

#include <pthread.h>
#include <sched.h>
#include <time.h>

#include "base/clock.h"

namespace fathom {

namespace {

/// Some tens of microseconds of arithmetic that cannot be left out.
void work_a_unit() {
    std::uint32_t state = 1;
    for (int i = 0; i < 20'000; ++i) {
        state = state * 1'664'525U + 1'013'904'223U;
        asm volatile("" : "+r"(state));
    }
}

std::int64_t thread_nanos() {
    timespec now{};
    ::clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
    return static_cast<std::int64_t>(now.tv_sec) * 1'000'000'000 + now.tv_nsec;
}

std::vector<int> usable_cpus() {
    cpu_set_t set;
    CPU_ZERO(&set);
    ::sched_getaffinity(0, sizeof set, &set);
    std::vector<int> cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &set)) cpus.push_back(cpu);
    }
    return cpus;
}

/// To the bottom of the queue, on one processor.
void go_idle(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(cpu), &set);
    ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set);
    const sched_param lowest{};
    ::pthread_setschedparam(::pthread_self(), SCHED_IDLE, &lowest);
}

}  // namespace

UnitWork measure_unit_work() {
    std::array<double, 25> took{};
    for (double& one : took) {
        const Nanos begin = monotonic_now();
        work_a_unit();
        one = (monotonic_now() - begin).as_double() / 1'000;
    }
    // The first ones warm the processor up; the slowest ones were disturbed.
    std::sort(took.begin() + 5, took.end());
    double sum = 0, squares = 0;
    constexpr int kept = 15;
    for (int i = 5; i < 5 + kept; ++i) {
        sum += took[static_cast<std::size_t>(i)];
        squares += took[static_cast<std::size_t>(i)] * took[static_cast<std::size_t>(i)];
    }
    const double mean = sum / kept;
    return {mean, std::sqrt(std::max(squares / kept - mean * mean, 0.0))};
}

IdleProfile::IdleProfile(bool per_cpu) : per_cpu_(per_cpu), unit_(measure_unit_work()) {
    begin_ = monotonic_now();
    for (const int cpu : usable_cpus()) {
        watchers_.push_back(std::make_unique<Watcher>());
        Watcher& watcher = *watchers_.back();
        watcher.cpu = cpu;
        watcher.thread = std::thread([this, &watcher] { watch(watcher); });
    }
}

IdleProfile::~IdleProfile() {
    stop_ = true;
    for (const auto& watcher : watchers_) watcher->thread.join();
}

void IdleProfile::watch(Watcher& watcher) {
    go_idle(watcher.cpu);
    while (!stop_.load(std::memory_order_relaxed)) {
        work_a_unit();
        watcher.used.store(thread_nanos(), std::memory_order_relaxed);
    }
}

Idleness IdleProfile::so_far() const {
    Idleness idleness;
    idleness.unit_mean_us = unit_.mean;
    idleness.unit_deviation_us = unit_.deviation;
    const double passed = std::max((monotonic_now() - begin_).as_double(), 1.0);
    double sum = 0;
    for (const auto& watcher : watchers_) {
        const auto used = static_cast<double>(watcher->used.load(std::memory_order_relaxed));
        const double percent = std::min(100.0 * used / passed, 100.0);
        sum += percent;
        if (per_cpu_) idleness.cpus.push_back({watcher->cpu, percent});
    }
    idleness.system = watchers_.empty() ? 0.0 : sum / static_cast<double>(watchers_.size());
    return idleness;
}

}  // namespace fathom
