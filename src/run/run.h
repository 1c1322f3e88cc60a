// Running a Plan: files made ready, stages one after another, one thread per worker, signals, live
// status; returns everything measured as a RunResult.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "result/live_status.h"
#include "result/run_result.h"
#include "run/plan.h"
#include "run/trigger.h"

namespace fathom {

struct RunOptions {
    bool readonly = false;       ///< refuse any job that writes or trims
    bool keep_series = false;    ///< figures second by second, for a result that is saved
    Nanos live_interval = 1_s;   ///< how often live() is called; 0: never
    Nanos status_interval{};     ///< how often status() is called; 0: on SIGUSR1 only
    Nanos bandwidth_interval{};  ///< how often bandwidth() is called; 0: never
    TriggerOptions trigger{};
    std::string aux_path{};  ///< where files about the run go; empty: where we are
    enum class Idle { off, system, per_cpu } idle_profile = Idle::off;
    std::string program = "fathom";  ///< as called: "fio" through a link of that name
};

/// What the run tells while it goes on. Called from the thread that called run_plan.
class RunObserver {
  public:
    virtual ~RunObserver() = default;
    virtual void message(std::string_view line) = 0;  ///< "a: Laying out IO file (1 file / 64MiB)"
    virtual void problem(std::string_view line) = 0;  ///< an error or warning, as it happens
    virtual void live(const LiveStatus& status) = 0;
    /// The rates since the last call, every bandwidth_interval.
    virtual void bandwidth(const LiveStatus&) {}
    /// What has been done so far, every status_interval and whenever SIGUSR1 arrives.
    virtual void status(const RunResult&) {}
};

/// Throws Error with everything that is wrong with the jobs as they stand, whatever files there
/// are; else returns what the user should know before they are run.
std::vector<Problem> check_plan(const Plan& plan, const RunOptions& options);

/// Runs all, after check_plan. What goes wrong from then on - files that cannot be made or used, a
/// failed I/O - is the error of its JobResult; the other jobs run.
RunResult run_plan(const Plan& plan, const RunOptions& options, RunObserver& observer);

/// SIGINT and SIGTERM: the first ends the run with a report, the second leaves at once. SIGUSR1 has
/// the state so far reported.
void install_interrupt_handlers();
bool interrupted();

}  // namespace fathom
