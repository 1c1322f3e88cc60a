#include "run/thread_limits.h"

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

#include <fmt/format.h>
#include <sys/resource.h>

namespace fathom {

namespace {

using Limit = std::pair<std::uint64_t, std::string>;

std::optional<std::uint64_t> number_in(const std::string& path) {
    std::ifstream file(path);
    std::uint64_t number = 0;
    if (file >> number) return number;
    return std::nullopt;  // absent, or "max"
}

/// The pids limits of this process's control group and of those above it.
void add_group_limits(const std::string& root, std::vector<Limit>& limits) {
    std::ifstream groups(root + "/proc/self/cgroup");
    for (std::string line; std::getline(groups, line);) {
        const auto first = line.find(':');
        const auto second = line.find(':', first + 1);
        if (second == std::string::npos) continue;
        const std::string controllers = line.substr(first + 1, second - first - 1);
        if (!controllers.empty() && controllers != "pids") continue;
        const std::string base = root + "/sys/fs/cgroup" + (controllers.empty() ? "" : "/pids");
        for (std::string group = line.substr(second + 1);;) {
            if (const auto most = number_in(base + group + "/pids.max"))
                limits.emplace_back(*most, "pids.max of the control group " + group);
            if (group.size() <= 1) break;
            group.resize(std::max<std::size_t>(group.rfind('/'), 1));
        }
    }
}

}  // namespace

std::string thread_limits(const std::string& root) {
    std::vector<Limit> limits;
    rlimit processes{};
    if (::getrlimit(RLIMIT_NPROC, &processes) == 0 && processes.rlim_cur != RLIM_INFINITY)
        limits.emplace_back(processes.rlim_cur, "ulimit -u");
    add_group_limits(root, limits);
    if (const auto all = number_in(root + "/proc/sys/kernel/threads-max"))
        limits.emplace_back(*all, "kernel.threads-max");
    // A stack and its guard page are two maps.
    if (const auto maps = number_in(root + "/proc/sys/vm/max_map_count"))
        limits.emplace_back(*maps / 2, "half of vm.max_map_count");
    std::sort(limits.begin(), limits.end());
    std::string text;
    for (const auto& [most, name] : limits)
        text += fmt::format("{}{} is {}", text.empty() ? " (limits: " : ", ", name, most);
    return text.empty() ? text : text + ")";
}

}  // namespace fathom
