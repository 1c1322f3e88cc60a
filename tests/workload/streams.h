// Helpers for the workload tests: jobs in one line, and a stream as a list or as text.
#pragma once

#include <string>
#include <vector>

#include <fmt/format.h>

#include "workload/workload.h"

namespace fathom::test {

inline constexpr std::uint64_t kib = 1024;

/// `rw` as a user writes it, without a suffix; `step` is the number after the colon.
inline Job job_of(const std::string& rw, std::uint64_t block = 4 * kib, std::int64_t step = 0) {
    Job job;
    job.name = "test";
    Access& access = job.access;
    access = Access{};
    const bool both = rw == "rw" || rw == "randrw";
    access.random = rw.starts_with("rand");
    access.read = both || rw.ends_with("read");
    access.write = both || rw.ends_with("write");
    access.trim = rw.find("trim") != std::string::npos;
    access.trim_then_write = access.trim && access.write;
    if (!access.random) access.sequential_step = step;
    if (access.random && step > 0) access.random_run = static_cast<std::uint64_t>(step);
    job.bs = PerDirection<BlockSize>::all({Bytes(block), Bytes(block)});
    return job;
}

inline void set_size(Job& job, Direction d, std::uint64_t min, std::uint64_t max) {
    job.bs[d] = {Bytes(min), Bytes(max)};
}

inline std::vector<Request> requests_of(Workload& workload, std::size_t limit = 1U << 24) {
    std::vector<Request> all;
    RequestBatch batch;
    while (all.size() < limit) {
        workload.fill(batch);
        if (batch.count == 0) break;
        all.insert(all.end(), batch.requests.begin(), batch.requests.begin() + batch.count);
    }
    return all;
}

inline std::vector<Request> run(const Job& job, const WorkloadSetup& setup,
                                std::size_t limit = 1U << 24) {
    return requests_of(*make_workload(job, setup), limit);
}

inline std::vector<std::uint64_t> offsets_of(const std::vector<Request>& requests) {
    std::vector<std::uint64_t> offsets;
    for (const Request& request : requests) offsets.push_back(request.offset);
    return offsets;
}

/// "r0 w4 t8+8": direction and offset in KiB, and the length where it is not 4 KiB. Others: F
/// fsync, D fdatasync, S0+16 sync_file_range, O open, C close. `with_file`: "1:r0".
inline std::string text_of(const std::vector<Request>& requests, bool with_file = false) {
    constexpr std::string_view letters = "rwtFDSOC";
    std::string text;
    for (const Request& request : requests) {
        if (!text.empty()) text += ' ';
        if (with_file) text += fmt::format("{}:", request.file);
        text += letters[static_cast<std::size_t>(request.op)];
        if (!moves_data(request.op) && request.op != Op::sync_range) continue;
        text += fmt::format("{}", static_cast<double>(request.offset) / 1024);
        if (request.length != 4 * kib)
            text += fmt::format("+{}", static_cast<double>(request.length) / 1024);
    }
    return text;
}

}  // namespace fathom::test
