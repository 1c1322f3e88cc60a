// The drop-in: reads fio's command line, runs the jobs, prints the reports. Called by main for
// `fathom job.fio ...` and for everything when the program is called through a link named fio.
#pragma once

#include <span>
#include <string>

namespace fathom {

/// How the program was called.
struct Identity {
    std::string program;  ///< for messages: "fathom" or "fio"
    std::string version;  ///< "fathom-0.1.0" or "fio-3.42"
    bool as_fio = false;  ///< be fio in every respect: nothing of ours on stdout or stderr
};

/// Exit status: 0, 1 on any error, 128 when interrupted. Throws Error before anything has started.
int fio_command(std::span<const std::string> words, const Identity& identity);

}  // namespace fathom
