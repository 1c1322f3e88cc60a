#include "run/addresses.h"

#include <algorithm>
#include <vector>

namespace fathom {

namespace {
constexpr std::uint64_t enough = 16'384;
}

Addresses addresses_of(const Job& job, WorkloadSetup setup, std::span<const File> files,
                       std::uint64_t ios) {
    setup.pace = nullptr;
    const auto stream = make_workload(job, setup);
    const std::uint64_t wanted = std::min(ios, enough);
    Addresses found;
    std::vector<std::uint64_t> ends(files.size());
    std::vector<bool> begun(files.size());
    RequestBatch batch;
    while (found.ios < wanted) {
        stream->fill(batch);
        if (batch.count == 0) break;
        for (unsigned i = 0; i < batch.count && found.ios < wanted; ++i) {
            const Request& request = batch.requests[i];
            if (!moves_data(request.op)) continue;
            const FileSpan& span = files[request.file].span;
            const std::uint64_t size =
                std::max({span.file_size, span.offset + span.length, std::uint64_t{1}});
            ++found.ios;
            found.position_sum += static_cast<double>(request.offset) / static_cast<double>(size);
            if (begun[request.file]) {
                const std::uint64_t end = ends[request.file];
                ++found.steps;
                found.distance_sum += static_cast<double>(
                    request.offset > end ? request.offset - end : end - request.offset);
            }
            begun[request.file] = true;
            ends[request.file] = request.offset + request.length;
        }
    }
    return found;
}

}  // namespace fathom
