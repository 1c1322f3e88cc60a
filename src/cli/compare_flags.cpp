#include "cli/compare_flags.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/error.h"
#include "cli/compare_flag_values.h"
#include "cli/flags.h"
#include "job/nearest.h"
#include "job/option.h"

namespace fathom {

namespace {

using Id = CompareFlagId;

constexpr CompareFlag compare_flag_table[] = {
    {"over", "OPTION=V1,V2", Id::over,
     "An option and its values: 4,8 or 1..6, 0..100+20, 4k..64k*2; given twice, every combination",
     FlagOf::sweep},
    {"latency-curve", "", Id::latency_curve,
     "Latency percentiles against offered load (random arrivals) up to saturation", FlagOf::sweep},
    {"metric", "METRIC", Id::metric,
     "What the tables show: iops, bandwidth, latency, p50, p95, p99, p99.9, cpu (iops)",
     FlagOf::sweep},
    {"vary", "OPTION=V1,V2", Id::vary,
     "The variants: one job option with several values; given twice, every combination",
     FlagOf::comparisons},
    {"variant", "NAME:[OPTION=VALUE,...]", Id::variant,
     "A named variant: options that are set for it; a comma in a value is written \\,",
     FlagOf::comparisons},
    {"rounds", "N", Id::rounds, "Run each variant so often (in whole blocks)"},
    {"budget", "TIME", Id::budget, "Stop before all runs together take longer"},
    {"precision", "PERCENT", Id::precision,
     "Stop when the interval is at most so wide on each side (1)", FlagOf::compare},
    {"margin", "PERCENT", Id::margin, "A smaller difference does not matter (1)"},
    {"confidence", "PERCENT", Id::confidence, "Of the intervals (95)"},
    {"percentiles", "P1,P2", Id::percentiles, "Latency percentiles to compare (50,99,99.9)",
     FlagOf::compare},
    {"gate", "METRIC,...", Id::gate,
     "What the exit status looks at: iops, bandwidth, latency, percentiles, cpu (iops,bandwidth)",
     FlagOf::compare},
    {"fail-on", "WHAT,...", Id::fail_on,
     "Exit 3 on a regression, 4 on unresolved, 3 on any difference; none (regression,unresolved)",
     FlagOf::comparisons},
    {"aa", "", Id::aa, "Run the first variant twice: the difference is noise and sets the margin",
     FlagOf::compare},
    {"seed", "N", Id::seed, "Of the order of runs (random)"},
    {"settle", "TIME", Id::settle, "Pause before each run"},
    {"drop-caches", "", Id::drop_caches, "Empty the page cache before each run (root)"},
    {"before", "[NAME:]COMMAND", Id::before, "Shell command before each run of a variant",
     FlagOf::comparisons},
    {"after", "[NAME:]COMMAND", Id::after, "Shell command after each run of a variant",
     FlagOf::comparisons},
    {"before-each", "COMMAND", Id::before_each, "Shell command before each run"},
    {"save", "DIR", Id::save, "Keep every run there; what is there already is not run again"},
    {"dry-run", "", Id::dry_run, "Print variants, order, time and bytes, and run nothing"},
    {"format", "text|markdown|csv|json", Id::format, "Of the result (text)"},
    {"wide", "", Id::wide, "Do not keep to the terminal's width"},
    {"sizes", "BYTES,...", Id::sizes, "Of the requests: 2k,64k or 1k..128k (doubling)",
     FlagOf::seek},
    {"cycle", "N,...", Id::cycle, "Requests that are sorted together: 20 or 1,2,5,10,20,50,100,all",
     FlagOf::seek},
    {"order", "ORDER,...", Id::order,
     "unsorted, elevator (one way), alternating, nearest, queue (unsorted,elevator)", FlagOf::seek},
    {"range", "BYTES", Id::range, "From the start of the target (all of it)", FlagOf::seek},
    {"requests", "N", Id::requests, "In each run, made whole cycles", FlagOf::seek},
    {"write", "", Id::write, "Write instead of reading: what the target holds is lost",
     FlagOf::seek},
    {"zones", "", Id::zones, "Sequential speed at places from the start to the end", FlagOf::seek},
    {"curve", "", Id::curve, "Time of a request against its distance from the one before",
     FlagOf::seek},
    {"help", "", Id::help, "Print this"},
};

bool is_of(const CompareFlag& flag, Experimenting what) {
    switch (flag.of) {
        case FlagOf::all:
            return true;
        case FlagOf::comparisons:
            return what != Experimenting::seek;
        case FlagOf::compare:
            return what == Experimenting::compare;
        case FlagOf::sweep:
            return what == Experimenting::sweep;
        case FlagOf::seek:
            return what == Experimenting::seek;
    }
    return false;
}

const CompareFlag* find_flag(Experimenting what, std::string_view name) {
    const auto found = std::find_if(
        std::begin(compare_flag_table), std::end(compare_flag_table),
        [&](const CompareFlag& flag) { return flag.name == name && is_of(flag, what); });
    return found == std::end(compare_flag_table) ? nullptr : &*found;
}

/// What follows the dashes, where it is no flag or option of the fio command line; else empty.
std::string unknown_name(const std::string& word) {
    if (!word.starts_with("--")) return {};
    std::string name = word.substr(2, word.find('=') - 2);
    const auto own = [&](const Flag& flag) { return flag.name == name; };
    if (std::any_of(flags().begin(), flags().end(), own)) return {};
    return OptionTable::core().find(name) != nullptr ? std::string() : name;
}

/// The command that a flag belongs to, of the ones that are not `what`.
std::string other_command(Experimenting what, const std::string& word) {
    const std::string name = unknown_name(word);
    if (name.empty()) return {};
    for (const auto& [other, called] :
         {std::pair(Experimenting::compare, "compare"), std::pair(Experimenting::sweep, "sweep"),
          std::pair(Experimenting::seek, "seek")}) {
        if (other != what && find_flag(other, name) != nullptr) return called;
    }
    return {};
}

/// The flag that a word is a slip of: one letter off, and no flag or option of another kind.
std::string near_flag(Experimenting what, const std::string& word) {
    const std::string name = unknown_name(word);
    if (name.empty()) return {};
    std::vector<std::string_view> names;
    for (const CompareFlag& flag : compare_flag_table)
        if (is_of(flag, what)) names.push_back(flag.name);
    return nearest_word(name, names);
}

}  // namespace

std::vector<CompareFlag> flags_of(Experimenting what) {
    std::vector<CompareFlag> found;
    for (const CompareFlag& flag : compare_flag_table)
        if (is_of(flag, what)) found.push_back(flag);
    return found;
}

CompareOptions parse_experiment(Experimenting what, std::span<const std::string> words) {
    CompareOptions options;
    std::vector<Problem> problems;
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word == "-h") {
            options.help = true;
            continue;
        }
        if (word.size() < 2 || word.front() != '-') {
            options.paths.push_back(word);
            continue;
        }
        const auto equals = word.find('=');
        const CompareFlag* const flag =
            word.starts_with("--") ? find_flag(what, std::string_view(word).substr(2, equals - 2))
                                   : nullptr;
        if (flag == nullptr) {
            if (const std::string other = other_command(what, word); !other.empty()) {
                problems.push_back(
                    {fmt::format("{} is a flag of fathom {}", word.substr(0, 200), other), {}, ""});
                continue;
            }
            if (const std::string near = near_flag(what, word); !near.empty()) {
                problems.push_back({fmt::format("unrecognized flag {}", word.substr(0, 200)),
                                    {},
                                    fmt::format("Did you mean --{}?", near)});
                continue;
            }
            options.rest.push_back(word);
            if (takes_next_word(word) && i + 1 < words.size()) options.rest.push_back(words[++i]);
            continue;
        }
        try {
            const bool has_value = equals != std::string::npos;
            if (flag->argument.empty()) {
                if (has_value) refuse_flag(*flag, word.substr(equals + 1), "it takes no value");
                apply_flag(*flag, "", options);
            } else if (has_value) {
                apply_flag(*flag, word.substr(equals + 1), options);
            } else if (i + 1 < words.size()) {
                apply_flag(*flag, words[++i], options);
            } else {
                throw Error(fmt::format("--{} needs a value", flag->name), {},
                            fmt::format("--{}={}", flag->name, flag->argument));
            }
        } catch (const Error& error) {
            problems.insert(problems.end(), error.problems().begin(), error.problems().end());
        }
    }
    if (!problems.empty()) throw Error(std::move(problems));
    return options;
}

std::string flags_text(Experimenting what) {
    std::string text;
    for (const CompareFlag& flag : flags_of(what)) {
        std::string left = fmt::format("  --{}", flag.name);
        if (!flag.argument.empty()) left += fmt::format("={}", flag.argument);
        text += left.size() < 30 ? fmt::format("{:30}{}\n", left, flag.help)
                                 : fmt::format("{}\n{:30}{}\n", left, "", flag.help);
    }
    return text;
}

std::string compare_usage(const std::string& program) {
    std::string text = fmt::format(
        "{0} compare [flags] [job options] FILE...\n"
        "Runs variants in turn, many times, and says whether they differ, by how much, and what\n"
        "else differed.\n\n"
        "  {0} compare job.fio --vary ioengine=psync,io_uring   values of an option\n"
        "  {0} compare job.fio --variant a:bs=4k --variant b:bs=8k   named variants\n"
        "  {0} compare job.fio            the file's groups (stonewall), each run alone\n"
        "  {0} compare a.fio b.fio        job files\n"
        "  {0} compare old/ new/          saved results: directories or files, of fio as well\n\n",
        program);
    text += flags_text(Experimenting::compare);
    text +=
        "\nExit status: 0 no regression, 3 a regression beyond the margin, 4 not resolved; 1 an\n"
        "error, 128 interrupted. Flags of the fio command line and job options may follow.\n";
    return text;
}

std::string sweep_usage(const std::string& program) {
    return fmt::format(
               "{0} sweep [flags] [job options] --over OPTION=VALUES... FILE\n"
               "Runs every combination of some options' values, several times, in random order, "
               "and\n"
               "tables them; with variants, says in which cells they differ.\n\n"
               "  {0} sweep job.fio --over iodepth=1..64*2\n"
               "  {0} sweep job.fio --over numjobs=1..6 --over bs=4k,32k --over "
               "rw=randread,randwrite \\\n"
               "      --variant old:filename=/dev/nullb0 --variant new:filename=/dev/nullb1\n\n",
               program) +
           flags_text(Experimenting::sweep) +
           "\nExit status: 0; with variants 3 for a regression beyond the margin, 4 for a cell "
           "that is\n"
           "not resolved; 1 an error, 128 interrupted.\n";
}

}  // namespace fathom
