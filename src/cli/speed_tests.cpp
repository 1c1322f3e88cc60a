#include "cli/speed_tests.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cstring>
#include <memory>
#include <span>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <pthread.h>
#include <sched.h>

#include "base/clock.h"
#include "base/error.h"
#include "job/value.h"
#include "workload/checksum.h"

namespace fathom {

namespace {

constexpr std::size_t block = std::size_t{128} << 10;
constexpr Nanos long_enough = 50_ms;

/// MiB per second of `once`, which treats `bytes` bytes.
double speed_of(std::size_t bytes, const std::function<void()>& once) {
    once();  // loads and warms what it needs
    for (std::uint64_t times = 1;; times *= 2) {
        const Nanos begin = monotonic_now();
        for (std::uint64_t i = 0; i < times; ++i) once();
        const Nanos took = monotonic_now() - begin;
        if (took < long_enough) continue;
        const double mib = static_cast<double>(bytes) * static_cast<double>(times) / (1 << 20);
        return mib * 1e9 / took.as_double();
    }
}

std::string all_of(std::span<const std::string_view> names) {
    std::string all;
    for (const std::string_view name : names) all += std::string(name) + "\n";
    return all;
}

/// Indices of the names in a comma list; all for "" and "all".
std::vector<std::size_t> chosen(const std::string& flag, const std::string& list,
                                std::span<const std::string_view> names) {
    std::vector<std::size_t> indices;
    const bool all = list.empty() || list == "all";
    const auto words = split(list, ',');
    for (std::size_t i = 0; i < names.size(); ++i) {
        if (all || std::find(words.begin(), words.end(), names[i]) != words.end())
            indices.push_back(i);
    }
    if (indices.empty()) {
        std::string known = all_of(names);
        std::replace(known.begin(), known.end(), '\n', ' ');
        throw Error("unknown name in --" + flag + "=" + list, {}, "available: " + known + "all");
    }
    return indices;
}

// --- copies
// ---------------------------------------------------------------------------------------

using Copy = void (*)(std::byte* to, const std::byte* from, std::size_t bytes);

void copy_simply(std::byte* to, const std::byte* from, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) {
        to[i] = from[i];
        asm volatile("" ::: "memory");  // else the compiler makes a memcpy of it
    }
}

struct CopyWay {
    std::string_view name;
    Copy copy;
};

constexpr std::array<CopyWay, 4> copy_ways = {{
    {"memcpy",
     [](std::byte* to, const std::byte* from, std::size_t n) { std::memcpy(to, from, n); }},
    {"memmove",
     [](std::byte* to, const std::byte* from, std::size_t n) { std::memmove(to, from, n); }},
    {"simple", copy_simply},
    {"hybrid",
     [](std::byte* to, const std::byte* from, std::size_t n) {
         n < 64 ? copy_simply(to, from, n) : static_cast<void>(std::memcpy(to, from, n));
     }},
}};

// --- the counter
// ----------------------------------------------------------------------------------

struct Seen {
    int cpu = 0;
    std::uint64_t readings = 0, backwards = 0;
    Ticks first = 0;
};

/// Readings of all processors in one order: each looks at the last one of any, then reads its own
/// counter, which must not be behind.
void read_counter(Seen& seen, const Clock& clock, std::atomic<Ticks>& last,
                  const std::atomic<bool>& go) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(seen.cpu), &set);
    ::pthread_setaffinity_np(::pthread_self(), sizeof set, &set);
    go.wait(false);
    constexpr int rounds = 1'000'000;
    for (int i = 0; i < rounds; ++i) {
        Ticks before = last.load();
        const Ticks now = clock.now();
        if (i == 0) seen.first = now;
        ++seen.readings;
        if (now < before) ++seen.backwards;
        while (before < now && !last.compare_exchange_weak(before, now)) {
        }
    }
}

std::vector<Seen> usable_cpus() {
    cpu_set_t set;
    CPU_ZERO(&set);
    ::sched_getaffinity(0, sizeof set, &set);
    std::vector<Seen> cpus;
    for (int cpu = 0; cpu < CPU_SETSIZE; ++cpu) {
        if (CPU_ISSET(cpu, &set)) cpus.push_back({.cpu = cpu});
    }
    return cpus;
}

}  // namespace

void checksum_speed(const std::string& list, const LinePrinter& print) {
    if (list == "help") return print(all_of(checksum_names));
    std::vector<std::byte> data(block);
    for (std::size_t i = 0; i < block; ++i) data[i] = static_cast<std::byte>(i * 7 + i / 256);
    for (const std::size_t i : chosen("crctest", list, checksum_names)) {
        const auto kind = static_cast<ChecksumKind>(i);
        std::size_t kept = 0;
        const double speed = speed_of(block, [&] { kept += checksum(kind, data).size; });
        if (kept == 0) continue;
        const std::string_view name = checksum_names[i];
        print(fmt::format("{}:{}{:8.2f} MiB/sec\n", name, name.size() < 7 ? "\t\t" : "\t", speed));
    }
}

void copy_speed(const std::string& list, const LinePrinter& print) {
    std::array<std::string_view, copy_ways.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = copy_ways[i].name;
    if (list == "help") return print(all_of(names));
    constexpr std::array<std::size_t, 11> sizes = {8,    16,   96,     128,    256,   512,
                                                   2048, 8192, 131072, 262144, 524288};
    std::vector<std::byte> from(sizes.back(), std::byte{1}), to(sizes.back());
    for (const std::size_t i : chosen("memcpytest", list, names)) {
        print(fmt::format("{}\n", names[i]));
        for (const std::size_t size : sizes) {
            const Copy copy = copy_ways[i].copy;
            const double speed = speed_of(size, [&] {
                copy(to.data(), from.data(), size);
                asm volatile("" : : "r"(to.data()) : "memory");
            });
            print(fmt::format("\t{} bytes:\t {:8.2f} MiB/sec\n", size, speed));
        }
    }
}

bool counter_test(const LinePrinter& print) {
    const bool usable = Clock::cpu_counter_usable();
    print(fmt::format("cs: reliable_tsc: {}\n", usable ? "yes" : "no"));
    if (!usable) return false;
    const Clock clock = Clock::make(ClockSource::cpu);
    std::vector<Seen> cpus = usable_cpus();
    print(fmt::format("cs: Testing {} CPUs\n", cpus.size()));
    std::atomic<Ticks> last{0};
    std::atomic<bool> go{false};
    std::vector<std::thread> threads;
    for (Seen& seen : cpus) threads.emplace_back([&] { read_counter(seen, clock, last, go); });
    go = true;
    go.notify_all();
    for (std::thread& thread : threads) thread.join();
    std::uint64_t backwards = 0;
    for (const Seen& seen : cpus) {
        print(fmt::format("cs: cpu {:2}: {} clocks seen, first {}\n", seen.cpu, seen.readings,
                          seen.first));
        backwards += seen.backwards;
    }
    print(backwards == 0 ? "cs: Pass!\n"
                         : fmt::format("cs: Fail: {} times behind another CPU\n", backwards));
    return backwards == 0;
}

}  // namespace fathom
