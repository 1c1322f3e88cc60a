#include "cli/compare_flags.h"

#include <algorithm>
#include <array>
#include <map>

#include <fmt/format.h>

#include "base/error.h"
#include "cli/flags.h"
#include "job/nearest.h"
#include "job/number.h"
#include "job/option.h"
#include "job/value.h"

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

[[noreturn]] void refuse(const CompareFlag& flag, const std::string& value,
                         const std::string& why) {
    throw Error(fmt::format("--{}={}: {}", flag.name, value.substr(0, 200), why), {},
                fmt::format("--{}={}: {}", flag.name, flag.argument, flag.help));
}

/// A percentage as a share, the sign optional.
double share(const CompareFlag& flag, std::string text, double least, double most) {
    const std::string given = text;
    if (text.ends_with('%')) text.pop_back();
    const auto value = parse_fraction(text);
    if (!value || !(*value > least) || !(*value < most)) {
        refuse(flag, given, fmt::format("not a percentage above {:g} and below {:g}", least, most));
    }
    return *value / 100;
}

Nanos span_of(const CompareFlag& flag, const std::string& text) {
    const auto nanos = parse_span(text, "s");
    if (!nanos) refuse(flag, text, "not a time (30, 500ms, 10m)");
    return Nanos{*nanos};
}

std::uint64_t whole(const CompareFlag& flag, const std::string& text, std::uint64_t least,
                    std::uint64_t most) {
    const auto number = parse_integer(text, 1024);
    if (!number || *number < static_cast<SignedWide>(least) ||
        *number > static_cast<SignedWide>(most)) {
        refuse(flag, text, fmt::format("not a number from {} to {}", least, most));
    }
    return static_cast<std::uint64_t>(*number);
}

std::vector<double> percentiles(const CompareFlag& flag, const std::string& text) {
    std::vector<double> found;
    for (const std::string_view word : split(text, ',')) {
        const auto percent = parse_fraction(word);
        const bool known =
            percent && std::find(std::begin(fact_percentiles), std::end(fact_percentiles),
                                 *percent) != std::end(fact_percentiles);
        if (!known) {
            refuse(flag, text,
                   fmt::format("{} is none of {}", word, fmt::join(fact_percentiles, ", ")));
        }
        found.push_back(*percent);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

template <class Value>
std::set<Value> chosen(const CompareFlag& flag, const std::string& text,
                       const std::map<std::string, Value>& known) {
    std::set<Value> found;
    if (text == "none") return found;
    for (const std::string_view word : split(text, ',')) {
        const auto one = known.find(std::string(word));
        if (one == known.end()) {
            std::vector<std::string> names;
            for (const auto& [name, value] : known) names.push_back(name);
            refuse(flag, text, fmt::format("{} is none of {}", word, fmt::join(names, ", ")));
        }
        found.insert(one->second);
    }
    return found;
}

Metric metric_of(const CompareFlag& flag, const std::string& text) {
    if (text == "iops") return {MetricKind::iops, 0, {}};
    if (text == "bandwidth") return {MetricKind::bandwidth, 0, {}};
    if (text == "latency") return {MetricKind::mean_latency, 0, {}};
    if (text == "cpu") return {MetricKind::cpu_per_io, 0, {}};
    const auto percent =
        text.starts_with('p') ? parse_fraction(std::string_view(text).substr(1)) : std::nullopt;
    const bool known =
        percent && std::find(std::begin(fact_percentiles), std::end(fact_percentiles), *percent) !=
                       std::end(fact_percentiles);
    if (!known) refuse(flag, text, "none of iops, bandwidth, latency, p50, p95, p99, p99.9, cpu");
    return {MetricKind::percentile, *percent, {}};
}

CompareFormat format_of(const CompareFlag& flag, const std::string& text) {
    static const std::map<std::string, CompareFormat> known = {
        {"text", CompareFormat::text},
        {"markdown", CompareFormat::markdown},
        {"csv", CompareFormat::csv},
        {"json", CompareFormat::json}};
    const auto found = known.find(text);
    if (found == known.end()) refuse(flag, text, "none of text, markdown, csv, json");
    return found->second;
}

/// "NAME:COMMAND" or "COMMAND"; whether NAME is a variant's is looked at later.
VariantCommand command_of(const CompareFlag& flag, const std::string& text) {
    if (text.empty()) refuse(flag, text, "no command");
    return {"", text};
}

/// Each once, in rising order.
template <class Number>
std::vector<Number> in_order(std::vector<Number> numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

/// "2k,64k", "1k..128k" (doubling) or both.
std::vector<std::uint64_t> sizes_of(const CompareFlag& flag, const std::string& text) {
    std::vector<std::uint64_t> sizes;
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    for (const std::string_view word : split(text, ',')) {
        const auto dots = word.find("..");
        const std::uint64_t first = whole(flag, std::string(word.substr(0, dots)), 512, most);
        const std::uint64_t last =
            dots == word.npos ? first : whole(flag, std::string(word.substr(dots + 2)), 512, most);
        if (last < first) refuse(flag, text, fmt::format("{} falls", word));
        for (std::uint64_t size = first; size <= last; size *= 2) sizes.push_back(size);
    }
    for (const std::uint64_t size : sizes)
        if (size % 512 != 0) refuse(flag, text, fmt::format("{} is no multiple of 512", size));
    return in_order(sizes);
}

/// "1,20,all"; all is 0, and comes last.
std::vector<std::uint32_t> cycles_of(const CompareFlag& flag, const std::string& text) {
    constexpr std::uint64_t most = 1'000'000;
    std::vector<std::uint32_t> cycles;
    bool all = false;
    for (const std::string_view word : split(text, ',')) {
        if (word == "all") {
            all = true;
        } else {
            cycles.push_back(static_cast<std::uint32_t>(whole(flag, std::string(word), 1, most)));
        }
    }
    cycles = in_order(cycles);
    if (all) cycles.push_back(0);
    return cycles;
}

std::vector<std::string> orders_of(const CompareFlag& flag, const std::string& text) {
    std::map<std::string, std::string> known;
    for (const std::string_view one : seek_orders) known.emplace(one, one);
    const std::set<std::string> given = chosen<std::string>(flag, text, known);
    std::vector<std::string> orders;
    for (const std::string_view one : seek_orders)
        if (given.contains(std::string(one))) orders.emplace_back(one);
    if (orders.empty()) refuse(flag, text, "no order");
    return orders;
}

void apply(const CompareFlag& flag, const std::string& value, CompareOptions& options) {
    switch (flag.id) {
        case Id::over:
            options.over.push_back(parse_axis("--over", value));
            return;
        case Id::latency_curve:
            options.latency_curve = true;
            return;
        case Id::metric:
            options.metric = metric_of(flag, value);
            return;
        case Id::vary:
            options.vary.push_back(parse_axis("--vary", value));
            return;
        case Id::variant:
            options.variants.push_back(value);
            return;
        case Id::rounds:
            options.limits.rounds = whole(flag, value, 1, 100'000);
            return;
        case Id::budget:
            options.limits.budget = span_of(flag, value);
            return;
        case Id::precision:
            options.limits.precision = options.question.precision = share(flag, value, 0, 100);
            return;
        case Id::margin:
            options.question.margin = share(flag, value, 0, 100);
            options.question.margin_given = true;
            return;
        case Id::confidence:
            options.question.confidence = share(flag, value, 50, 100);
            return;
        case Id::percentiles:
            options.metrics.percentiles = percentiles(flag, value);
            return;
        case Id::gate:
            options.metrics.gate = chosen<MetricKind>(flag, value,
                                                      {{"iops", MetricKind::iops},
                                                       {"bandwidth", MetricKind::bandwidth},
                                                       {"latency", MetricKind::mean_latency},
                                                       {"percentiles", MetricKind::percentile},
                                                       {"cpu", MetricKind::cpu_per_io}});
            return;
        case Id::fail_on:
            options.fail_on = chosen<FailOn>(flag, value,
                                             {{"regression", FailOn::regression},
                                              {"unresolved", FailOn::unresolved},
                                              {"difference", FailOn::difference}});
            return;
        case Id::aa:
            options.aa = true;
            return;
        case Id::seed:
            options.seed = whole(flag, value, 0, UINT64_MAX);
            return;
        case Id::settle:
            options.settle = span_of(flag, value);
            return;
        case Id::drop_caches:
            options.drop_caches = true;
            return;
        case Id::before:
            options.before.push_back(command_of(flag, value));
            return;
        case Id::after:
            options.after.push_back(command_of(flag, value));
            return;
        case Id::before_each:
            options.before_each.push_back(command_of(flag, value).command);
            return;
        case Id::save:
            if (value.empty()) refuse(flag, value, "no directory");
            options.save = value;
            return;
        case Id::dry_run:
            options.dry_run = true;
            return;
        case Id::format:
            options.format = format_of(flag, value);
            return;
        case Id::wide:
            options.wide = true;
            return;
        case Id::sizes:
            options.seek.sizes = sizes_of(flag, value);
            return;
        case Id::cycle:
            options.seek.cycles = cycles_of(flag, value);
            return;
        case Id::order:
            options.seek.orders = orders_of(flag, value);
            return;
        case Id::range:
            options.seek.range = whole(flag, value, 512, INT64_MAX);
            return;
        case Id::requests:
            options.seek.requests = whole(flag, value, 1, 16'777'216);
            return;
        case Id::write:
            options.seek.write = true;
            return;
        case Id::zones:
            options.seek.zones = true;
            return;
        case Id::curve:
            options.seek.curve = true;
            return;
        case Id::help:
            options.help = true;
            return;
    }
}

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

/// The flag that a word is a slip of: one letter off, and no flag or option of another kind.
std::string near_flag(Experimenting what, const std::string& word) {
    if (!word.starts_with("--")) return {};
    const std::string name = word.substr(2, word.find('=') - 2);
    const auto own = [&](const Flag& flag) { return flag.name == name; };
    if (std::any_of(flags().begin(), flags().end(), own)) return {};
    if (OptionTable::core().find(name) != nullptr) return {};
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
                if (has_value) refuse(*flag, word.substr(equals + 1), "it takes no value");
                apply(*flag, "", options);
            } else if (has_value) {
                apply(*flag, word.substr(equals + 1), options);
            } else if (i + 1 < words.size()) {
                apply(*flag, words[++i], options);
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
