#include "run/plan.h"

#include <utility>

namespace fathom {

namespace {

/// The one earlier job of that name, or problems that say why there is none.
std::optional<std::size_t> find_waited_for(const std::vector<Job>& jobs, std::size_t waiter,
                                           std::vector<Problem>& problems) {
    const Job& job = jobs[waiter];
    std::optional<std::size_t> found;
    for (std::size_t i = 0; i < waiter; ++i) {
        if (jobs[i].name != job.wait_for) continue;
        if (found) {
            problems.push_back({job.name + ": wait_for=" + job.wait_for + " is ambiguous",
                                job.origin, "two earlier jobs have this name"});
            return std::nullopt;
        }
        found = i;
    }
    if (!found) {
        problems.push_back({job.name + ": waitee job " + job.wait_for + " unknown.", job.origin,
                            "wait_for= takes the name of an earlier job"});
    }
    return found;
}

}  // namespace

std::uint32_t Plan::stages() const {
    return workers.empty() ? 0 : workers.back().stage + 1;
}

std::uint32_t Plan::groups() const {
    return workers.empty() ? 0 : workers.back().group + 1;
}

Plan make_plan(std::vector<Job> jobs) {
    Plan plan;
    std::vector<Problem> problems;
    std::uint32_t group = 0, stage = 0, number = 0;
    for (std::size_t i = 0; i < jobs.size(); ++i) {
        const Job& job = jobs[i];
        // The first job opens group and stage 0 by itself, whatever it asks for.
        if (i > 0 && job.stonewall) ++stage;
        if (i > 0 && (job.stonewall || job.new_group)) ++group;
        std::optional<std::size_t> waits_for;
        if (!job.wait_for.empty()) waits_for = find_waited_for(jobs, i, problems);
        for (std::uint32_t clone = 0; clone < job.numjobs; ++clone) {
            plan.workers.push_back({i, clone, number++, group, stage, waits_for});
        }
    }
    if (!problems.empty()) throw Error(std::move(problems));
    plan.jobs = std::move(jobs);
    return plan;
}

}  // namespace fathom
