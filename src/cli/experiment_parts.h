// What `fathom compare` and `fathom sweep` share on the command line: progress, estimates, commands
// of variants, conditions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cli/compare_flags.h"
#include "cli/compare_variants.h"
#include "cli/fio_command.h"
#include "cli/output.h"
#include "run/run.h"

namespace fathom {

/// Columns of the terminal behind a descriptor; 80 where there is none.
std::size_t terminal_width(int fd);

/// Columns that a result as text may take.
std::size_t result_width(const CompareOptions& options, const Output& output);

bool locale_is_utf8();

/// "1m 20s"
std::string span_text(Nanos span);

/// A line over itself on a terminal; nothing elsewhere.
class StatusLine {
  public:
    StatusLine();
    void show(std::string line);
    void clear() { show(""); }
    [[nodiscard]] bool on_terminal() const { return terminal_; }

  private:
    bool terminal_;
    std::size_t shown_ = 0;
};

/// What one run takes, as far as it can be told before it.
struct RunCost {
    std::optional<Nanos> limit;                  ///< of time; empty: until its size is done
    double read = 0, written = 0, laid_out = 0;  ///< bytes
    bool repeats = false;  ///< until its time is over: read and written are of one pass
};
RunCost cost_of(const Plan& plan);
/// "200ms at most, 64.0 MiB to read, 0 B to write"
std::string to_text(const RunCost& cost);
/// So many runs of each, each after a pause.
RunCost total_cost(const std::vector<RunCost>& each, std::size_t runs, Nanos settle);

/// How the runs of an experiment are made: figures second by second kept, no live line.
RunOptions experiment_run_options(const Arguments& arguments, const Identity& identity);

/// "NAME:COMMAND" is for the variant NAME.
void assign_commands(std::vector<VariantCommand>& commands,
                     const std::vector<VariantLabel>& variants);

/// What is done around the runs, as notes.
std::vector<std::string> conditions(const CompareOptions& options);

}  // namespace fathom
