// bare LOOP [NAME=VALUE ...]: runs one loop and prints its I/Os, seconds, CPU seconds and rate, as
// JSON. bare launch PROGRAM ARGUMENTS...: runs a program, prints {"seconds": S, "peak_kib": M,
// ...}.
#include <cerrno>
#include <cstring>
#include <functional>
#include <map>

#include <fcntl.h>
#include <sched.h>

#include "bare/bare.h"

namespace bare {

long check(long result, const char* what) {
    if (result >= 0) return result;
    const int error = result == -1 ? errno : static_cast<int>(-result);
    std::fprintf(stderr, "bare: %s: %s\n", what, std::strerror(error));
    std::exit(1);
}

int open_file(const Settings& settings) {
    const int fd = static_cast<int>(check(open(settings.file.c_str(), O_RDONLY), "open"));
    const auto length = static_cast<off_t>(settings.blocks * block);
    check(-posix_fadvise(fd, 0, length, POSIX_FADV_RANDOM), "posix_fadvise");
    return fd;
}

std::byte* make_buffers(unsigned count) {
    void* memory = nullptr;
    const std::size_t size = std::size_t{count} * block;
    check(-posix_memalign(&memory, block, size), "posix_memalign");
    std::memset(memory, 1, size);
    return static_cast<std::byte*>(memory);
}

namespace {

void pin(int cpu) {
    cpu_set_t set;
    CPU_ZERO(&set);
    CPU_SET(static_cast<std::size_t>(cpu), &set);
    check(sched_setaffinity(0, sizeof set, &set), "sched_setaffinity");
}

int run(int count, char** words) {
    const std::map<std::string, Outcome (*)(const Settings&)> loops{
        {"null", run_null},     {"null_untimed", run_null_untimed},
        {"psync", run_psync},   {"uring", run_uring},
        {"libaio", run_libaio}, {"uring_fixed", run_uring_fixed},
        {"once", run_once},     {"workers", run_workers},
        {"order", run_order},
    };
    Settings settings;
    const std::map<std::string, std::function<void(const std::string&)>> names{
        {"file", [&](const std::string& v) { settings.file = v; }},
        {"blocks", [&](const std::string& v) { settings.blocks = std::stoull(v); }},
        {"seconds", [&](const std::string& v) { settings.seconds = std::stod(v); }},
        {"depth", [&](const std::string& v) { settings.depth = unsigned(std::stoul(v)); }},
        {"batch", [&](const std::string& v) { settings.batch = unsigned(std::stoul(v)); }},
        {"workers", [&](const std::string& v) { settings.workers = unsigned(std::stoul(v)); }},
        {"cpu", [&](const std::string& v) { pin(std::stoi(v)); }},
    };
    const auto loop = loops.find(words[1]);
    if (loop == loops.end()) {
        std::fprintf(stderr, "bare: no loop %s\n", words[1]);
        return 1;
    }
    for (int i = 2; i < count; ++i) {
        const std::string word = words[i];
        const std::size_t equals = word.find('=');
        const auto name = names.find(word.substr(0, equals));
        if (name == names.end() || equals == std::string::npos) {
            std::fprintf(stderr, "bare: no setting %s\n", word.c_str());
            return 1;
        }
        name->second(word.substr(equals + 1));
    }
    const Outcome outcome = loop->second(settings);
    std::printf("{\"ios\": %llu, \"seconds\": %.6f, \"cpu\": %.6f, \"iops\": %.1f}\n",
                static_cast<unsigned long long>(outcome.ios), outcome.seconds, outcome.cpu,
                static_cast<double>(outcome.ios) / outcome.seconds);
    return 0;
}

}  // namespace

}  // namespace bare

int main(int count, char** words) {
    if (count < 2) {
        std::fputs("bare LOOP [NAME=VALUE ...] | bare launch PROGRAM ...\n", stderr);
        return 1;
    }
    if (std::strcmp(words[1], "launch") == 0 && count > 2) return bare::launch(words + 2);
    return bare::run(count, words);
}
