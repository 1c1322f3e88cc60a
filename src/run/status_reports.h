// Reports of a run that goes on (--status-interval, SIGUSR1): when one is due, and what each worker
// has done so far. Used by run/run, on the main thread; knows nothing of how it is printed.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "run/worker.h"

namespace fathom {

class StatusReports {
  public:
    using Workers = std::vector<std::unique_ptr<Worker>>;

    /// `interval` 0: only on request.
    explicit StatusReports(Nanos interval) : interval_(interval) {}

    /// The first interval begins.
    void begin(Nanos now) { next_ = now + interval_; }
    /// Asks the workers for their figures when an interval is over or somebody `requested` a
    /// report.
    void look(const Workers& workers, Nanos now, bool requested);
    /// Whether a report was asked for and every worker has answered, or has been given enough time.
    [[nodiscard]] bool ready(const Workers& workers, Nanos now) const;
    /// The rows of the report; it is done with then.
    [[nodiscard]] std::vector<JobResult> take(const Workers& workers);
    /// When look() or ready() may have something new, apart from a worker's answer.
    [[nodiscard]] std::optional<Nanos> next_moment() const;

  private:
    Nanos interval_;
    Nanos next_{};
    std::optional<Nanos> deadline_;  ///< of the report that is being put together
};

}  // namespace fathom
