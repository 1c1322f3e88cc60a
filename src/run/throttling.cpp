#include "run/throttling.h"

#include <cstdint>
#include <filesystem>
#include <fstream>
#include <optional>

namespace fathom {

namespace {

namespace fs = std::filesystem;

/// Cores of one package count a package's events each; the cores' own are enough.
std::optional<std::uint64_t> heat_events(const std::string& root) {
    std::optional<std::uint64_t> sum;
    std::error_code error;
    for (const auto& entry : fs::directory_iterator(root + "/sys/devices/system/cpu", error)) {
        std::ifstream file(entry.path() / "thermal_throttle" / "core_throttle_count");
        std::uint64_t count = 0;
        if (file >> count) sum = sum.value_or(0) + count;
    }
    return sum;
}

/// "throttled_usec 12" of version 2, "throttled_time 12000" (ns) of version 1.
std::optional<Nanos> throttled_in(const std::string& path) {
    std::ifstream file(path);
    std::string name;
    for (std::int64_t value = 0; file >> name >> value;) {
        if (name == "throttled_usec") return Nanos(value * 1'000);
        if (name == "throttled_time") return Nanos(value);
    }
    return std::nullopt;
}

std::optional<Nanos> group_time(const std::string& root) {
    std::ifstream groups(root + "/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        const std::string group = line.substr(second + 1);
        if (controllers.empty()) {
            if (const auto time = throttled_in(root + "/sys/fs/cgroup" + group + "/cpu.stat"))
                return time;
        } else if (("," + controllers + ",").find(",cpu,") != std::string::npos) {
            if (const auto time =
                    throttled_in(root + "/sys/fs/cgroup/" + controllers + group + "/cpu.stat"))
                return time;
        }
    }
    return std::nullopt;
}

}  // namespace

Throttling read_throttling(const std::string& root) {
    return {heat_events(root), group_time(root)};
}

Throttling since(const Throttling& now, const Throttling& before) {
    Throttling difference;
    if (now.heat_events && before.heat_events)
        difference.heat_events = *now.heat_events - *before.heat_events;
    if (now.group_time && before.group_time)
        difference.group_time = *now.group_time - *before.group_time;
    return difference;
}

}  // namespace fathom
