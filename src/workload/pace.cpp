#include "workload/pace.h"

#include <algorithm>

#include <fmt/format.h>

#include "base/wide.h"

namespace fathom {

namespace {

/// The time `count` things take at `per_second`, exactly.
Nanos time_of(std::uint64_t count, std::uint64_t per_second) {
    return Nanos(static_cast<std::int64_t>(static_cast<Wide>(count) * 1'000'000'000 / per_second));
}

std::uint64_t per_second(std::uint64_t count, Nanos span) {
    return static_cast<std::uint64_t>(static_cast<Wide>(count) * 1'000'000'000 /
                                      static_cast<std::uint64_t>(span.count()));
}

}  // namespace

bool Pace::paces(const Job& job) {
    if (job.thinktime.count() > 0) return true;
    return std::any_of(all_directions.begin(), all_directions.end(), [&](Direction d) {
        return job.rate[d] != 0 || job.rate_iops[d] != 0 || job.rate_min[d] != 0 ||
               job.rate_iops_min[d] != 0;
    });
}

Pace::Pace(const Job& job, std::uint64_t seed)
    : poisson_(job.rate_process == RateProcess::poisson),
      gap_(seed),
      thinktime_(job.thinktime),
      spin_(job.thinktime_spin),
      iotime_(job.thinktime_iotime),
      cycles_(job.thinkcycles),
      blocks_(job.thinktime_blocks),
      counts_issue_(job.thinktime_blocks_type == ThinktimeBlocks::issue),
      catches_up_(!job.rate_ignore_thinktime),
      cycle_(static_cast<std::int64_t>(job.rate_cycle) * 1'000'000) {
    for (const Direction d : all_directions) {
        if (!job.access.does(d)) continue;
        Schedule& schedule = schedules_[d];
        schedule.bytes_per_second = job.rate[d];
        schedule.ios_per_second = job.rate_iops[d];
        schedule.least_bytes = job.rate_min[d];
        schedule.least_ios = job.rate_iops_min[d];
    }
}

Nanos Pace::due(Direction d) const {
    if (pause_wanted_) return after_completion;
    return std::max(resume_, schedules_[d].due);
}

Nanos Pace::behind() const {
    Nanos most{};
    for (const Schedule& schedule : schedules_.values)
        if (schedule.limited()) most = std::max(most, now_ - schedule.due);
    return most;
}

Direction Pace::choose(Direction drawn) const {
    const Direction other = drawn == Direction::read ? Direction::write : Direction::read;
    const Nanos turn = schedules_[drawn].due;
    return turn > now_ && schedules_[other].due < turn ? other : drawn;
}

Nanos Pace::linear(const Schedule& schedule) {
    if (schedule.bytes_per_second != 0)
        return schedule.base + time_of(schedule.bytes, schedule.bytes_per_second);
    return schedule.base + time_of(schedule.ios, schedule.ios_per_second);
}

void Pace::issued(Direction d, std::uint64_t bytes) {
    Schedule& schedule = schedules_[d];
    schedule.bytes += bytes;
    ++schedule.ios;
    schedule.cycle_bytes += bytes;
    ++schedule.cycle_ios;
    if (schedule.limited()) {
        if (poisson_) {
            const double units =
                schedule.bytes_per_second != 0
                    ? static_cast<double>(bytes) / static_cast<double>(schedule.bytes_per_second)
                    : 1.0 / static_cast<double>(schedule.ios_per_second);
            schedule.due += gap_.next(units * 1e9);
        } else {
            schedule.due = linear(schedule);
        }
    }
    ++since_pause_;
    look_for_pause();
    if (pause_wanted_ && counts_issue_) pause();
}

void Pace::completed(unsigned in_flight) {
    look_for_pause();
    if (pause_wanted_ && in_flight == 0) pause();
}

void Pace::look_for_pause() {
    if (thinktime_.count() == 0) return;
    if ((blocks_ != 0 && since_pause_ >= blocks_) ||
        (iotime_.count() != 0 && now_ - work_began_ >= iotime_))
        pause_wanted_ = true;
}

void Pace::pause() {
    pause_wanted_ = false;
    since_pause_ = 0;
    resume_ = now_ + thinktime_;
    busy_until_ = now_ + spin_;
    work_began_ = resume_;
    cycles_due_ = cycles_;
    if (!catches_up_) move_schedules();
}

/// What would have been due during the pause is due from its end on, at the usual gaps.
void Pace::move_schedules() {
    for (Schedule& schedule : schedules_.values) {
        if (!schedule.limited() || schedule.due >= resume_) continue;
        schedule.base += resume_ - schedule.due;
        schedule.due = resume_;
    }
}

std::optional<std::string> Pace::shortfall() {
    const Nanos span = now_ - cycle_began_;
    if (span < cycle_ || span.count() <= 0) return std::nullopt;
    std::optional<std::string> missed;
    for (Schedule& schedule : schedules_.values) {
        const std::uint64_t bytes = per_second(schedule.cycle_bytes, span);
        const std::uint64_t ios = per_second(schedule.cycle_ios, span);
        if (bytes < schedule.least_bytes) {
            missed = fmt::format("rate_min={}B/s not met, got {}B/s", schedule.least_bytes, bytes);
        } else if (ios < schedule.least_ios) {
            missed = fmt::format("rate_iops_min={} not met, got {} IOPS", schedule.least_ios, ios);
        }
        schedule.cycle_bytes = schedule.cycle_ios = 0;
    }
    cycle_began_ = now_;
    return missed;
}

}  // namespace fathom
