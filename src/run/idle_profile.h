// --idle-prof: how much of the processors' time a run leaves. A thread per processor that runs only
// when nothing else wants to, at work all the time: what it got is what was left. Used by run/run.
#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "base/units.h"
#include "result/run_result.h"

namespace fathom {

/// How long a unit of an idle thread's work takes when nothing disturbs it, in microseconds.
struct UnitWork {
    double mean = 0, deviation = 0;
};
UnitWork measure_unit_work();

class IdleProfile {
  public:
    /// Starts the threads, one for each processor this process may use. Throws Error when the
    /// system gives none.
    explicit IdleProfile(bool per_cpu);
    ~IdleProfile();
    IdleProfile(const IdleProfile&) = delete;
    IdleProfile& operator=(const IdleProfile&) = delete;

    /// What was left since the start.
    [[nodiscard]] Idleness so_far() const;

  private:
    struct Watcher {
        int cpu = 0;
        std::atomic<std::int64_t> used{0};  ///< processor time got so far, ns
        std::thread thread;
    };
    void watch(Watcher& watcher);

    bool per_cpu_;
    UnitWork unit_;
    Nanos begin_{};
    std::atomic<bool> stop_{false};
    std::vector<std::unique_ptr<Watcher>> watchers_;
};

}  // namespace fathom
