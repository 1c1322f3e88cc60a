// Entry point: finds out as what the program was called and hands over; the one place where errors
// a user caused are caught and printed.
#include <csignal>
#include <cstdio>
#include <exception>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "cli/compare_command.h"
#include "cli/explain.h"
#include "cli/fio_command.h"
#include "cli/report_command.h"
#include "cli/sweep_command.h"

namespace {

fathom::Identity identity_of(const char* argv0) {
    const std::string path = argv0 == nullptr ? "fathom" : argv0;
    const std::string program = path.substr(path.rfind('/') + 1);
    if (program == "fio") return {"fio", "fio-3.42", true};
    return {"fathom", "fathom-" FATHOM_VERSION, false};
}

/// A first word that is a command of ours is one, unless the program is to be fio.
int run(std::span<const std::string> words, const fathom::Identity& identity) {
    if (!identity.as_fio && !words.empty()) {
        const std::string& command = words.front();
        if (command == "compare") return fathom::compare_command(words.subspan(1), identity);
        if (command == "sweep") return fathom::sweep_command(words.subspan(1), identity);
        if (command == "explain") return fathom::explain_command(words.subspan(1), identity);
        if (command == "report") return fathom::report_command(words.subspan(1), identity);
    }
    return fathom::fio_command(words, identity);
}

}  // namespace

int main(int argc, char** argv) {
    fathom::Clock::mark_process_start();
    // A reader that goes away (| head) is a failed write, not a death amid a run.
    std::signal(SIGPIPE, SIG_IGN);
    const fathom::Identity identity = identity_of(argc > 0 ? argv[0] : nullptr);
    const std::vector<std::string> words(argv + (argc > 0 ? 1 : 0), argv + argc);
    try {
        return run(words, identity);
    } catch (const fathom::Error& error) {
        for (const fathom::Problem& problem : error.problems())
            std::fprintf(stderr, "%s: %s\n", identity.program.c_str(),
                         fathom::to_text(problem).c_str());
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "%s: out of memory\n", identity.program.c_str());
    }
    return 1;
}
