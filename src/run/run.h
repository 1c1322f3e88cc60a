// Running a Plan: files made ready, stages one after another, one thread per worker, signals, live
// status; returns everything measured as a RunResult.
#pragma once

#include <string>
#include <string_view>

#include "result/live_status.h"
#include "result/run_result.h"
#include "run/plan.h"

namespace fathom {

struct RunOptions {
    bool readonly = false;           ///< refuse any job that writes or trims
    Nanos live_interval = 1_s;       ///< how often live() is called; 0: never
    std::string program = "fathom";  ///< as called: "fio" through a link of that name
};

/// What the run tells while it goes on. Called from the thread that called run_plan.
class RunObserver {
  public:
    virtual ~RunObserver() = default;
    virtual void message(std::string_view line) = 0;  ///< "a: Laying out IO file (1 file / 64MiB)"
    virtual void problem(std::string_view line) = 0;  ///< an error or warning, as it happens
    virtual void live(const LiveStatus& status) = 0;
};

/// Runs all. Throws Error for what is wrong before anything is started (missing files, devices in
/// use, permissions); errors of a started worker are in its JobResult.
RunResult run_plan(const Plan& plan, const RunOptions& options, RunObserver& observer);

/// SIGINT and SIGTERM: the first ends the run with a report, the second leaves at once.
void install_interrupt_handlers();
bool interrupted();

}  // namespace fathom
