#include "measure/recorder.h"

namespace fathom {

Recorder::Recorder(const RecorderSetup& s) : setup(s), sync_latency(true) {
    for (const Direction d : all_directions) {
        if (!setup.active[d]) continue;
        directions[d].slat = Latency(setup.slat && setup.slat_histogram);
        directions[d].clat = Latency(setup.clat && setup.clat_histogram);
        directions[d].lat = Latency(setup.lat && setup.lat_histogram);
    }
}

void Recorder::clear() {
    for (DirectionRecord& record : directions.values) {
        record.ios = record.bytes = record.short_ios = record.dropped_ios = 0;
        record.window_ios = record.window_bytes = 0;
        record.slat.clear();
        record.clat.clear();
        record.lat.clear();
        record.bw = record.iops = {};
    }
    sync_latency.clear();
    depths = submits = completions = {};
    sync_ios = 0;
}

void Recorder::end_window(Nanos length) {
    const double seconds = length.as_double() / 1e9;
    if (seconds <= 0) return;
    for (DirectionRecord& record : directions.values) {
        const std::uint64_t ios = record.ios - record.window_ios;
        const std::uint64_t bytes = record.bytes - record.window_bytes;
        record.window_ios = record.ios;
        record.window_bytes = record.bytes;
        if (ios == 0) continue;
        record.bw.add(static_cast<double>(bytes) / 1024.0 / seconds);
        record.iops.add(static_cast<double>(ios) / seconds);
    }
}

}  // namespace fathom
