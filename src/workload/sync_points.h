// When a worker's writes are followed by a sync (fsync=, fdatasync=, sync_file_range=): after every
// N writes and before the request that comes next, never after the last one. Where several are due
// at once only the strongest is done; any of them starts the range of sync_file_range anew.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "job/job.h"
#include "workload/request.h"

namespace fathom {

class SyncPoints {
  public:
    SyncPoints(const Job& job, std::size_t files)
        : fsync_(job.fsync), fdatasync_(job.fdatasync), range_(job.sync_file_range.every) {
        if (range_.every != 0) written_.resize(files);
    }

    /// False when the job asks for none of them.
    [[nodiscard]] bool any() const {
        return fsync_.every != 0 || fdatasync_.every != 0 || range_.every != 0;
    }
    /// Counts a write.
    void wrote(const Request& request) {
        last_file_ = request.file;
        fsync_.count();
        fdatasync_.count();
        range_.count();
        if (range_.every == 0) return;
        Range& range = written_[request.file];
        range.begin = std::min(range.begin, request.offset);
        range.end = std::max(range.end, request.offset + request.length);
    }
    /// The sync to do before the next request, if one is due.
    std::optional<Request> take_due() {
        if (!fsync_.due && !fdatasync_.due && !range_.due) return std::nullopt;
        Request request{0, 0, last_file_, fsync_.due ? Op::fsync : Op::fdatasync};
        const bool by_range = !fsync_.due && !fdatasync_.due;
        fsync_.due = fdatasync_.due = range_.due = false;
        if (range_.every != 0) {
            const Range range = written_[last_file_];
            written_[last_file_] = {};
            if (by_range) {
                // A request counts 32 bits; a longer range is synced to the file's end (length 0).
                const std::uint64_t length = range.end - range.begin;
                const bool fits = length <= ~std::uint32_t{0};
                request = {range.begin, fits ? static_cast<std::uint32_t>(length) : 0U, last_file_,
                           Op::sync_range};
            }
        }
        return request;
    }

  private:
    struct Every {
        explicit Every(std::uint32_t n) : every(n), left(n) {}
        void count() {
            if (every == 0 || --left != 0) return;
            left = every;
            due = true;
        }
        std::uint32_t every;
        std::uint32_t left;
        bool due = false;
    };
    struct Range {
        std::uint64_t begin = ~std::uint64_t{0};
        std::uint64_t end = 0;
    };

    Every fsync_, fdatasync_, range_;
    std::uint32_t last_file_ = 0;
    std::vector<Range> written_;  ///< per file, since its last sync
};

}  // namespace fathom
