#include "cli/bandwidth_log.h"

#include <cerrno>
#include <cstdint>

#include <fmt/format.h>

#include "base/error.h"

namespace fathom {

BandwidthLog::BandwidthLog(const std::string& name) {
    for (const Direction d : all_directions) {
        const std::string path = fmt::format("{}-{}_bw.log", name, name_of(d));
        std::FILE* file = std::fopen(path.c_str(), "we");
        if (file == nullptr) throw system_error("cannot write " + path, errno);
        files_[index_of(d)].reset(file);
    }
}

void BandwidthLog::add(const LiveStatus& status) {
    for (const Direction d : all_directions) {
        std::FILE* file = files_[index_of(d)].get();
        const auto rate = static_cast<std::uint64_t>(status.bytes_per_second[d] / 1024);
        const std::string line = fmt::format("{}, {}, {}, 0, 0\n",
                                             status.elapsed.count() / 1'000'000, rate, index_of(d));
        std::fwrite(line.data(), 1, line.size(), file);
        std::fflush(file);
    }
}

}  // namespace fathom
