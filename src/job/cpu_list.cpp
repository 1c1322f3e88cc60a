#include "job/cpu_list.h"

#include <algorithm>

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

}  // namespace fathom
