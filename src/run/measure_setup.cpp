#include "run/measure_setup.h"

#include <algorithm>
#include <utility>

#include "engine/command_priority.h"
#include "job/io_priority.h"

namespace fathom {

namespace {

/// A synchronous engine's latency is recorded once, as clat: makes lat and clat of it as asked.
void split_latency(DirectionRecord& record, const Job& job) {
    if (!job.disable_lat) {
        if (job.lat_percentiles) {
            record.lat = record.clat;
        } else {
            record.lat = {};
            record.lat.merge(record.clat.moments());
        }
    }
    if (job.disable_clat) record.clat = {};
}

}  // namespace

RecorderSetup recorder_setup(const Job& job, const EngineEntry& engine, bool series) {
    RecorderSetup setup;
    setup.series = series;
    const bool synchronous = engine.shape(job).synchronous;
    // A synchronous engine's latency is its completion latency: recorded once, as clat.
    // Of what is done to names there is clat alone, and disable_lat= is what takes it away.
    const bool clat_only = engine.traits.clat_only;
    const bool lat = !job.disable_lat, clat = !job.disable_clat;
    setup.clat = clat_only ? lat : synchronous ? clat || lat : clat;
    setup.lat = !clat_only && !synchronous && lat;
    setup.slat = !synchronous && !job.disable_slat;
    // The latency distribution needs it, percentiles or not.
    setup.clat_histogram = setup.clat && (clat || !clat_only);
    setup.lat_histogram = setup.lat && job.lat_percentiles;
    setup.slat_histogram = setup.slat && job.slat_percentiles;
    setup.paced = Pace::paces(job);
    if (job.elevator != ElevatorOrder::none) setup.cycle = job.elevator_cycle;
    setup.windows = !job.disable_bw;
    for (const Direction d : all_directions) setup.active[d] = job.access.does(d);
    const CommandPriority command_priority(job);
    setup.priorities_by_lat = job.lat_percentiles;
    for (const Direction d : all_directions) {
        const auto drawn = command_priority.priorities(d);
        if (drawn.empty()) continue;
        setup.priorities[d] = {io_priority(job)};
        for (const std::uint16_t priority : drawn)
            if (priority != io_priority(job)) setup.priorities[d].push_back(priority);
    }
    return setup;
}

bool needs_timing(const RecorderSetup& setup) {
    return setup.clat || setup.lat || setup.slat;
}

CpuUsage cpu_usage(const ThreadUsage& used, Nanos runtime) {
    CpuUsage cpu;
    cpu.user_time = used.user;
    cpu.system_time = used.system;
    cpu.context_switches = used.context_switches;
    cpu.major_faults = used.major_faults;
    cpu.minor_faults = used.minor_faults;
    // Below a millisecond the kernel's accounting says nothing about a share.
    if (runtime >= 1_ms) {
        cpu.user_percent = 100.0 * used.user.as_double() / runtime.as_double();
        cpu.system_percent = 100.0 * used.system.as_double() / runtime.as_double();
    }
    return cpu;
}

JobResult empty_result(const Job& job, const PlannedWorker& worker, const EngineEntry& engine) {
    JobResult result;
    result.name = job.name;
    result.description = job.description;
    result.group_id = worker.group;
    const QueueShape shape = engine.shape(job);
    // As asked: fio shows it so even where the engine does one I/O at a time.
    result.iodepth = std::max(job.iodepth, 1U);
    result.settings = job;
    result.synchronous_engine = shape.synchronous;
    return result;
}

void fill_result(JobResult& result, Recorder&& recorder, const ThreadUsage& used, Nanos runtime) {
    result.total_runtime = runtime;
    const bool splits =
        result.synchronous_engine && !find_engine(result.settings.ioengine)->traits.clat_only;
    for (const Direction d : all_directions) {
        DirectionResult& direction = result.directions[d];
        direction.record = std::move(recorder.directions[d]);
        if (direction.record.ios != 0) direction.runtime = runtime;
        if (splits) split_latency(direction.record, result.settings);
    }
    if (!result.settings.disable_clat) result.sync_latency = std::move(recorder.sync_latency);
    result.sync_ios = recorder.sync_ios;
    result.cycles = std::move(recorder.cycles);
    result.depths = recorder.depths;
    result.submits = recorder.submits;
    result.completions = recorder.completions;
    result.cpu = cpu_usage(used, runtime);
}

}  // namespace fathom
