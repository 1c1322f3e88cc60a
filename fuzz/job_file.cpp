// Fuzz target: any text as a job file, read, built, planned, explained and shown as a command line.
// Whatever the text is, the outcome is jobs or an Error. Run by ./dev fuzz and, on the texts of
// fuzz/corpus, by a unit test. Reads and writes no file: includes are answered from memory, and
// sizes are estimated with an engine that has no disk.
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cli/arguments.h"
#include "cli/explain.h"
#include "cli/flags.h"
#include "cli/full_table.h"
#include "cli/help.h"
#include "job/build.h"
#include "run/estimate.h"
#include "run/plan.h"

namespace fathom {
namespace {

/// Beyond this a plan is only large: nothing new is tried.
constexpr std::uint64_t most_files = 1000;

/// Files for `include`: options, one that includes itself, one with a section.
std::string included(const std::string& path) {
    if (path == "a") return "bs=4k\nrw=randrw:8\n";
    if (path == "self") return "include self\nsize=1m\ninclude self\n";
    if (path == "section") return "[b]\nsize=1m\n";
    throw Error("unable to open '" + path + "' job file: No such file or directory");
}

bool is_small(const std::vector<Job>& jobs) {
    std::uint64_t files = 0;
    for (const Job& job : jobs) {
        files += std::uint64_t{job.numjobs} * job.nrfiles;
        if (files > most_files) return false;
    }
    return true;
}

Plan without_disk(Plan plan) {
    for (Job& job : plan.jobs) job.ioengine = "null";
    return plan;
}

void try_text(std::string_view text) {
    static const OptionTable table = full_table();
    const Spec spec = parse_job_text(text, "fuzz.fio", included);
    to_job_text(spec);
    command_text("fathom", spec, table);
    BuildResult built = build_jobs(spec, table, {.flags = flag_names()});
    if (!is_small(built.jobs)) return;
    const Plan plan = make_plan(std::move(built.jobs));
    built.jobs.clear();
    const Estimate told = estimate(without_disk(plan));
    explain_text(built, plan, told, table, true);
}

}  // namespace
}  // namespace fathom

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    try {
        // A copy without a zero at its end, so that a reader that runs over it is seen.
        const std::vector<char> text(data, data + size);
        fathom::try_text({text.data(), text.size()});
    } catch (const fathom::Error& error) {
        for (const fathom::Problem& problem : error.problems()) {
            static_cast<void>(fathom::to_text(problem));
        }
    }
    return 0;
}
