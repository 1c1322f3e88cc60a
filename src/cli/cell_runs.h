// Makes the runs of a sweep's cells: store, progress, interrupts. Shared by `fathom sweep` and
// `fathom seek`, which differ in their plan and in what they say of the runs.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/compare_flags.h"
#include "cli/compare_variants.h"
#include "cli/fio_command.h"
#include "experiment/store.h"
#include "experiment/sweep.h"

namespace fathom {

struct CellRuns {
    Sweep sweep;
    bool whole = false;     ///< nothing ended it early
    bool has_runs = false;  ///< some cell has a run of every variant

    /// 1 for an error, 128 for an interrupt; empty when there is a result to write.
    [[nodiscard]] std::optional<int> failed() const {
        if (has_runs) return std::nullopt;
        return sweep.interrupted ? 128 : 1;
    }
};

/// The seed of the order of runs: as asked, as kept in `store`, or by chance.
std::uint64_t order_seed(const CompareOptions& options, const std::optional<Store>& store);

/// What --dry-run prints.
std::string dry_run_text(const SweepPlan& plan, const std::vector<Variant>& variants,
                         const CompareOptions& options);

/// Runs what `store` does not hold already; `notes` stand under the result. Says on stderr why it
/// ended early. Throws Error when a plan cannot be run.
CellRuns run_cells(SweepPlan plan, const VariantSet& set, const CompareOptions& options,
                   std::optional<Store>& store, const std::vector<std::string>& notes,
                   const OptionTable& table, const Identity& identity);

}  // namespace fathom
