// The line that echoes a job before it runs.
#include <array>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "report/normal.h"
#include "report/number.h"

namespace fathom {

std::string job_line(const Job& job, std::uint32_t group, std::uint32_t jobs) {
    std::string text;
    if (job.ioengine != "cpuio") {
        text = fmt::format("{}: (g={}): rw={}, bs=", job.name, group, job.access.name());
        constexpr std::array<std::string_view, direction_count> letters = {"(R) ", "(W) ", "(T) "};
        for (const Direction d : all_directions) {
            text += fmt::format("{}{}-{}, ", letters[index_of(d)],
                                bytes_text(job.bs[d].min.count(), NumberBase::binary),
                                bytes_text(job.bs[d].max.count(), NumberBase::binary));
        }
        text += fmt::format("ioengine={}, iodepth={}", job.ioengine, job.iodepth);
        if (jobs > 1) text += '\n';
    }
    if (jobs > 1) text += "...";
    return text;
}

}  // namespace fathom
