// A Spec: the sections of a job file, or of the command line, as raw text with its origin.
// First stage of the job language; knows no option by name. job/build turns it into Jobs.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"

namespace fathom {

struct RawOption {
    std::string name;   ///< as written
    std::string value;  ///< after '='; empty for a flag
    bool has_value = false;
    Origin origin;
    bool operator==(const RawOption&) const = default;
};

struct Section {
    std::string name;
    bool is_global = false;
    std::vector<RawOption> options;
    Origin origin;
    bool operator==(const Section&) const = default;
};

/// Sections in the order read; a [global] one applies to the sections after it.
struct Spec {
    std::vector<Section> sections;
    bool operator==(const Spec&) const = default;
};

/// Reads a file named in an `include` line; injected so that tests need no disk.
using IncludeReader = std::function<std::string(const std::string& path)>;

/// Splits job-file text into sections. `file_name` is used in origins and, for `include`, as the
/// place relative paths start from. Comments (# and ; anywhere outside an escape) are dropped,
/// ${NAME} is replaced by the environment. Throws Error with every problem found.
Spec parse_job_text(std::string_view text, const std::string& file_name,
                    const IncludeReader& include);

/// A job file that reads as `spec` again (values hold no comment signs or line ends).
std::string to_job_text(const Spec& spec);

/// Reads and parses a job file; "-" is standard input. Throws Error.
Spec read_job_file(const std::string& path);

}  // namespace fathom
