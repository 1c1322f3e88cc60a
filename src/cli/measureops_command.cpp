#include "cli/measureops_command.h"

#include <cstdio>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "cli/output.h"
#include "cli/seek_command.h"

namespace fathom {

namespace {

constexpr const char* usage =
    "{0} measureops -r [-n] [-e] [-s BYTES] [-l N] [-t BYTES] TARGET\n"
    "Reads at random places of a disk, as the test program of a cache server's developers did.\n\n"
    "  -r        at random places: the only ones there are\n"
    "  -n        in the order drawn\n"
    "  -e        by an elevator: each cycle sorted upward; with -n, one against the other\n"
    "  -s BYTES  of a request (2048)\n"
    "  -l N      requests of a cycle (20)\n"
    "  -t BYTES  the places lie in so many from the start (all of the target)\n\n"
    "The same as {0} seek --sizes=BYTES --cycle=N --range=BYTES --order=unsorted,elevator; flags\n"
    "of seek may follow.\n";

struct Letters {
    bool unsorted = false, elevator = false, random = false;
    std::string size = "2048", cycle = "20", range;
    std::vector<std::string> rest;
};

/// One word of letters, "-rn" or "-s2048"; true when the last one's value is the next word.
bool take_letters(const std::string& word, const std::string* next, Letters& letters) {
    for (std::size_t i = 1; i < word.size(); ++i) {
        switch (word[i]) {
            case 'r':
                letters.random = true;
                continue;
            case 'n':
                letters.unsorted = true;
                continue;
            case 'e':
                letters.elevator = true;
                continue;
            case 's':
            case 'l':
            case 't': {
                const bool beside = i + 1 == word.size();
                if (beside && next == nullptr)
                    throw Error(fmt::format("measureops: -{} needs a number", word[i]));
                const std::string value = beside ? *next : word.substr(i + 1);
                (word[i] == 's'   ? letters.size
                 : word[i] == 'l' ? letters.cycle
                                  : letters.range) = value;
                return beside;
            }
            default:
                throw Error(fmt::format("measureops: no option -{}", word[i]), {},
                            "-r, -n, -e, -s, -l and -t are known; measureops --help tells them");
        }
    }
    return false;
}

}  // namespace

int measureops_command(std::span<const std::string> words, const Identity& identity) {
    Letters letters;
    bool help = words.empty();
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "-h" || word == "--help") {
            help = true;
        } else if (word.size() < 2 || word[0] != '-' || word[1] == '-') {
            letters.rest.push_back(word);
        } else {
            const std::string* const next = i + 1 < words.size() ? &words[i + 1] : nullptr;
            if (take_letters(word, next, letters)) ++i;
        }
    }
    if (help) {
        print_at_once(fmt::format(fmt::runtime(usage), identity.program));
        return words.empty() ? 1 : 0;
    }
    if (!letters.random) {
        throw Error("measureops: only random places are read here", {},
                    "-r says so; sequential speed is fathom seek --zones");
    }
    const char* const order = letters.unsorted && letters.elevator ? "unsorted,elevator"
                              : letters.elevator                   ? "elevator"
                                                                   : "unsorted";
    std::vector<std::string> seek = {"--sizes=" + letters.size, "--cycle=" + letters.cycle,
                                     fmt::format("--order={}", order)};
    if (!letters.range.empty()) seek.push_back("--range=" + letters.range);
    seek.insert(seek.end(), letters.rest.begin(), letters.rest.end());
    return seek_command(seek, identity);
}

}  // namespace fathom
