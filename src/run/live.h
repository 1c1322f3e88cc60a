// The live status: what every worker does now, rates since the last look, and when all of it will
// be over. Pure arithmetic on snapshots; run/run takes them, report/ prints the result.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "result/live_status.h"
#include "run/worker_view.h"

namespace fathom {

/// The letter of fio's status line.
char letter_of(const WorkerView& worker, Nanos now);

/// Time until all workers have ended, later stages included; none where nothing tells.
std::optional<Nanos> remaining_time(std::span<const WorkerView> workers, Nanos now);

class LiveMeter {
  public:
    /// `now` counts from the start of the run.
    LiveStatus look(std::span<const WorkerView> workers, Nanos now);

  private:
    Nanos last_{};
    std::vector<WorkerView> before_;
};

}  // namespace fathom
