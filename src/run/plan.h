// Plan: which workers run, in which groups, in which order. Jobs -> Plan; plain data, printable.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "job/job.h"

namespace fathom {

/// One worker to be: a clone of a job.
struct PlannedWorker {
    std::size_t job = 0;       ///< index into Plan::jobs
    std::uint32_t clone = 0;   ///< 0 .. numjobs - 1 ($jobnum, offset_increment)
    std::uint32_t number = 0;  ///< over all workers, from 0 (seeds, file names)
    std::uint32_t group = 0;   ///< reporting group: stonewall, new_group start another
    std::uint32_t stage = 0;   ///< workers of one stage run together; stages one after another
    /// wait_for: index of the job whose workers must all have ended before this one starts.
    std::optional<std::size_t> waits_for = {};
    bool operator==(const PlannedWorker&) const = default;
};

struct Plan {
    std::vector<Job> jobs;
    std::vector<PlannedWorker> workers;  ///< in order of stage
    [[nodiscard]] std::uint32_t stages() const;
    [[nodiscard]] std::uint32_t groups() const;
};

/// Throws Error when wait_for names no earlier job, and the like.
Plan make_plan(std::vector<Job> jobs);

}  // namespace fathom
