// The machines that the simulations of tests/stats run on: what a run of variant A or B would
// measure, as a logarithm, drift and noise included. All from one seed.
#pragma once

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <numbers>
#include <string>
#include <vector>

#include "base/random.h"
#include "stats/run_order.h"

namespace fathom::stats::test {

/// Standard normal, by Box and Muller.
inline double normal(Random& random) {
    const double radius = std::sqrt(-2 * std::log(1 - random.unit()));
    return radius * std::cos(2 * std::numbers::pi * random.unit());
}

/// Student's t with whole degrees.
inline double heavy(Random& random, int degrees) {
    double squares = 0;
    for (int i = 0; i < degrees; ++i) {
        const double z = normal(random);
        squares += z * z;
    }
    return normal(random) / std::sqrt(squares / degrees);
}

/// x_t = phi x_{t-1} + e_t, started in its stationary distribution, standard deviation 1.
inline std::vector<double> autoregressive(Random& random, std::size_t n, double phi) {
    std::vector<double> x;
    const double scale = std::sqrt(1 - phi * phi);
    for (std::size_t t = 0; t < n; ++t) {
        x.push_back(t == 0 ? normal(random) : phi * x.back() + scale * normal(random));
    }
    return x;
}

/// What run number `slot` of a series measures without any effect; called in order of slots.
using Machine = std::function<double(Random&, std::size_t slot)>;

struct NamedMachine {
    std::string name;
    std::function<Machine()> start;  ///< a new machine for each series
    bool balanced = false;           ///< drift that ABBA balances out: tests become conservative
};

/// Runs vary by 1 % (white), over which lies what the name says.
inline std::vector<NamedMachine> machines() {
    const auto white = [](Random& r, std::size_t) { return 0.01 * normal(r); };
    const auto walk = [] {
        return [level = 0.0](Random& r, std::size_t) mutable {
            level += 0.01 * normal(r);
            return level + 0.01 * normal(r);
        };
    };
    const auto linear = [](double step) {
        return [step] {
            return Machine([step](Random& r, std::size_t slot) {
                return step * static_cast<double>(slot) + 0.01 * normal(r);
            });
        };
    };
    const auto tails = [](int degrees) {
        return [degrees] {
            return Machine([degrees](Random& r, std::size_t) { return 0.01 * heavy(r, degrees); });
        };
    };
    const auto slow_runs = [](Random& r, std::size_t) {
        return 0.01 * normal(r) - (r.unit() < 0.1 ? 0.2 : 0);
    };
    return {
        {"white", [=] { return Machine(white); }},
        {"random walk", [=] { return Machine(walk()); }},
        {"linear 0.2 %/run", linear(0.002)},
        {"linear 2 %/run", linear(0.02), true},
        {"t, 3 degrees", tails(3)},
        {"t, 2 degrees", tails(2)},
        {"10 % slow runs", [=] { return Machine(slow_runs); }},
    };
}

/// The differences B - A of `pairs` pairs run in ABBA/BAAB blocks on the machine, B better by
/// `effect`.
inline std::vector<double> paired_differences(Random& random, const Machine& machine,
                                              std::size_t pairs, double effect) {
    std::vector<double> d;
    std::size_t slot = 0;
    for (const Round& round : run_order(2, (pairs + 1) / 2, random.next())) {
        double value[2] = {0, 0};
        for (const std::size_t variant : round) value[variant] = machine(random, slot++);
        d.push_back(value[1] - value[0] + effect);
    }
    d.resize(pairs);
    return d;
}

}  // namespace fathom::stats::test
