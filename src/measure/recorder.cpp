#include "measure/recorder.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fathom {

Recorder::Recorder(const RecorderSetup& s) : setup(s), sync_latency(true), cycles(s.cycle != 0) {
    for (const Direction d : all_directions) {
        if (!setup.active[d]) continue;
        directions[d].slat = Latency(setup.slat && setup.slat_histogram);
        directions[d].clat = Latency(setup.clat && setup.clat_histogram);
        directions[d].lat = Latency(setup.lat && setup.lat_histogram);
        directions[d].intended = Latency(setup.paced);
        directions[d].lateness = Latency(setup.paced);
        const bool wanted = setup.priorities_by_lat ? setup.lat : setup.clat;
        if (!wanted) setup.priorities[d].clear();
        for (const std::uint16_t priority : setup.priorities[d])
            directions[d].priorities.push_back(
                {priority, setup.priorities_by_lat ? directions[d].lat : directions[d].clat});
        if (!setup.priorities[d].empty()) by_priority_ = true;
    }
}

void Recorder::add(std::span<const Transfer> transfers, const Clock& clock, TransferTimes times) {
    std::array<std::uint64_t, transfer_batch> took;
    std::array<std::uint64_t, transfer_batch> waited;
    const bool queued = times == TransferTimes::all && (setup.slat || setup.lat);
    for (const Direction d : all_directions) {
        if (!setup.active[d]) continue;
        std::uint64_t bytes = 0;
        std::size_t n = 0;
        for (const Transfer& transfer : transfers) {
            // Without a branch: a mixed job's directions cannot be predicted.
            const bool mine = transfer.direction == d;
            took[n] = clock.to_nanos(transfer.took);
            if (queued) waited[n] = clock.to_nanos(transfer.waited);
            bytes += mine ? transfer.bytes : 0;
            n += mine ? 1 : 0;
        }
        if (n == 0) continue;
        DirectionRecord& record = directions[d];
        record.ios += n;
        record.bytes += bytes;
        if (times == TransferTimes::none) continue;
        if (setup.clat) record.clat.add(std::span(took.data(), n));
        if (!queued) continue;
        if (setup.slat) record.slat.add(std::span(waited.data(), n));
        for (std::size_t i = 0; i < n; ++i) took[i] += waited[i];
        if (setup.lat) record.lat.add(std::span(took.data(), n));
    }
    if (by_priority_ && times != TransferTimes::none) [[unlikely]]
        add_by_priority(transfers, clock);
    // One at a time: each ends so long after the one before it.
    if (setup.cycle != 0 && times == TransferTimes::completion) [[unlikely]] {
        for (const Transfer& transfer : transfers) add_to_cycle(transfer.took, clock);
    }
}

void Recorder::add_by_priority(std::span<const Transfer> transfers, const Clock& clock) {
    for (const Transfer& transfer : transfers) {
        std::uint64_t nanos = clock.to_nanos(transfer.took);
        if (setup.priorities_by_lat) nanos += clock.to_nanos(transfer.waited);
        std::vector<PriorityLatency>& kept = directions[transfer.direction].priorities;
        const auto found = std::find_if(kept.begin(), kept.end(), [&](const PriorityLatency& one) {
            return one.priority == transfer.priority;
        });
        if (found != kept.end()) {
            found->latency.add(nanos);
        } else if (!kept.empty()) {
            kept.front().latency.add(nanos);
        }
    }
}

void Recorder::clear() {
    for (DirectionRecord& record : directions.values) {
        record.ios = record.bytes = record.short_ios = record.dropped_ios = 0;
        record.window_ios = record.window_bytes = 0;
        record.slat.clear();
        record.clat.clear();
        record.lat.clear();
        record.intended.clear();
        record.lateness.clear();
        for (PriorityLatency& one : record.priorities) one.latency.clear();
        record.bw = record.iops = {};
        record.series.clear();
    }
    sync_latency.clear();
    cycles.clear();
    depths = submits = completions = {};
    sync_ios = 0;
}

void Recorder::end_bw_window(Nanos length) {
    const double seconds = length.as_double() / 1e9;
    if (seconds <= 0) return;
    for (DirectionRecord& record : directions.values) {
        const std::uint64_t bytes = record.bytes - std::exchange(record.window_bytes, record.bytes);
        if (bytes != 0) record.bw.add(static_cast<double>(bytes) / 1024.0 / seconds);
    }
}

void Recorder::end_iops_window(Nanos length) {
    const double seconds = length.as_double() / 1e9;
    if (seconds <= 0) return;
    for (DirectionRecord& record : directions.values) {
        const std::uint64_t ios = record.ios - std::exchange(record.window_ios, record.ios);
        if (ios != 0) record.iops.add(static_cast<double>(ios) / seconds);
    }
}

void Recorder::end_series_interval(Nanos length) {
    for (const Direction d : all_directions) {
        if (!setup.active[d]) continue;
        DirectionRecord& record = directions[d];
        const Latency& latency = record.clat.histogram() != nullptr ? record.clat : record.lat;
        record.series.end_interval(length, record.ios, record.bytes, latency.histogram());
    }
}

}  // namespace fathom
