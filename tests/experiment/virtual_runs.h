// Experiments in virtual time: a runner whose runs take no time and whose figures come from the
// noisy machines of tests/stats, with an effect put in.
#pragma once

#include <cmath>
#include <functional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/error.h"
#include "experiment/comparison.h"
#include "experiment/execution.h"
#include "stats/noise.h"

namespace fathom::test {

const inline std::set<FailOn> both = {FailOn::regression, FailOn::unresolved};

/// Facts of a run of `iops` reads of 4 KiB a second for ten seconds, depth 1.
inline RunFacts read_facts_of(double iops) {
    RunFacts facts;
    PartFacts part;
    part.name = "a";
    DirectionFacts& read = part.directions[Direction::read];
    read.runtime = 10_s;
    read.ios = static_cast<std::uint64_t>(iops * 10);
    read.bytes = read.ios * 4096;
    read.iops = iops;
    read.bandwidth = iops * 4096;
    read.mean_latency = 1e9 / iops;
    read.percentiles = {{50, 0.9e9 / iops}, {99, 3e9 / iops}};
    part.cpu_per_io = 1000;
    facts.parts.push_back(std::move(part));
    return facts;
}

/// Runs each take ten virtual seconds. Variant v is `effects[v]` faster (as a logarithm).
class VirtualRunner : public StepRunner {
  public:
    VirtualRunner(std::vector<double> effects, stats::test::Machine machine, std::uint64_t seed)
        : effects_(std::move(effects)), machine_(std::move(machine)), random_(seed) {}

    RunFacts run(const Step& step) override {
        steps.push_back(step);
        if (fail_at == steps.size()) throw Error("the disk is gone");
        now_ = Nanos{now_.count() + (10_s).count()};
        if (change) change(steps.size());
        return read_facts_of(50'000 *
                             std::exp(effects_[step.variant] + machine_(random_, slot_++)));
    }
    Nanos now() override { return now_; }
    bool interrupted() override { return steps.size() == interrupt_after; }

    std::vector<Step> steps;
    std::size_t fail_at = 0;
    std::size_t interrupt_after = 1'000'000;
    std::function<void(std::size_t)> change;

  private:
    std::vector<double> effects_;
    stats::test::Machine machine_;
    Random random_;
    std::size_t slot_ = 0;
    Nanos now_{};
};

class SilentObserver : public ExperimentObserver {
  public:
    void step(const Step& step, std::size_t, Nanos to_go) override {
        told.push_back(step);
        last_to_go = to_go;
    }
    void block(std::size_t rounds, const ComparisonResult& result) override {
        blocks.push_back(rounds);
        last = result;
    }
    std::vector<Step> told;
    std::vector<std::size_t> blocks;
    Nanos last_to_go{};
    ComparisonResult last;
};

inline Experiment experiment_of(std::size_t variants, std::uint64_t seed) {
    Experiment experiment;
    for (std::size_t v = 0; v < variants; ++v)
        experiment.variants.push_back({std::string(1, static_cast<char>('A' + v)), "", false});
    experiment.seed = seed;
    return experiment;
}

inline stats::test::Machine white_noise(double deviation = 0.01) {
    return [=](Random& random, std::size_t) { return deviation * stats::test::normal(random); };
}

/// All runs of an experiment of these effects.
inline Experiment ran(std::vector<double> effects, const stats::test::Machine& machine,
                      std::uint64_t seed, const Limits& limits) {
    Experiment experiment = experiment_of(effects.size(), seed);
    VirtualRunner runner(std::move(effects), machine, seed);
    SilentObserver observer;
    execute(experiment, limits, {}, runner, observer);
    return experiment;
}

}  // namespace fathom::test
