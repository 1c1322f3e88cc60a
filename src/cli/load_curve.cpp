#include "cli/load_curve.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "cli/compare_variants.h"
#include "cli/experiment_parts.h"
#include "cli/plan_runner.h"
#include "experiment/runs.h"
#include "experiment/sweep.h"
#include "report/quantity.h"
#include "stats/sample.h"

namespace fathom {

namespace {

constexpr std::string_view load_option = "rate_iops";
/// Of the saturation, in percent: close together where the curve bends, and one beyond it.
constexpr int load_percents[] = {10, 20, 30, 40, 50, 60, 70, 80, 90, 95, 105};
constexpr std::size_t saturation_runs = 3;

VariantSet unlimited(const CompareOptions& options, const OptionTable& table) {
    return sweep_variants_of(options, {Cell{{std::string(load_option), "0"}}}, table);
}

/// I/Os per second of each direction, the median of the runs.
PerDirection<double> saturation_of(const std::vector<RunFacts>& runs) {
    PerDirection<double> found{};
    for (const Direction d : all_directions) {
        std::vector<double> values;
        for (const RunFacts& run : runs) values.push_back(run.parts.front().directions[d].iops);
        found[d] = stats::median(values);
    }
    return found;
}

/// The rate of one worker at this share of the saturation: "250", or "225,25" where it is mixed.
std::string load_text(const PerDirection<double>& saturation, const Job& job, std::size_t workers,
                      int percent) {
    std::vector<std::string> values;
    for (const Direction d : all_directions) {
        const double rate = saturation[d] * percent / 100 / static_cast<double>(workers);
        if (job.access.does(d))
            values.push_back(std::to_string(std::max<long>(1, std::lround(rate))));
    }
    const bool mixed = job.access.read && job.access.write;
    return mixed ? fmt::format("{}", fmt::join(values, ",")) : values.front();
}

/// The values that the cells of an experiment that goes on had.
Axis axis_of(const ExperimentPlan& kept) {
    Axis axis{std::string(load_option), {}};
    for (const VariantLabel& label : kept.variants) {
        const auto equals = label.name.find('=');
        if (!label.name.starts_with(load_option) || equals == label.name.npos)
            throw Error("--save: the directory holds another experiment, no latency curve");
        axis.values.push_back(label.name.substr(equals + 1));
    }
    return axis;
}

}  // namespace

void check_load_curve(const CompareOptions& options, const OptionTable& table) {
    if (!options.vary.empty() || !options.variants.empty()) {
        throw Error("--latency-curve: a curve is of one thing; leave out --vary and --variant", {},
                    "two curves: run it twice and compare the CSV files");
    }
    const bool other = options.over.size() > 1 ||
                       (options.over.size() == 1 && options.over.front().option != load_option);
    if (other) {
        throw Error("--latency-curve: the load alone is swept: --over rate_iops=VALUES or nothing");
    }
    const VariantSet set = unlimited(options, table);
    const Plan& plan = set.variants.front().plan;
    if (plan.jobs.size() != 1) {
        throw Error(
            fmt::format("--latency-curve: the load is of one job, here are {}", plan.jobs.size()),
            {}, "--section=NAME chooses one");
    }
    const Job& job = plan.jobs.front();
    if (job.thinktime.count() > 0) {
        throw Error("--latency-curve: thinktime holds arrivals back", job.origin,
                    "leave it out: arrivals come on their own");
    }
    if (job.runtime.count() == 0 || !job.time_based) {
        throw Error("--latency-curve: job " + job.name + " needs time_based and runtime=",
                    job.origin, "a run at a tenth of the load would take ten times as long");
    }
}

std::optional<OfferedLoads> offered_loads(const CompareOptions& options, const OptionTable& table,
                                          const Identity& identity,
                                          const std::optional<ExperimentPlan>& kept) {
    if (!options.over.empty()) return OfferedLoads{options.over.front(), {}};
    if (kept) return OfferedLoads{axis_of(*kept), {}};
    const VariantSet set = unlimited(options, table);
    const RunOptions run_options = experiment_run_options(set.arguments, identity);
    PlanRunner runner(set.variants, options, run_options, identity.version, nullptr);
    runner.prepare();
    StatusLine line;
    std::vector<RunFacts> runs;
    for (std::size_t i = 0; i < saturation_runs; ++i) {
        line.show(fmt::format("run {} of {} without a limit", i + 1, saturation_runs));
        RunFacts facts = runner.run({.variant = 0, .round = i});
        if (facts.interrupted || runner.interrupted()) return std::nullopt;
        if (!run_counts(facts)) {
            throw Error("--latency-curve: the job failed without a limit: " +
                        (facts.parts.empty() ? "" : facts.parts.front().error_text));
        }
        runs.push_back(std::move(facts));
    }
    line.clear();
    const Plan& plan = set.variants.front().plan;
    const PerDirection<double> saturation = saturation_of(runs);
    OfferedLoads loads{{std::string(load_option), {}}, {}};
    for (const int percent : load_percents) {
        const std::string text =
            load_text(saturation, plan.jobs.front(), plan.workers.size(), percent);
        auto& values = loads.axis.values;
        if (std::find(values.begin(), values.end(), text) == values.end()) values.push_back(text);
    }
    std::vector<std::string> whole;
    for (const Direction d : all_directions) {
        if (saturation[d] > 0)
            whole.push_back(fmt::format("{} {}s", quantity(saturation[d], ""), name_of(d)));
    }
    loads.notes.push_back(fmt::format(
        "without a limit: {} a second, the median of {} runs; the loads are {} to {} % of it",
        fmt::join(whole, " and "), saturation_runs, load_percents[0],
        load_percents[std::size(load_percents) - 1]));
    return loads;
}

std::string load_curve_dry_run(const CompareOptions& options, const OptionTable& table) {
    const VariantSet set = unlimited(options, table);
    const std::size_t rounds = options.limits.rounds.value_or(usual_rounds(SweepPlan{}));
    return fmt::format(
        "{} runs without a limit, then {} loads from {} to {} % of what they reach, {} runs "
        "each\none run: {}\n",
        saturation_runs, std::size(load_percents), load_percents[0],
        load_percents[std::size(load_percents) - 1], rounds,
        to_text(cost_of(set.variants.front().plan)));
}

}  // namespace fathom
