// Where and as whom a worker's thread runs: CPUs, NUMA nodes, priorities, user and group.
// Called on the worker's own thread; every setting touches that thread only.
#pragma once

#include <vector>

#include "base/error.h"
#include "job/job.h"

namespace fathom {

/// The CPUs of worker `number`: all allowed ones, or with cpus_allowed_policy=split one of them.
std::vector<int> cpus_of_worker(const Job& job, std::uint32_t number);

/// What of the job's placement this host cannot do, before anything starts.
std::vector<Problem> placement_problems(const Job& job);

/// Places the calling thread: CPUs, NUMA, nice, I/O priority. Throws Error.
void place_thread(const Job& job, std::uint32_t number);

/// Gives the calling thread the job's user and group. Throws Error.
void become_user(const Job& job);

/// lockmem: memory held in RAM so that the page cache has that much less.
class LockedMemory {
  public:
    /// Throws Error when the limit on locked memory is lower.
    explicit LockedMemory(const Job& job);
    ~LockedMemory();
    LockedMemory(const LockedMemory&) = delete;
    LockedMemory& operator=(const LockedMemory&) = delete;

  private:
    void* start_;
    std::size_t size_;
};

}  // namespace fathom
