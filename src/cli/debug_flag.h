// --debug=LIST: which topics are told of, and where the lines go: with the report, or to standard
// output as long as there is none. Used by cli/flag_values and cli/fio_command.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "base/debug.h"
#include "base/error.h"
#include "cli/output.h"

namespace fathom {

struct DebugChoice {
    std::vector<Topic> topics;
    std::uint32_t only_worker = 0;   ///< job:N; 0: all
    std::vector<Problem> not_found;  ///< words that name no topic: said, no error
};

/// The words there are, for --debug=help.
std::string all_debug_topics();

/// Adds what a comma list of words asks for.
void add_debug_topics(const std::string& list, const Origin& at, DebugChoice& choice);

/// Debugging is on as long as this lives.
class Debugging {
  public:
    explicit Debugging(const DebugChoice& choice);
    ~Debugging();
    Debugging(const Debugging&) = delete;
    Debugging& operator=(const Debugging&) = delete;

    /// While this lives, lines go with the report.
    class ToOutput {
      public:
        explicit ToOutput(Output& output);
        ~ToOutput();
        ToOutput(const ToOutput&) = delete;
        ToOutput& operator=(const ToOutput&) = delete;
    };
};

}  // namespace fathom
