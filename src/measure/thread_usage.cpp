#include "measure/thread_usage.h"

#include <sys/resource.h>

namespace fathom {

namespace {

Nanos to_nanos(const timeval& t) {
    return Nanos(static_cast<std::int64_t>(t.tv_sec) * 1'000'000'000 +
                 static_cast<std::int64_t>(t.tv_usec) * 1'000);
}

}  // namespace

ThreadUsage ThreadUsage::now() {
    rusage usage{};
    ::getrusage(RUSAGE_THREAD, &usage);
    return {to_nanos(usage.ru_utime), to_nanos(usage.ru_stime),
            static_cast<std::uint64_t>(usage.ru_nvcsw + usage.ru_nivcsw),
            static_cast<std::uint64_t>(usage.ru_majflt),
            static_cast<std::uint64_t>(usage.ru_minflt)};
}

ThreadUsage ThreadUsage::since(const ThreadUsage& earlier) const {
    return {user - earlier.user, system - earlier.system,
            context_switches - earlier.context_switches, major_faults - earlier.major_faults,
            minor_faults - earlier.minor_faults};
}

ThreadUsage ThreadUsage::plus(const ThreadUsage& other) const {
    return {user + other.user, system + other.system, context_switches + other.context_switches,
            major_faults + other.major_faults, minor_faults + other.minor_faults};
}

}  // namespace fathom
