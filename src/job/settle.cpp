#include "job/settle.h"

#include <algorithm>

#include <fmt/format.h>

namespace fathom {

namespace {

const GivenOption* last_given(const Job& job, std::string_view name) {
    const auto found = std::find_if(job.given.rbegin(), job.given.rend(),
                                    [&](const GivenOption& given) { return given.name == name; });
    return found == job.given.rend() ? nullptr : &*found;
}

Origin origin_of(const Job& job, std::string_view name) {
    const GivenOption* given = last_given(job, name);
    return given != nullptr ? given->origin : job.origin;
}

void settle_depth(Job& job) {
    const std::uint32_t depth = job.iodepth;
    if (job.iodepth_low == 0 || job.iodepth_low > depth) job.iodepth_low = depth;
    if (job.iodepth_batch == 0 || job.iodepth_batch > depth) job.iodepth_batch = depth;
    auto& least = job.iodepth_batch_complete_min;
    auto& most = job.iodepth_batch_complete_max;
    least = std::min(least, depth);
    most = std::min(most, depth);
    most = std::max(most, least);
}

/// A job's own nrfiles= takes the first of the files that the defaults name.
void settle_files(Job& job) {
    const GivenOption* names = last_given(job, "filename");
    const GivenOption* count = last_given(job, "nrfiles");
    if (names == nullptr || count == nullptr || !names->from_global || count->from_global) return;
    std::uint32_t left = std::max(job.nrfiles, 1U);
    for (std::size_t i = 0; i < job.filename.size(); ++i) {
        const bool separates = job.filename[i] == ':' && i > 0 && job.filename[i - 1] != '\\';
        if (separates && --left == 0) job.filename.resize(i);
    }
}

void settle_time(Job& job, std::vector<Problem>& warnings) {
    if (job.time_based && job.runtime.count() == 0) {
        warnings.push_back({"time_based requires a runtime/timeout setting",
                            origin_of(job, "time_based"), "it has no effect"});
        job.time_based = false;
    }
}

void settle_mix(const Job& job, std::vector<Problem>& warnings) {
    const bool mixed = job.access.read && job.access.write;
    for (const std::string_view name : {"rwmixread", "rwmixwrite"}) {
        const GivenOption* given = last_given(job, name);
        if (!mixed && given != nullptr && !given->from_global) {
            warnings.push_back({fmt::format("{} has no effect with rw={}", name, job.access.name()),
                                given->origin, "it needs rw=rw or rw=randrw"});
        }
    }
}

/// What is not measured has no percentiles.
void settle_percentiles(Job& job) {
    if (job.disable_clat) job.clat_percentiles = false;
    if (job.disable_lat) job.lat_percentiles = false;
    if (job.disable_slat) job.slat_percentiles = false;
}

void check_size(const Job& job, std::vector<Problem>& problems) {
    if (job.size.is_percent || job.size.bytes == 0) return;
    std::uint64_t least = UINT64_MAX;
    for (const Direction d : all_directions) {
        if (job.access.does(d)) least = std::min(least, job.bs[d].min.count());
    }
    if (job.size.bytes < least) {
        problems.push_back(
            {fmt::format("size too small, must not be less than minimum block size: {} < {}",
                         job.size.bytes, least),
             origin_of(job, "size"),
             {}});
    }
}

}  // namespace

void settle(Job& job, std::vector<Problem>& warnings, std::vector<Problem>& problems) {
    settle_depth(job);
    settle_files(job);
    settle_time(job, warnings);
    settle_mix(job, warnings);
    settle_percentiles(job);
    check_size(job, problems);
    if (job.atomic) job.direct = true;
    job.loops = std::max<std::uint32_t>(job.loops, 1);  // fio: a job of 0 loops runs once
}

}  // namespace fathom
