// --trigger-file, --trigger-timeout, --trigger: a command that is run once, when a file appears or
// a time has passed; the run then ends. Used by run/run, on the main thread.
#pragma once

#include <optional>
#include <string>

#include "base/units.h"

namespace fathom {

struct TriggerOptions {
    std::string file;     ///< whose appearance counts; it is removed then
    Nanos timeout{};      ///< since the start of the run; 0: none
    std::string command;  ///< for the shell; may be empty
    [[nodiscard]] bool set() const { return !file.empty() || timeout.count() > 0; }
};

class Trigger {
  public:
    explicit Trigger(TriggerOptions options) : options_(std::move(options)) {}
    void begin(Nanos now) { begin_ = now; }
    /// Whether it is to go off now; true once.
    bool due(Nanos now);
    /// When due() is to be asked again at the latest.
    [[nodiscard]] std::optional<Nanos> next_moment(Nanos now) const;
    /// Runs the command, its output where ours goes. Throws Error when it cannot be started.
    void run_command() const;

  private:
    TriggerOptions options_;
    Nanos begin_{};
    bool gone_off_ = false;
};

}  // namespace fathom
