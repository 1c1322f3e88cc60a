#include "cli/reports.h"

#include <algorithm>

#include "report/json.h"
#include "report/normal.h"
#include "report/terse.h"

namespace fathom {

std::string opening_text(const Plan& plan, const std::string& version) {
    std::string text;
    std::uint32_t threads = 0, processes = 0;
    for (std::size_t job = 0; job < plan.jobs.size(); ++job) {
        const auto first =
            std::find_if(plan.workers.begin(), plan.workers.end(),
                         [&](const PlannedWorker& worker) { return worker.job == job; });
        if (first == plan.workers.end()) continue;
        const std::string line = job_line(plan.jobs[job], first->group, plan.jobs[job].numjobs);
        if (!line.empty()) text += line + "\n";
        (plan.jobs[job].thread ? threads : processes) += plan.jobs[job].numjobs;
    }
    return text + version + "\n" + starting_line(threads, processes) + "\n";
}

void write_reports(const RunResult& result, const Arguments& arguments, Output& output) {
    if (arguments.formats.terse) output.write(terse_report(result, arguments.terse_version));
    if (arguments.formats.json_plus) {
        output.write(json_report(result, true));
    } else if (arguments.formats.json) {
        output.write(json_report(result, false));
    }
    if (arguments.formats.normal) output.write(normal_report(result));
}

}  // namespace fathom
