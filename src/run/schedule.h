// Who may start and who has to stop, and when: stages, wait_for, start delays, exitall. A pure
// state machine over a Plan: no threads and no clock, time is passed in. Driven by run/run.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/units.h"
#include "run/plan.h"

namespace fathom {

class Schedule {
  public:
    /// `delays`: one per worker, counted from the start of the run, as fio's.
    Schedule(const Plan& plan, std::vector<Nanos> delays);

    /// Workers (indices into Plan::workers) that may start now; each is returned once.
    std::vector<std::size_t> start_due(Nanos since_start);
    /// The next moment at which time alone lets somebody start.
    [[nodiscard]] std::optional<Nanos> next_start() const;
    /// A started worker has ended. Returns the started ones that have to stop because of it
    /// (exitall, exitall_on_error, exit_on_io_done); workers not started yet that must not run are
    /// cancelled.
    std::vector<std::size_t> ended(std::size_t worker, bool failed);
    /// A worker that cannot start has ended without having run; who waits for it goes on.
    void drop(std::size_t worker);
    /// Nobody else is to start.
    void cancel_all();
    [[nodiscard]] bool done() const { return open_ == 0; }
    [[nodiscard]] bool cancelled(std::size_t worker) const {
        return states_[worker] == State::cancelled;
    }
    /// The stage whose workers run now, or run next.
    [[nodiscard]] std::uint32_t stage() const { return stage_; }

  private:
    enum class State : std::uint8_t { pending, started, ended, cancelled };

    /// cpuio's exit_on_io_done: such workers end when no other kind is left in their stage.
    void stop_loads_without_io(std::uint32_t stage, std::vector<std::size_t>& to_stop) const;
    void close(std::size_t worker, State state);
    /// Moves on to the first stage that has something left to do.
    void advance();

    const Plan& plan_;
    std::vector<Nanos> delays_;
    std::vector<State> states_;
    std::vector<std::uint32_t> open_in_stage_, open_in_job_;
    std::vector<std::size_t> first_of_stage_;  ///< and one past the last stage
    std::uint32_t stage_ = 0;
    std::size_t open_ = 0;  ///< neither ended nor cancelled
};

}  // namespace fathom
