#include "run/status_reports.h"

#include <algorithm>

namespace fathom {

namespace {

// A worker looks up every 50 ms unless an I/O takes longer: then its last figures have to do.
constexpr Nanos patience = 500_ms;

bool at_work(const Worker& worker) {
    return worker.phase() == Phase::running;
}

}  // namespace

void StatusReports::look(const Workers& workers, Nanos now, bool requested) {
    const bool due = interval_.count() > 0 && now >= next_;
    while (interval_.count() > 0 && next_ <= now) next_ += interval_;
    if (deadline_ || !(due || requested)) return;
    deadline_ = now + patience;
    for (const auto& worker : workers) {
        if (at_work(*worker)) worker->snapshot().ask();
    }
}

bool StatusReports::ready(const Workers& workers, Nanos now) const {
    if (!deadline_) return false;
    if (now >= *deadline_) return true;
    return std::none_of(workers.begin(), workers.end(), [](const auto& worker) {
        return at_work(*worker) && worker->snapshot().wanted();
    });
}

std::vector<JobResult> StatusReports::take(const Workers& workers) {
    deadline_.reset();
    std::vector<JobResult> rows;
    for (const auto& worker : workers) rows.push_back(worker->result_so_far());
    return rows;
}

std::optional<Nanos> StatusReports::next_moment() const {
    if (deadline_) return deadline_;
    return interval_.count() > 0 ? std::optional(next_) : std::nullopt;
}

}  // namespace fathom
