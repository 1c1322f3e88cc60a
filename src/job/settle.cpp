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

template <class T>
bool any_of_each(const PerDirection<T>& values) {
    return std::any_of(all_directions.begin(), all_directions.end(),
                       [&](Direction d) { return values[d] != 0; });
}

/// A rate, for a direction the job does not use alone.
template <class T>
void warn_of_idle_rate(const Job& job, std::string_view name, const PerDirection<T>& values,
                       std::vector<Problem>& warnings) {
    const GivenOption* given = last_given(job, name);
    if (given == nullptr || given->from_global || !any_of_each(values)) return;
    for (const Direction d : all_directions) {
        if (job.access.does(d) && values[d] != 0) return;
    }
    warnings.push_back(
        {fmt::format("{}={} has no effect with rw={}", name, given->value, job.access.name()),
         given->origin, "it limits only directions that the job does not use"});
}

template <class T>
void check_least_rate(const Job& job, std::string_view name, const PerDirection<T>& least,
                      const PerDirection<T>& most, std::vector<Problem>& problems) {
    for (const Direction d : all_directions) {
        if (most[d] == 0 || least[d] <= most[d]) continue;
        problems.push_back({fmt::format("minimum rate exceeds rate: {} of {}s is {}, the limit {}",
                                        name, name_of(d), least[d], most[d]),
                            origin_of(job, name), "the limit is the larger one"});
        return;
    }
}

void settle_rates(const Job& job, std::vector<Problem>& warnings, std::vector<Problem>& problems) {
    if (any_of_each(job.rate) && any_of_each(job.rate_iops)) {
        problems.push_back({"rate and rate_iops are mutually exclusive",
                            origin_of(job, "rate_iops"), "choose one of them"});
    }
    check_least_rate(job, "rate_min", job.rate_min, job.rate, problems);
    check_least_rate(job, "rate_iops_min", job.rate_iops_min, job.rate_iops, problems);
    warn_of_idle_rate(job, "rate", job.rate, warnings);
    warn_of_idle_rate(job, "rate_min", job.rate_min, warnings);
    warn_of_idle_rate(job, "rate_iops", job.rate_iops, warnings);
    warn_of_idle_rate(job, "rate_iops_min", job.rate_iops_min, warnings);
}

void settle_thinktime(Job& job, std::vector<Problem>& warnings) {
    if (job.thinktime_spin > job.thinktime && job.thinktime.count() > 0) {
        warnings.push_back({"thinktime_spin is longer than thinktime",
                            origin_of(job, "thinktime_spin"), "the whole pause is busy"});
        job.thinktime_spin = job.thinktime;
    }
    // Pauses by time alone, unless both are asked for.
    const bool by_time = job.thinktime_iotime.count() > 0;
    const bool by_blocks = !by_time || last_given(job, "thinktime_blocks") != nullptr;
    job.thinktime_blocks = by_blocks ? std::max(job.thinktime_blocks, 1U) : 0;
    if (job.thinktime.count() > 0) return;
    for (const std::string_view name : {"thinktime_spin", "thinkcycles", "thinktime_blocks",
                                        "thinktime_blocks_type", "thinktime_iotime"}) {
        const GivenOption* given = last_given(job, name);
        if (given != nullptr && !given->from_global)
            warnings.push_back({fmt::format("{} has no effect without thinktime", name),
                                given->origin, "set thinktime="});
    }
}

void settle_elevator(Job& job, std::vector<Problem>& warnings, std::vector<Problem>& problems) {
    const GivenOption* given = last_given(job, "elevator_cycle");
    if (given != nullptr && !given->from_global && job.elevator == ElevatorOrder::none) {
        warnings.push_back({"elevator_cycle has no effect without elevator", given->origin,
                            "set elevator=oneway, alternating, nearest or drawn"});
    }
    if (job.elevator == ElevatorOrder::none) return;
    const Origin origin = origin_of(job, "elevator");
    if (!job.access.random) {
        warnings.push_back({fmt::format("elevator has no effect with rw={}", job.access.name()),
                            origin, "it sorts random requests"});
        job.elevator = ElevatorOrder::none;
        return;
    }
    const bool several = job.nrfiles > 1;
    if (several || job.openfiles != 0)
        problems.push_back({"elevator sorts requests to one file", origin, "nrfiles=1"});
}

void settle_hop(Job& job, std::vector<Problem>& warnings, std::vector<Problem>& problems) {
    if (job.hop == 0) return;
    const Origin origin = origin_of(job, "hop");
    if (!job.access.random) {
        warnings.push_back({fmt::format("hop has no effect with rw={}", job.access.name()), origin,
                            "sequential requests have their place"});
        job.hop = 0;
        return;
    }
    if (job.nrfiles > 1 || job.openfiles != 0)
        problems.push_back({"hop goes from place to place of one file", origin, "nrfiles=1"});
    if (!job.norandommap)
        problems.push_back(
            {"hop visits places as they come, some of them twice", origin, "set norandommap"});
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
    settle_elevator(job, warnings, problems);
    settle_hop(job, warnings, problems);
    settle_rates(job, warnings, problems);
    settle_thinktime(job, warnings);
    if (job.atomic) job.direct = true;
    job.loops = std::max<std::uint32_t>(job.loops, 1);  // fio: a job of 0 loops runs once
}

}  // namespace fathom
