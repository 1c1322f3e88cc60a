// The whole pipeline on a virtual clock: order, stopping, interrupts, going on.
#include "experiment/execution.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/virtual_runs.h"

namespace fathom::test {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;

TEST(Schedule, ABlockHasEveryVariantInEveryPlaceOnceAndPairsThem) {
    for (const std::size_t k : {std::size_t{2}, std::size_t{3}, std::size_t{5}}) {
        std::size_t order = 0;
        for (std::size_t block = 0; block < 3; ++block) {
            std::vector<std::vector<int>> in_round(k * 3, std::vector<int>(k, 0));
            for (const Step& step : block_of_steps(k, block, 7)) {
                EXPECT_EQ(step.order, order++);
                EXPECT_EQ(step.block, block);
                EXPECT_EQ(step.round / k, block);
                ++in_round[step.round][step.variant];
            }
            for (std::size_t r = block * k; r < (block + 1) * k; ++r)
                EXPECT_EQ(in_round[r], std::vector<int>(k, 1));
        }
    }
}

TEST(Schedule, StopsWhenNarrowEnoughNeverBeforeEightPairs) {
    const Limits limits{.precision = 0.01};
    EXPECT_FALSE(is_enough(2, 3, limits, 0.0, 1_s, {}));
    EXPECT_TRUE(is_enough(2, 4, limits, 0.01, 1_s, {}));
    EXPECT_FALSE(is_enough(2, 4, limits, 0.011, 1_s, {}));
    EXPECT_TRUE(is_enough(2, 20, limits, 1.0, 1_s, {}));  // 40 pairs
    EXPECT_FALSE(is_enough(3, 2, limits, 0.0, 1_s, {}));  // six
    EXPECT_TRUE(is_enough(3, 3, limits, 0.0, 1_s, {}));   // nine
}

TEST(Schedule, ABudgetIsNotOverrunAndRoundsAreWhole) {
    Limits limits{.budget = Nanos{100'000'000'000}, .precision = 0.0001};
    EXPECT_FALSE(is_enough(2, 1, limits, 1, Nanos{40'000'000'000}, Nanos{40000000000}));
    EXPECT_TRUE(is_enough(2, 2, limits, 1, Nanos{80'000'000'000}, Nanos{40000000000}));
    limits = {.rounds = 5};
    EXPECT_EQ(most_blocks(2, limits), 3U);
    EXPECT_FALSE(is_enough(2, 2, limits, 0, 1_s, {}));
    EXPECT_TRUE(is_enough(2, 3, limits, 1, 1_s, {}));
}

TEST(Execution, RunsInTheOrderThatASeedGivesAndStopsWhenNarrow) {
    Experiment experiment = experiment_of(2, 42);
    VirtualRunner runner({0, 0.05}, white_noise(0.002), 1);
    SilentObserver observer;
    EXPECT_TRUE(execute(experiment, {}, {}, runner, observer));
    EXPECT_EQ(experiment.runs.size(), 16U);  // the noise is small: the least there is
    std::vector<Step> expected;
    for (std::size_t block = 0; block < 4; ++block) {
        for (const Step& step : block_of_steps(2, block, 42)) expected.push_back(step);
    }
    EXPECT_EQ(runner.steps, expected);
    EXPECT_EQ(observer.told, expected);
    EXPECT_EQ(observer.blocks, (std::vector<std::size_t>{2, 4, 6, 8}));
    EXPECT_EQ(compare(experiment).rows.front().result.verdict, stats::Verdict::faster);
}

TEST(Execution, ABudgetEndsIt) {
    Experiment experiment = experiment_of(2, 42);
    VirtualRunner runner({0, 0}, white_noise(0.1), 1);
    SilentObserver observer;
    const Limits limits{.budget = Nanos{130'000'000'000}, .precision = 0.001};
    EXPECT_TRUE(execute(experiment, limits, {}, runner, observer));
    EXPECT_EQ(experiment.runs.size(), 12U);  // three blocks of 40 s; a fourth would be too much
}

TEST(Execution, ABudgetIsOfTheRunsMadeNow) {
    Experiment experiment = experiment_of(2, 42);
    VirtualRunner first({0, 0}, white_noise(0.1), 1);
    SilentObserver observer;
    execute(experiment, {.rounds = 4}, {}, first, observer);
    // Two blocks are there already; three of 40 s fit.
    VirtualRunner second({0, 0}, white_noise(0.1), 2);
    const Limits limits{.budget = Nanos{130'000'000'000}, .precision = 0.0001};
    EXPECT_TRUE(execute(experiment, limits, {}, second, observer));
    EXPECT_EQ(second.steps.size(), 12U);
}

TEST(Execution, AnInterruptKeepsWhatIsDoneAndTheRestFollowsLater) {
    Experiment experiment = experiment_of(2, 42);
    const Limits limits{.rounds = 10};
    VirtualRunner first({0, 0.02}, white_noise(), 1);
    first.interrupt_after = 7;
    SilentObserver observer;
    EXPECT_FALSE(execute(experiment, limits, {}, first, observer));
    EXPECT_TRUE(experiment.interrupted);
    EXPECT_EQ(experiment.runs.size(), 7U);

    experiment.interrupted = false;
    VirtualRunner second({0, 0.02}, white_noise(), 2);
    EXPECT_TRUE(execute(experiment, limits, {}, second, observer));
    EXPECT_EQ(experiment.runs.size(), 20U);
    EXPECT_EQ(second.steps.size(), 13U);
    for (std::size_t i = 0; i < 20; ++i) EXPECT_EQ(experiment.runs[i].order, i);
}

TEST(Execution, AnErrorEndsItAndIsNoted) {
    Experiment experiment = experiment_of(2, 42);
    VirtualRunner runner({0, 0}, white_noise(), 1);
    runner.fail_at = 6;
    SilentObserver observer;
    EXPECT_FALSE(execute(experiment, {}, {}, runner, observer));
    EXPECT_EQ(experiment.runs.size(), 5U);
    EXPECT_THAT(compare(experiment).notes, Contains(HasSubstr("the disk is gone")));
}

TEST(Execution, TellsHowLongItTakesAtMost) {
    Experiment experiment = experiment_of(2, 42);
    VirtualRunner runner({0, 0}, white_noise(), 1);
    SilentObserver observer;
    execute(experiment, {.rounds = 4}, {}, runner, observer);
    EXPECT_EQ(observer.last_to_go, 10_s);  // before the last run
}

/// Looking at every block and stopping when narrow makes no false alarms beyond the nominal 5 %.
TEST(SlowExecution, StoppingWhenNarrowKeepsTheLevel) {
    for (const stats::test::NamedMachine& machine : stats::test::machines()) {
        if (machine.balanced) continue;
        int alarms = 0;
        constexpr int trials = 600;
        for (int trial = 0; trial < trials; ++trial) {
            const Experiment experiment =
                ran({0, 0}, machine.start(), static_cast<std::uint64_t>(trial), {});
            const MetricComparison row = compare(experiment).rows.front();
            alarms += row.result.effect.interval && !row.result.effect.interval->holds(0) ? 1 : 0;
        }
        // 5 % of 600 and three standard deviations.
        EXPECT_LE(alarms, 46) << machine.name;
    }
}

}  // namespace
}  // namespace fathom::test
