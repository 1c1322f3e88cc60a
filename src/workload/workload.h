// What to do next: turns a Job and the spans of its files into a stream of Requests.
// Pure: no files, no clock, no threads; the same Job, spans and seed give the same stream.
// Who does it is run/, how it is done is engine/.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "job/job.h"
#include "workload/pace.h"
#include "workload/request.h"

namespace fathom {

/// The part of a file a worker works on, in bytes.
struct FileSpan {
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    /// Size of the whole file; 0: it ends with the span. A stepped walk (rw=read:8k) turns round at
    /// the file's end but stops where only the span ends.
    std::uint64_t file_size = 0;
};

struct WorkloadSetup {
    std::vector<FileSpan> files{};  ///< one per file of the worker
    std::uint64_t io_size = 0;      ///< bytes to transfer per loop; the sum of the spans unless set
    std::uint64_t seed = 0;         ///< of this worker; see worker_seed()
    bool repeat = false;            ///< time_based: start again when done, until stopped
    std::uint64_t loop = 0;         ///< which pass of loops=: later passes draw another order
    /// Of a job with rates or think time: requests then come one at a time, and where reads and
    /// writes are mixed it decides whose turn is next.
    const Pace* pace = nullptr;
    bool mark_passes = false;  ///< say with Op::next_pass where a file is gone over once more
};

/// A stream of requests. `fill` is called by one thread only. Where a job keeps fewer files open
/// than it has (openfiles below the number of files), the stream opens and closes them all by
/// requests: none is open before the first, and none after the last unless the run is stopped.
class Workload {
  public:
    virtual ~Workload() = default;
    /// Puts up to RequestBatch::capacity requests in `batch`; count 0 means done.
    virtual void fill(RequestBatch& batch) = 0;
    /// Bytes of data requests this stream issues in all; 0 when endless (for the ETA).
    [[nodiscard]] virtual std::uint64_t total_bytes() const = 0;
};

/// Chooses the leanest stream that does what the job asks. Throws Error for what cannot be done.
std::unique_ptr<Workload> make_workload(const Job& job, const WorkloadSetup& setup);

/// The seed of worker `index` (counted over all workers): the same for the same job and index when
/// randrepeat is set, from `entropy` otherwise.
std::uint64_t worker_seed(const Job& job, std::uint64_t index, std::uint64_t entropy);

}  // namespace fathom
