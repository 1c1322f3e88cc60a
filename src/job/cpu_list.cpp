#include "job/cpu_list.h"

#include <algorithm>

#include <fmt/format.h>
#include <unistd.h>

#include "job/number.h"
#include "job/value.h"

namespace fathom {

std::optional<std::vector<int>> parse_cpu_list(std::string_view text, int max) {
    std::vector<int> cpus;
    for (const std::string_view part : split(text, ',')) {
        const auto dash = part.find('-');
        const auto first = parse_integer(part.substr(0, dash), 1024);
        const auto last =
            dash == std::string_view::npos ? first : parse_integer(part.substr(dash + 1), 1024);
        if (!first || !last || *first < 0 || *last < *first || *last > max) return std::nullopt;
        for (SignedWide cpu = *first; cpu <= *last; ++cpu) cpus.push_back(static_cast<int>(cpu));
    }
    std::sort(cpus.begin(), cpus.end());
    cpus.erase(std::unique(cpus.begin(), cpus.end()), cpus.end());
    return cpus;
}

int highest_cpu() {
    return static_cast<int>(std::max(1L, sysconf(_SC_NPROCESSORS_CONF))) - 1;
}

std::vector<int> read_cpus(const OptionRow& row, std::string_view text,
                           const ValueContext& context) {
    const auto cpus = parse_cpu_list(text, highest_cpu());
    if (!cpus) {
        refuse(row, text, context,
               fmt::format("no list of CPUs from 0 to {}, such as 0,2-3", highest_cpu()));
    }
    return *cpus;
}

}  // namespace fathom
