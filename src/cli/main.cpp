// Entry point: finds out as what the program was called and hands over; the one place where errors
// a user caused are caught and printed.
#include <csignal>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/error.h"
#include "cli/commands.h"
#include "cli/fio_command.h"

namespace {

fathom::Identity identity_of(const char* argv0) {
    const std::string path = argv0 == nullptr ? "fathom" : argv0;
    const std::string program = path.substr(path.rfind('/') + 1);
    if (program == "fio") return {"fio", "fio-3.42", true};
    return {"fathom", "fathom-" FATHOM_VERSION, false};
}

/// A first word that is no file may be a command misspelt: said beside the error about the file.
void say_what_was_meant(const std::string& word, const fathom::Identity& identity) {
    std::error_code unreadable;
    if (identity.as_fio || word.starts_with('-') || std::filesystem::exists(word, unreadable))
        return;
    const std::string meant = fathom::nearest_command(word);
    if (!meant.empty())
        std::fprintf(stderr, "fathom: no file '%s': did you mean the command '%s'?\n", word.c_str(),
                     meant.c_str());
}

/// A first word that is a command of ours is one, unless the program is to be fio.
int run(std::span<const std::string> words, const fathom::Identity& identity) {
    if (!words.empty()) {
        for (const fathom::Command& command : fathom::commands(identity)) {
            if (words.front() == command.name) return command.run(words.subspan(1), identity);
        }
        if (!identity.as_fio && words.front() == "help") {
            const std::vector<std::string> help = {"--help"};
            return fathom::fio_command(help, identity);
        }
        say_what_was_meant(words.front(), identity);
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
