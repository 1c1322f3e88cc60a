#include "engine/loop.h"

#include <algorithm>

namespace fathom {

namespace {
constexpr Nanos publish_every = 50_ms;
}

void Loop::arm(Ticks now) {
    bw_window_start = iops_window_start = series_start = now;
    next_publish = now + clock.to_ticks(publish_every);
    next_event = next_publish;
    on_event(now);
}

bool Loop::on_event(Ticks now) {
    if (ramp_end != 0 && now >= ramp_end) {
        recorder.clear();
        bw_window_start = iops_window_start = series_start = now;
        begin = now;
        // A ramp seen late does not shorten the run that follows.
        if (run_end != 0) run_end += now - ramp_end;
        ramp_end = 0;
        if (ramp_over) ramp_over();
    }
    if (run_end != 0 && now >= run_end) return false;
    if (now >= next_publish) {
        publish();
        if (published) published(now);
        next_publish = now + clock.to_ticks(publish_every);
    }
    next_event = next_publish;
    if (ramp_end != 0) next_event = std::min(next_event, ramp_end);
    if (run_end != 0) next_event = std::min(next_event, run_end);
    look_at_window(now, bw_window, bw_window_start, &Recorder::end_bw_window);
    look_at_window(now, iops_window, iops_window_start, &Recorder::end_iops_window);
    look_at_window(now, series_interval, series_start, &Recorder::end_series_interval);
    return true;
}

void Loop::look_at_window(Ticks now, Nanos length, Ticks& start,
                          void (Recorder::*end_window)(Nanos)) {
    if (length.count() <= 0) return;
    const Ticks ticks = clock.to_ticks(length);
    if (now - start >= ticks) {
        (recorder.*end_window)(Nanos(static_cast<std::int64_t>(clock.to_nanos(now - start))));
        start = now;
    }
    next_event = std::min(next_event, start + ticks);
}

Ticks Loop::due(Direction d) const {
    const Nanos at = pace->due(d);
    return at == Pace::after_completion ? next_event : pace_begin + clock.to_ticks(at);
}

void Loop::publish() {
    for (const Direction d : all_directions) {
        const std::size_t i = index_of(d);
        progress.ios[i].store(recorder.directions[d].ios, std::memory_order_relaxed);
        progress.bytes[i].store(recorder.directions[d].bytes, std::memory_order_relaxed);
    }
}

}  // namespace fathom
