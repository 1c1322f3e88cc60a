#include "experiment/seek_study.h"

#include <algorithm>
#include <charconv>
#include <utility>

#include "experiment/runs.h"
#include "stats/sample.h"
#include "stats/sorted_distance.h"

namespace fathom {

namespace {

std::uint64_t number_in(const Cell& cell, std::string_view option) {
    std::uint64_t number = 0;
    for (const auto& [name, value] : cell) {
        if (name == option) std::from_chars(value.data(), value.data() + value.size(), number);
    }
    return number;
}

/// What closed forms know; they say nothing of orders that hang on time or on the queue.
std::optional<double> theory_of(const std::string& order, std::uint32_t cycle, bool once) {
    if (order == "unsorted") return stats::unsorted_distance;
    // A run that is one cycle has no way back: its n places leave gaps of 1 / (n + 1).
    if (once && (order == "elevator" || order == "alternating")) return 1.0 / (cycle + 1.0);
    if (order == "elevator") return stats::one_way_distance(cycle);
    if (order == "alternating") return stats::alternating_distance(cycle);
    return std::nullopt;
}

SeekFigures figures_of(const Experiment& experiment, std::size_t variant, std::uint64_t span) {
    SeekFigures found;
    found.variant = variant;
    found.order = experiment.variants[variant].name;
    std::vector<double> iops, bandwidth, request, p99, distance;
    for (const TakenRun& run : experiment.runs) {
        if (run.variant != variant || !run_counts(run.facts) || run.facts.parts.empty()) continue;
        const PartFacts& part = run.facts.parts.front();
        const DirectionFacts& facts = part.directions[direction_worked_on(part)];
        ++found.runs;
        iops.push_back(facts.iops);
        bandwidth.push_back(facts.bandwidth);
        if (facts.mean_latency) request.push_back(*facts.mean_latency);
        for (const auto& [percent, value] : facts.percentiles)
            if (percent == 99) p99.push_back(value);
        if (part.mean_distance) distance.push_back(*part.mean_distance);
        if (found.cycles.moments().count == 0) {
            found.cycles = part.cycles;
        } else {
            found.cycles.merge(part.cycles);
        }
    }
    if (found.runs == 0) return found;
    found.iops = stats::median(iops);
    found.bandwidth = stats::median(bandwidth);
    if (!request.empty()) found.request = stats::median(request);
    if (p99.size() == found.runs) found.request_p99 = stats::median(p99);
    if (!distance.empty() && span != 0)
        found.distance = stats::median(distance) / static_cast<double>(span);
    return found;
}

}  // namespace

Direction direction_worked_on(const PartFacts& part) {
    return part.directions[Direction::read].ios != 0 ? Direction::read : Direction::write;
}

SeekStudy seek_study(const Sweep& sweep, SeekSubject subject) {
    SeekStudy study;
    study.gains = analyse(sweep, {MetricKind::iops, 0, {}});
    for (std::size_t cell = 0; cell < sweep.cells.size(); ++cell) {
        for (std::size_t v = 0; v < sweep.plan.variants.size(); ++v) {
            SeekFigures one = figures_of(sweep.cells[cell], v, subject.span);
            if (one.runs == 0) continue;
            one.cell = cell;
            one.size = number_in(sweep.plan.cells[cell], seek_size_option);
            one.cycle =
                static_cast<std::uint32_t>(number_in(sweep.plan.cells[cell], seek_cycle_option));
            // The order that a queue is served in is not seen from here.
            if (one.order == "queue") one.distance.reset();
            one.theory = theory_of(one.order, one.cycle, one.cycles.moments().count <= one.runs);
            const auto& rows = study.gains.rows;
            const auto row = std::find_if(rows.begin(), rows.end(), [&](const SweepRow& r) {
                return r.cell == cell && r.variant == v;
            });
            if (row != rows.end()) one.gain = static_cast<std::size_t>(row - rows.begin());
            study.figures.push_back(std::move(one));
        }
    }
    std::stable_sort(study.figures.begin(), study.figures.end(),
                     [](const SeekFigures& a, const SeekFigures& b) {
                         return std::pair(a.size, a.cycle) < std::pair(b.size, b.cycle);
                     });
    study.subject = std::move(subject);
    return study;
}

}  // namespace fathom
