// The flags of `fathom compare`, `fathom sweep` and `fathom seek`, declared once: parser, help, man
// page and completion read the table. Everything else on their lines belongs to the jobs and is
// read as the fio command line is.
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "experiment/comparison.h"
#include "experiment/grid.h"
#include "experiment/schedule.h"

namespace fathom {

enum class Experimenting : std::uint8_t { compare, sweep, seek };

enum class CompareFlagId : std::uint8_t {
    over,
    latency_curve,
    metric,
    vary,
    variant,
    rounds,
    budget,
    precision,
    margin,
    confidence,
    percentiles,
    gate,
    fail_on,
    aa,
    seed,
    settle,
    drop_caches,
    before,
    after,
    before_each,
    save,
    dry_run,
    format,
    wide,
    sizes,
    cycle,
    order,
    range,
    requests,
    write,
    zones,
    curve,
    help
};

enum class FlagOf : std::uint8_t { all, compare, sweep, seek, comparisons };

struct CompareFlag {
    std::string_view name;
    std::string_view argument;  ///< what it is called in help; empty: it takes none
    CompareFlagId id;
    std::string_view help;
    FlagOf of = FlagOf::all;
};

/// Those of one command.
std::vector<CompareFlag> flags_of(Experimenting what);

/// A shell command for the runs of one variant, or of all when `variant` is empty.
struct VariantCommand {
    std::string variant;
    std::string command;
};

enum class CompareFormat : std::uint8_t { text, markdown, csv, json };

/// What `fathom seek` asks; what is empty is chosen by the target.
struct SeekChoice {
    std::vector<std::uint64_t> sizes;    ///< bytes
    std::vector<std::uint32_t> cycles;   ///< requests; 0: all of a run
    std::vector<std::string> orders;     ///< words of seek_orders
    std::optional<std::uint64_t> range;  ///< bytes from the start
    std::optional<std::uint64_t> requests;
    bool write = false, zones = false, curve = false;
};

/// "unsorted", "elevator" ... in the order they are told.
inline constexpr std::string_view seek_orders[] = {"unsorted", "elevator", "alternating", "nearest",
                                                   "queue"};

struct CompareOptions {
    std::vector<Axis> over;  ///< of a sweep
    bool latency_curve = false;
    Metric metric;  ///< a sweep looks at
    std::vector<Axis> vary;
    std::vector<std::string> variants;  ///< as written
    Limits limits;
    ExperimentQuestion question;
    MetricChoice metrics;
    std::set<FailOn> fail_on = {FailOn::regression, FailOn::unresolved};
    bool aa = false;
    std::optional<std::uint64_t> seed;
    Nanos settle{};
    bool drop_caches = false;
    bool same_places = false;  ///< each round draws one seed for all its runs
    std::vector<VariantCommand> before, after;
    std::vector<std::string> before_each;
    std::string save;
    bool dry_run = false;
    CompareFormat format = CompareFormat::text;
    bool wide = false;
    SeekChoice seek;
    bool help = false;
    std::vector<std::string> paths;  ///< words that are no flags
    std::vector<std::string> rest;   ///< flags of the fio command line, with their values
};

/// Throws Error naming each flag that is not as it should be.
CompareOptions parse_experiment(Experimenting what, std::span<const std::string> words);

/// The flags of one command, a line each, for its help.
std::string flags_text(Experimenting what);
std::string compare_usage(const std::string& program);
std::string sweep_usage(const std::string& program);

}  // namespace fathom
