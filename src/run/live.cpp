#include "run/live.h"

#include <algorithm>

namespace fathom {

namespace {

bool over(const WorkerView& worker) {
    return worker.cancelled || worker.phase == Phase::ended;
}

std::uint64_t sum(const PerDirection<std::uint64_t>& values) {
    std::uint64_t total = 0;
    for (const std::uint64_t value : values.values) total += value;
    return total;
}

char access_letter(const Access& access) {
    char letter = 'D';
    if (access.read && access.write) {
        letter = 'M';
    } else if (access.read) {
        letter = 'R';
    } else if (access.write) {
        letter = 'W';
    }
    return access.random ? static_cast<char>(letter - 'A' + 'a') : letter;
}

/// Bytes per second a started worker has moved so far; 0 when it has not moved any.
double rate_of(const WorkerView& worker, Nanos now) {
    if (!worker.started || now <= *worker.started) return 0;
    return static_cast<double>(sum(worker.bytes)) * 1e9 / (now - *worker.started).as_double();
}

Nanos seconds(double value) {
    return Nanos(static_cast<std::int64_t>(value * 1e9));
}

/// What is left for one worker from now, or from its start. `usual_rate` is for those that have
/// not moved anything yet.
std::optional<Nanos> left_for(const WorkerView& worker, Nanos now, double usual_rate) {
    const Job& job = *worker.job;
    std::optional<Nanos> by_time, by_size;
    const Nanos used = worker.started ? now - *worker.started : Nanos{};
    if (job.runtime.count() > 0) {
        by_time = std::max(job.ramp_time + job.runtime - used, Nanos{});
        if (job.time_based) return by_time;
    }
    const double rate = worker.started ? rate_of(worker, now) : usual_rate;
    if (worker.total_bytes != 0 && rate > 0) {
        const std::uint64_t done = std::min(sum(worker.bytes), worker.total_bytes);
        by_size = seconds(static_cast<double>(worker.total_bytes - done) / rate);
    }
    if (by_time && by_size) return std::min(*by_time, *by_size);
    return by_time ? by_time : by_size;
}

double usual_rate(std::span<const WorkerView> workers, Nanos now) {
    double total = 0;
    int count = 0;
    for (const WorkerView& worker : workers) {
        const double rate = over(worker) ? 0 : rate_of(worker, now);
        if (rate <= 0) continue;
        total += rate;
        ++count;
    }
    return count == 0 ? 0 : total / count;
}

}  // namespace

char letter_of(const WorkerView& worker, Nanos now) {
    if (worker.cancelled) return '_';
    switch (worker.phase) {
        case Phase::waiting:
            return 'P';
        case Phase::setting_up:
            return 'C';
        case Phase::pre_reading:
            return 'p';
        case Phase::ready:
            return 'I';
        case Phase::running:
            if (worker.started && now < *worker.started + worker.job->ramp_time) return '/';
            return access_letter(worker.job->access);
        case Phase::flushing:
            return 'F';
        case Phase::finishing:
            return 'f';
        case Phase::ended:
            break;
    }
    if (!worker.reaped) return 'E';
    return worker.failed ? 'X' : '_';
}

std::optional<Nanos> remaining_time(std::span<const WorkerView> workers, Nanos now) {
    const double usual = usual_rate(workers, now);
    // The workers of a stage run side by side: it lasts as long as its longest one. Stages follow
    // one another, so `stage_start` is when the next one can begin.
    Nanos stage_start = now, stage_end = now;
    std::uint32_t stage = workers.empty() ? 0 : workers.front().stage;
    for (const WorkerView& worker : workers) {
        if (worker.stage != stage) {
            stage = worker.stage;
            stage_start = stage_end;
        }
        if (over(worker)) continue;
        const std::optional<Nanos> left = left_for(worker, now, usual);
        if (!left) return std::nullopt;
        const Nanos start = worker.started ? now : std::max(stage_start, worker.delay);
        stage_end = std::max(stage_end, start + *left);
    }
    return stage_end - now;
}

LiveStatus LiveMeter::look(std::span<const WorkerView> workers, Nanos now) {
    LiveStatus status;
    const double passed = (now - last_).as_double() / 1e9;
    before_.resize(workers.size());
    for (std::size_t i = 0; i < workers.size(); ++i) {
        const WorkerView& worker = workers[i];
        status.letters += letter_of(worker, now);
        status.open_files += worker.open_files;
        const bool pending = worker.phase == Phase::waiting && !worker.cancelled;
        if (pending) ++status.pending;
        if (!pending && !over(worker)) ++status.running;
        for (const Direction d : all_directions) {
            // At the end of a ramp the counters start again from nothing.
            const std::uint64_t ios = worker.ios[d], bytes = worker.bytes[d];
            const bool restarted = ios < before_[i].ios[d] || bytes < before_[i].bytes[d];
            const std::uint64_t ios_before = restarted ? 0 : before_[i].ios[d];
            const std::uint64_t bytes_before = restarted ? 0 : before_[i].bytes[d];
            if (passed <= 0) continue;
            status.ios_per_second[d] += static_cast<double>(ios - ios_before) / passed;
            status.bytes_per_second[d] += static_cast<double>(bytes - bytes_before) / passed;
        }
        before_[i] = worker;
    }
    if (!workers.empty()) {
        status.kb_base = workers.front().job->kb_base;
        status.unit_base = workers.front().job->unit_base;
    }
    status.elapsed = now;
    status.eta = remaining_time(workers, now);
    if (status.eta && now + *status.eta > Nanos{})
        status.done_fraction = now.as_double() / (now + *status.eta).as_double();
    last_ = now;
    return status;
}

}  // namespace fathom
