#include "cli/sweep_command.h"

#include <cstdio>
#include <optional>

#include <fmt/format.h>

#include "cli/cell_runs.h"
#include "cli/compare_flags.h"
#include "cli/compare_variants.h"
#include "cli/experiment_parts.h"
#include "cli/full_table.h"
#include "cli/load_curve.h"
#include "cli/output.h"
#include "experiment/store.h"
#include "experiment/sweep.h"
#include "experiment/sweep_result.h"
#include "experiment/sweep_text.h"

namespace fathom {

namespace {

void write_result(const SweepResult& result, const CompareOptions& options, Output& output) {
    switch (options.format) {
        case CompareFormat::text: {
            const std::size_t width = result_width(options, output);
            output.write(sweep_text(result, width));
            return;
        }
        case CompareFormat::markdown:
            output.write(sweep_markdown(result));
            return;
        case CompareFormat::csv:
            output.write(sweep_csv(result));
            return;
        case CompareFormat::json:
            output.write(sweep_json(result));
            return;
    }
}

int run_sweep(CompareOptions options, const OptionTable& table, const Identity& identity) {
    std::optional<Store> store;
    if (!options.save.empty() && !options.dry_run) store.emplace(options.save);
    SweepPlan plan;
    std::vector<std::string> notes;
    if (options.latency_curve) {
        check_load_curve(options, table);
        if (options.dry_run && options.over.empty()) {
            print_at_once(load_curve_dry_run(options, table));
            return 0;
        }
        install_interrupt_handlers();
        const auto loads =
            offered_loads(options, table, identity, store ? store->plan() : std::nullopt);
        if (!loads) return 128;
        options.over = {loads->axis};
        options.rest.emplace_back("--override=rate_process=poisson");
        // Rounds with the same arrivals would be one round.
        options.rest.emplace_back("--override=randrepeat=0");
        notes = loads->notes;
        plan.is_load_curve = true;
    }
    plan.axes = options.over;
    plan.cells = cells_of(options.over);
    VariantSet set = sweep_variants_of(options, plan.cells, table);
    for (const Problem& warning : set.warnings)
        std::fprintf(stderr, "%s: %s\n", identity.program.c_str(), to_text(warning).c_str());
    for (std::size_t i = 0; i < set.variants.size() / plan.cells.size(); ++i)
        plan.variants.push_back(set.variants[i].label);
    assign_commands(options.before, plan.variants);
    assign_commands(options.after, plan.variants);

    plan.seed = order_seed(options, store);
    if (options.dry_run) {
        print_at_once(dry_run_text(plan, set.variants, options));
        return 0;
    }
    Output output(set.arguments.output_file);
    const CellRuns runs = run_cells(std::move(plan), set, options, store, notes, table, identity);
    if (const auto status = runs.failed()) return *status;
    const SweepResult result = analyse(runs.sweep, options.metric);
    write_result(result, options, output);
    if (!output.finish()) return 1;
    if (runs.sweep.interrupted) return 128;
    return runs.whole ? exit_status(result, options.fail_on) : 1;
}

}  // namespace

int sweep_command(std::span<const std::string> words, const Identity& identity) {
    CompareOptions options = parse_experiment(Experimenting::sweep, words);
    if (options.help || words.empty()) {
        print_at_once(sweep_usage(identity.program));
        return options.help ? 0 : 1;
    }
    if (options.over.empty() && !options.latency_curve) {
        throw Error("a sweep needs --over OPTION=VALUES", {},
                    "--over iodepth=1..64*2, for one option or several; or --latency-curve");
    }
    const OptionTable table = full_table();
    return run_sweep(std::move(options), table, identity);
}

}  // namespace fathom
