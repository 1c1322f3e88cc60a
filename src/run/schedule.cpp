#include "run/schedule.h"

#include <algorithm>
#include <utility>

namespace fathom {

Schedule::Schedule(const Plan& plan, std::vector<Nanos> delays)
    : plan_(plan),
      delays_(std::move(delays)),
      states_(plan.workers.size(), State::pending),
      open_in_stage_(plan.stages(), 0),
      open_in_job_(plan.jobs.size(), 0),
      open_(plan.workers.size()) {
    for (std::size_t i = 0; i < plan.workers.size(); ++i) {
        const PlannedWorker& worker = plan.workers[i];
        ++open_in_stage_[worker.stage];
        ++open_in_job_[worker.job];
        while (first_of_stage_.size() <= worker.stage) first_of_stage_.push_back(i);
    }
    first_of_stage_.push_back(plan.workers.size());
}

std::vector<std::size_t> Schedule::start_due(Nanos since_start) {
    std::vector<std::size_t> due;
    if (done()) return due;
    for (std::size_t i = first_of_stage_[stage_]; i < first_of_stage_[stage_ + 1]; ++i) {
        if (states_[i] != State::pending || delays_[i] > since_start) continue;
        const auto& waits_for = plan_.workers[i].waits_for;
        if (waits_for && open_in_job_[*waits_for] != 0) continue;
        states_[i] = State::started;
        due.push_back(i);
    }
    return due;
}

std::optional<Nanos> Schedule::next_start() const {
    std::optional<Nanos> next;
    if (done()) return next;
    for (std::size_t i = first_of_stage_[stage_]; i < first_of_stage_[stage_ + 1]; ++i) {
        if (states_[i] != State::pending) continue;
        const auto& waits_for = plan_.workers[i].waits_for;
        if (waits_for && open_in_job_[*waits_for] != 0) continue;
        if (!next || delays_[i] < *next) next = delays_[i];
    }
    return next;
}

std::vector<std::size_t> Schedule::ended(std::size_t worker, bool failed) {
    std::vector<std::size_t> to_stop;
    if (states_[worker] != State::started) return to_stop;
    close(worker, State::ended);
    const PlannedWorker& who = plan_.workers[worker];
    const Job& job = plan_.jobs[who.job];
    if (job.exitall || (failed && job.exitall_on_error)) {
        for (std::size_t i = 0; i < states_.size(); ++i) {
            const PlannedWorker& other = plan_.workers[i];
            const bool concerned =
                job.exit_what == ExitWhat::all ||
                (job.exit_what == ExitWhat::group && other.group == who.group) ||
                (job.exit_what == ExitWhat::stonewall && other.stage == who.stage);
            if (!concerned) continue;
            if (states_[i] == State::started) to_stop.push_back(i);
            if (states_[i] == State::pending) close(i, State::cancelled);
        }
    }
    stop_loads_without_io(who.stage, to_stop);
    advance();
    return to_stop;
}

void Schedule::stop_loads_without_io(std::uint32_t stage, std::vector<std::size_t>& to_stop) const {
    std::vector<std::size_t> loads;
    for (std::size_t i = first_of_stage_[stage]; i < first_of_stage_[stage + 1]; ++i) {
        if (states_[i] != State::pending && states_[i] != State::started) continue;
        const auto& options = plan_.jobs[plan_.workers[i].job].engine_options;
        const auto found = options.find("exit_on_io_done");
        if (found == options.end() || found->second != "1") return;
        loads.push_back(i);
    }
    for (const std::size_t i : loads) {
        const bool told = std::find(to_stop.begin(), to_stop.end(), i) != to_stop.end();
        if (states_[i] == State::started && !told) to_stop.push_back(i);
    }
}

void Schedule::drop(std::size_t worker) {
    if (states_[worker] != State::pending) return;
    close(worker, State::ended);
    advance();
}

void Schedule::cancel_all() {
    for (std::size_t i = 0; i < states_.size(); ++i) {
        if (states_[i] == State::pending) close(i, State::cancelled);
    }
    advance();
}

void Schedule::close(std::size_t worker, State state) {
    states_[worker] = state;
    --open_;
    --open_in_stage_[plan_.workers[worker].stage];
    --open_in_job_[plan_.workers[worker].job];
}

void Schedule::advance() {
    while (stage_ + 1 < open_in_stage_.size() && open_in_stage_[stage_] == 0) ++stage_;
}

}  // namespace fathom
