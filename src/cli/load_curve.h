// fathom sweep --latency-curve: which loads are offered. Without --over rate_iops= they are shares
// of what the job does without a limit, which is measured first.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/compare_flags.h"
#include "cli/fio_command.h"
#include "experiment/grid.h"
#include "experiment/store.h"
#include "job/option.h"

namespace fathom {

struct OfferedLoads {
    Axis axis;  ///< rate_iops of each worker
    std::vector<std::string> notes;
};

/// Throws Error for what is no latency curve: variants, more than one job, another option swept, no
/// run time.
void check_load_curve(const CompareOptions& options, const OptionTable& table);

/// The loads of --over, or those of an experiment that goes on (`kept`), or shares of the
/// saturation, which takes a few runs; empty after an interrupt. Throws Error where a run fails.
std::optional<OfferedLoads> offered_loads(const CompareOptions& options, const OptionTable& table,
                                          const Identity& identity,
                                          const std::optional<ExperimentPlan>& kept);

/// What --dry-run says of a curve whose loads are not known yet.
std::string load_curve_dry_run(const CompareOptions& options, const OptionTable& table);

}  // namespace fathom
