// An engine's own options: rows in one line each, and reading what the job language stored.
// Used by engine files only. A row without a store of its own is checked and kept as text in
// Job::engine_options under its name.
#pragma once

#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "job/job.h"
#include "job/option.h"

namespace fathom {

OptionRow flag_row(std::string_view name, std::string_view help);
OptionRow switch_row(std::string_view name, std::string_view help, std::string_view unset = "0");
OptionRow number_row(std::string_view name, std::string_view help, std::string_view unset = {},
                     std::int64_t min = std::numeric_limits<std::int64_t>::min(),
                     std::int64_t max = std::numeric_limits<std::int64_t>::max());
OptionRow choice_row(std::string_view name, std::string_view help, std::string_view unset,
                     std::vector<Choice> choices);
OptionRow text_row(std::string_view name, std::string_view help);

/// What the job says of its engine's options.
class EngineOptions {
  public:
    explicit EngineOptions(const Job& job) : job_(job) {}
    [[nodiscard]] bool has(const std::string& name) const { return job_.has_engine_option(name); }
    /// Where it was set; the job's section when it was not.
    [[nodiscard]] Origin origin(std::string_view name) const;
    /// A flag or switch; an integer that is not 0.
    [[nodiscard]] bool on(const std::string& name) const { return number(name, 0) != 0; }
    [[nodiscard]] std::int64_t number(const std::string& name, std::int64_t unset) const;
    [[nodiscard]] std::string text(const std::string& name, std::string_view unset = {}) const;
    /// "50,30" for reads and writes; one value is for both.
    [[nodiscard]] std::pair<std::int64_t, std::int64_t> pair(const std::string& name,
                                                             std::int64_t unset) const;

  private:
    const Job& job_;
};

}  // namespace fathom
