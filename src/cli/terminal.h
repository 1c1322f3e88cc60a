// What a run says while it goes on, as the user sees it: messages with the report, problems on
// stderr, the status line over itself, and reports of the state so far. Used by cli/fio_command.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "cli/arguments.h"
#include "cli/bandwidth_log.h"
#include "cli/output.h"
#include "run/run.h"

namespace fathom {

class Terminal : public RunObserver {
  public:
    /// Makes the bandwidth logs that `arguments` ask for. Throws Error.
    Terminal(Output& output, const Arguments& arguments, std::string version);

    /// Whether a status line is wanted: on a terminal, or always, and never amid JSON on stdout.
    [[nodiscard]] bool shows_status() const;
    void message(std::string_view line) override;
    void problem(std::string_view line) override;
    void live(const LiveStatus& status) override;
    void status(const RunResult& result) override;
    void bandwidth(const LiveStatus& status) override;
    void clear_status();

  private:
    Output& output_;
    const Arguments& arguments_;
    std::string version_;  ///< as which program the reports are signed
    std::optional<BandwidthLog> bandwidth_log_;
    std::size_t shown_ = 0;  ///< columns of the status line on the screen
    Nanos last_newline_{};
};

}  // namespace fathom
