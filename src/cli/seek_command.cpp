#include "cli/seek_command.h"

#include <cstdio>
#include <optional>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "cli/cell_runs.h"
#include "cli/compare_flags.h"
#include "cli/compare_variants.h"
#include "cli/experiment_parts.h"
#include "cli/full_table.h"
#include "cli/output.h"
#include "cli/seek_plan.h"
#include "cli/seek_target.h"
#include "experiment/seek_profile.h"
#include "experiment/seek_study.h"
#include "experiment/seek_text.h"
#include "experiment/store.h"

namespace fathom {

namespace {

std::string seek_usage(const std::string& program) {
    return fmt::format(
               "{0} seek [flags] [job options] TARGET\n"
               "Reads at random places of a device, a file or a simulated drive (sim:NAME), in "
               "the\n"
               "order drawn and sorted, and says what a seek costs and what sorting gains.\n\n"
               "  {0} seek /dev/sdb\n"
               "  {0} seek sim:ide1gb --sizes=2k --cycle=1,2,5,10,20,50,100,all\n"
               "  {0} seek /dev/sdb --order=unsorted,elevator,queue --cycle=32 --budget=10m\n"
               "  {0} seek /dev/sdb --zones\n"
               "  {0} seek /dev/sdb --curve --format=json > curve.json   for `disks fit`\n\n",
               program) +
           flags_text(Experimenting::seek) +
           "\nExit status: 0; 1 an error, 128 interrupted. Job options may follow: "
           "--ba=512.\n";
}

void write_study(const SeekStudy& study, const CompareOptions& options, Output& output) {
    switch (options.format) {
        case CompareFormat::text:
            return output.write(seek_text(study, result_width(options, output)));
        case CompareFormat::markdown:
            return output.write(seek_markdown(study));
        case CompareFormat::csv:
            return output.write(seek_csv(study));
        case CompareFormat::json:
            return output.write(seek_json(study));
    }
}

void write_profile(const SeekProfile& profile, const CompareOptions& options, Output& output) {
    switch (options.format) {
        case CompareFormat::text:
            return output.write(profile_text(profile, result_width(options, output)));
        case CompareFormat::markdown:
            return output.write(profile_markdown(profile));
        case CompareFormat::csv:
            return output.write(profile_csv(profile));
        case CompareFormat::json:
            return output.write(profile_json(profile));
    }
}

std::optional<ProfileKind> profile_asked(const SeekChoice& choice) {
    if (choice.zones && choice.curve)
        throw Error("--zones and --curve are two studies: one at a time");
    if (choice.zones) return ProfileKind::zones;
    if (choice.curve) return ProfileKind::curve;
    return std::nullopt;
}

/// Options that would make the study another one than its head line tells.
constexpr std::string_view own_options[] = {"rw",
                                            "filename",
                                            "directory",
                                            "size",
                                            "io_size",
                                            "offset",
                                            "filesize",
                                            "nrfiles",
                                            "bs",
                                            "bsrange",
                                            "bssplit",
                                            "hop",
                                            "elevator",
                                            "elevator_cycle",
                                            "norandommap",
                                            "numjobs",
                                            "iodepth",
                                            "iodepth_batch",
                                            "iodepth_low",
                                            "number_ios",
                                            "runtime",
                                            "time_based",
                                            "loops",
                                            "ramp_time",
                                            "rate",
                                            "ioengine",
                                            "rate_iops",
                                            "thinktime",
                                            "disk",
                                            "offset_increment",
                                            "startdelay",
                                            "stonewall",
                                            "name",
                                            "rwmixread",
                                            "percentage_random",
                                            "random_distribution",
                                            "iodepth_batch_complete_min",
                                            "iodepth_batch_complete_max",
                                            "lat_percentiles",
                                            "disable_lat",
                                            "disable_clat",
                                            "gtod_reduce"};

std::string value_given(const Plan& plan, std::string_view option) {
    std::string value;
    for (const Job& job : plan.jobs) {
        for (const GivenOption& given : job.given)
            if (given.name == option) value += given.value + "\n";
    }
    return value;
}

/// Throws Error naming each option of the user's that the study sets itself. `options.rest` holds
/// the user's alone.
void refuse_own_options(const SeekTarget& target, const CompareOptions& options,
                        const OptionTable& table) {
    const std::vector<std::vector<NamedSettings>> one_job = {{NamedSettings{}}};
    CompareOptions bare = options;
    bare.rest = {"--name=seek"};
    bare.rest.insert(bare.rest.end(), target.words.begin(), target.words.end());
    CompareOptions given = bare;
    given.rest.insert(given.rest.end(), options.rest.begin(), options.rest.end());
    const Plan as_planned = cell_variants_of(bare, one_job, table).variants.front().plan;
    const Plan as_given = cell_variants_of(given, one_job, table).variants.front().plan;
    std::vector<Problem> problems;
    for (const std::string_view option : own_options) {
        if (value_given(as_given, option) == value_given(as_planned, option)) continue;
        problems.push_back({fmt::format("--{}: a seek study sets this itself", option),
                            {},
                            "--sizes, --cycle, --order, --range, --requests and --write say what "
                            "is done; a job with elevator= does the rest"});
    }
    if (as_given.jobs.size() != 1) problems.push_back({"a seek study has one job", {}, ""});
    if (!problems.empty()) throw Error(std::move(problems));
}

int run_seek(CompareOptions options, const Identity& identity) {
    const OptionTable table = full_table();
    const SeekTarget target = seek_target(options.paths.front());
    options.paths.clear();
    refuse_own_options(target, options, table);
    const std::optional<ProfileKind> profile = profile_asked(options.seek);
    SeekPlan plan =
        profile ? plan_profile(target, options.seek, *profile) : plan_seek(target, options.seek);
    std::optional<Store> store;
    if (!options.save.empty() && !options.dry_run) store.emplace(options.save);
    options.rest.insert(options.rest.begin(), plan.words.begin(), plan.words.end());
    const VariantSet set = cell_variants_of(options, plan.cells, table);
    for (const Problem& warning : set.warnings)
        std::fprintf(stderr, "%s: %s\n", identity.program.c_str(), to_text(warning).c_str());
    for (std::size_t i = 0; i < plan.cells.front().size(); ++i)
        plan.sweep.variants.push_back(set.variants[i].label);
    if (target.direct && !set.variants.front().plan.jobs.front().direct && !target.simulated) {
        plan.subject.notes.emplace_back(
            "direct=0: the page cache answers what it holds, and the figures say little of the "
            "disk");
    }
    plan.sweep.one_at_a_time = true;
    plan.sweep.seed = order_seed(options, store);
    // The runs of a round read the same places, the next round others.
    options.seed = plan.sweep.seed;
    options.same_places = true;
    if (options.dry_run) {
        print_at_once(dry_run_text(plan.sweep, set.variants, options));
        return 0;
    }
    Output output(set.arguments.output_file);
    const CellRuns runs =
        run_cells(std::move(plan.sweep), set, options, store, {}, table, identity);
    if (const auto status = runs.failed()) return *status;
    if (profile) {
        write_profile(seek_profile(runs.sweep, *profile, std::move(plan.subject), plan.each),
                      options, output);
    } else {
        write_study(seek_study(runs.sweep, std::move(plan.subject)), options, output);
    }
    if (!output.finish()) return 1;
    if (runs.sweep.interrupted) return 128;
    return runs.whole ? 0 : 1;
}

}  // namespace

int seek_command(std::span<const std::string> words, const Identity& identity) {
    CompareOptions options = parse_experiment(Experimenting::seek, words);
    if (options.help || words.empty()) {
        print_at_once(seek_usage(identity.program));
        return options.help ? 0 : 1;
    }
    if (options.paths.size() != 1) {
        throw Error(options.paths.empty()
                        ? std::string("a seek study needs a target")
                        : fmt::format("a seek study is of one target, here are {}: {}",
                                      options.paths.size(), fmt::join(options.paths, ", ")),
                    {}, "a device, a file, or sim:NAME (`fathom disks` lists the names)");
    }
    return run_seek(std::move(options), identity);
}

}  // namespace fathom
