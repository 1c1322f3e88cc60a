// A sweep in virtual time: its order, its verdicts over all cells, its tables.
#include "experiment/sweep.h"

#include <set>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/sweep_result.h"
#include "experiment/sweep_text.h"
#include "experiment/virtual_runs.h"

namespace fathom::test {
namespace {

using stats::Verdict;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::Not;

class NoObserver : public SweepObserver {
  public:
    void step(const SweepStep& step, std::size_t, std::size_t all, Nanos) override {
        steps.push_back(step);
        expected = all;
    }
    std::vector<SweepStep> steps;
    std::size_t expected = 0;
};

SweepPlan plan_of(std::vector<std::string> axes, std::size_t variants, std::uint64_t seed = 3) {
    SweepPlan plan;
    for (const std::string& axis : axes) plan.axes.push_back(parse_axis("--over", axis));
    plan.cells = cells_of(plan.axes);
    for (std::size_t v = 0; v < variants; ++v)
        plan.variants.push_back(
            {variants == 1 ? "" : std::string(1, static_cast<char>('A' + v)), "", false});
    plan.seed = seed;
    return plan;
}

/// Effects by flat variant: cell * variants + variant.
Sweep swept(const SweepPlan& plan, const std::vector<double>& effects, double noise,
            const Limits& limits = {}) {
    Sweep sweep = empty_sweep(plan, {});
    VirtualRunner runner(effects, white_noise(noise), plan.seed);
    NoObserver observer;
    execute(sweep, limits, runner, observer);
    return sweep;
}

TEST(SweepPlan, ABlockHasEveryCellOnceWithABlockOfItsVariants) {
    const SweepPlan plan = plan_of({"a=1..3", "b=x,y"}, 2);
    std::set<std::vector<std::size_t>> orders;
    std::size_t order = 0;
    for (std::size_t block = 0; block < 4; ++block) {
        std::vector<std::size_t> cells;
        const auto steps = sweep_block(plan, block);
        ASSERT_EQ(steps.size(), 6U * 4);
        for (std::size_t i = 0; i < steps.size(); ++i) {
            EXPECT_EQ(steps[i].order, order++);
            EXPECT_EQ(steps[i].cell, steps[i - i % 4].cell);  // a cell's four runs stay together
            if (i % 4 == 0) cells.push_back(steps[i].cell);
        }
        orders.insert(cells);
        std::sort(cells.begin(), cells.end());
        EXPECT_EQ(cells, (std::vector<std::size_t>{0, 1, 2, 3, 4, 5}));
    }
    EXPECT_GT(orders.size(), 1U);
    EXPECT_EQ(sweep_block(plan, 2), sweep_block(plan, 2));
}

TEST(Sweep, RunsAsManyRoundsAsSoManyVerdictsNeed) {
    EXPECT_EQ(usual_rounds(plan_of({"a=1..4"}, 2)), 8U);
    EXPECT_EQ(usual_rounds(plan_of({"a=1..48"}, 2)), 11U);  // 1 + log2(48 / 0.05)
    EXPECT_EQ(usual_rounds(plan_of({"a=1..48"}, 1)), 5U);
    const Sweep sweep = swept(plan_of({"a=1..4"}, 2), std::vector<double>(8, 0), 0.01);
    for (const Experiment& cell : sweep.cells) EXPECT_EQ(cell.runs.size(), 16U);
}

TEST(Sweep, GoesOnWhereItWasInterrupted) {
    const SweepPlan plan = plan_of({"a=1..3"}, 2);
    Sweep sweep = empty_sweep(plan, {});
    VirtualRunner first(std::vector<double>(6, 0), white_noise(), 1);
    first.interrupt_after = 17;
    NoObserver observer;
    EXPECT_FALSE(execute(sweep, {.rounds = 4}, first, observer));
    EXPECT_TRUE(sweep.interrupted);
    EXPECT_EQ(observer.expected, 24U);
    // What a store would give back.
    std::map<std::size_t, RunFacts> kept;
    for (std::size_t i = 0; i < 17; ++i) kept[i] = read_facts_of(1000 + static_cast<double>(i));
    Sweep again = empty_sweep(plan, {});
    add_runs(again, kept);
    for (std::size_t c = 0; c < 3; ++c) {
        ASSERT_EQ(again.cells[c].runs.size(), sweep.cells[c].runs.size());
        for (std::size_t i = 0; i < again.cells[c].runs.size(); ++i) {
            EXPECT_EQ(again.cells[c].runs[i].order, sweep.cells[c].runs[i].order);
            EXPECT_EQ(again.cells[c].runs[i].variant, sweep.cells[c].runs[i].variant);
        }
    }
    VirtualRunner second(std::vector<double>(6, 0), white_noise(), 2);
    EXPECT_TRUE(execute(again, {.rounds = 4}, second, observer));
    EXPECT_EQ(second.steps.size(), 7U);
}

TEST(Sweep, ABudgetIsShared) {
    const SweepPlan plan = plan_of({"a=1..3"}, 1);
    const Sweep sweep =
        swept(plan, {0, 0, 0}, 0.01, {.rounds = 100, .budget = Nanos{100'000'000'000}});
    for (const Experiment& cell : sweep.cells) EXPECT_EQ(cell.runs.size(), 3U);
    EXPECT_THAT(sweep.notes, Contains(HasSubstr("the budget ended it after 3 rounds")));
}

TEST(SweepResult, FindsTheCellsThatDiffer) {
    // Cells 0..5; in cell 2 the second variant is slower, in cell 4 faster.
    std::vector<double> effects(12, 0);
    effects[5] = -0.05;
    effects[9] = 0.05;
    const SweepResult result =
        analyse(swept(plan_of({"jobs=1,6", "bs=4k,32k,256k"}, 2), effects, 0.004), {});
    ASSERT_EQ(result.rows.size(), 6U);
    EXPECT_EQ(result.rows[2].judged.verdict, Verdict::slower);
    EXPECT_EQ(result.rows[4].judged.verdict, Verdict::faster);
    for (const std::size_t quiet : {0U, 1U, 3U, 5U}) {
        EXPECT_NE(result.rows[quiet].judged.verdict, Verdict::slower);
        EXPECT_NE(result.rows[quiet].judged.verdict, Verdict::faster);
    }
    EXPECT_EQ(exit_status(result, both), status_regression);
    const std::string text = sweep_text(result);
    EXPECT_THAT(text, HasSubstr("jobs=1: read IOPS of A and B"));
    EXPECT_THAT(text, HasSubstr("jobs=6: read IOPS of A and B"));
    EXPECT_THAT(text, HasSubstr("(geometric)"));
    EXPECT_THAT(sweep_csv(result), HasSubstr("1,256k,a,read,IOPS,1/s,A,B,8,"));
    EXPECT_THAT(sweep_markdown(result), HasSubstr("| 256k |"));
    EXPECT_THAT(sweep_json(result), HasSubstr("\"verdict\": \"slower\""));
}

TEST(SweepResult, TooFewPairsForSoManyVerdictsAreSaid) {
    const Sweep sweep =
        swept(plan_of({"a=1..40"}, 2), std::vector<double>(80, 0), 0.01, {.rounds = 8});
    EXPECT_THAT(analyse(sweep, {}).notes, Contains(HasSubstr("at least 11 of each cell")));
}

TEST(SweepResult, TheMeanRowIsTheGeometricMeanOfRatios) {
    const SweepResult result =
        analyse(swept(plan_of({"a=1..3"}, 2), {0, 0.01, 0, 0.02, 0, 0.06}, 1e-6), {});
    const auto mean = mean_ratio(result, {0, 1, 2});
    ASSERT_TRUE(mean);
    EXPECT_NEAR(mean->mean, 0.03, 1e-5);
    EXPECT_FALSE(mean_ratio(result, {0}));
}

TEST(SweepResult, WithoutVariantsThereAreFiguresWithIntervalsAndAKnee) {
    // Throughput doubles up to 8 and stays: latency is depth over throughput.
    const SweepPlan plan = plan_of({"iodepth=1..64*2"}, 1);
    Sweep sweep = empty_sweep(plan, {});
    for (std::size_t c = 0; c < plan.cells.size(); ++c) {
        const double depth = std::pow(2.0, static_cast<double>(c));
        for (std::size_t i = 0; i < 5; ++i) {
            const double iops =
                10'000 * std::min(depth, 8.0) * (1 + 0.001 * static_cast<double>(i));
            RunFacts facts = read_facts_of(iops);
            DirectionFacts& read = facts.parts[0].directions[Direction::read];
            read.mean_latency = depth / iops * 1e9;
            sweep.cells[c].runs.push_back({0, i, i, 0, i, std::move(facts)});
        }
    }
    const SweepResult result = analyse(sweep, {});
    EXPECT_EQ(result.figures.size(), 3 * plan.cells.size());
    ASSERT_TRUE(result.figures[0].interval);
    EXPECT_TRUE(result.figures[0].interval->holds(10'020));
    EXPECT_EQ(exit_status(result, both), 0);
    EXPECT_THAT(sweep_text(result), HasSubstr("knee at iodepth=8"));
    EXPECT_THAT(sweep_csv(result),
                HasSubstr("iodepth,part,direction,metric,unit,runs,value,low,high"));
    // Words have no knee.
    SweepPlan words = plan_of({"rw=read,write,trim"}, 1);
    const Sweep other = swept(words, {0, 0, 0}, 0.01);
    EXPECT_THAT(sweep_text(analyse(other, {})), Not(HasSubstr("knee")));
}

TEST(SweepResult, JitterOfAShallowQueueIsRemarked) {
    const SweepPlan plan = plan_of({"a=1,2"}, 2);
    Sweep sweep = swept(plan, {0, 0, 0, 0}, 0.08);
    for (Experiment& cell : sweep.cells) {
        for (TakenRun& run : cell.runs)
            run.facts.parts[0].counters = {{"queue depth asked", 1, ""}};
    }
    EXPECT_THAT(analyse(sweep, {}).notes, Contains(HasSubstr("too shallow to load the device")));
    for (Experiment& cell : sweep.cells) {
        for (TakenRun& run : cell.runs) run.facts.parts[0].counters[0].value = 32;
    }
    EXPECT_THAT(analyse(sweep, {}).notes, Not(Contains(HasSubstr("shallow"))));
}

TEST(SweepResult, CellsWithoutRunsAreLeftOutAndSaid) {
    Sweep sweep = swept(plan_of({"a=1..3"}, 2), std::vector<double>(6, 0), 0.01);
    sweep.cells[1].runs.clear();
    const SweepResult result = analyse(sweep, {});
    EXPECT_EQ(result.rows.size(), 2U);
    EXPECT_THAT(result.notes, Contains(HasSubstr("1 of 3 cells have no runs yet")));
    for (Experiment& cell : sweep.cells) cell.runs.clear();
    EXPECT_THROW(analyse(sweep, {}), Error);
}

/// 48 cells without a difference: some verdict in at most 7 % of sweeps.
TEST(SlowSweep, ALargeSweepDoesNotCryWolf) {
    int alarms = 0;
    constexpr int trials = 200;
    for (int trial = 0; trial < trials; ++trial) {
        const SweepPlan plan = plan_of({"a=1..48"}, 2, static_cast<std::uint64_t>(trial) + 1);
        const SweepResult result =
            analyse(swept(plan, std::vector<double>(96, 0), 0.01, {.rounds = 12}), {});
        alarms += std::any_of(result.rows.begin(), result.rows.end(), [](const SweepRow& row) {
            return row.judged.verdict == Verdict::faster || row.judged.verdict == Verdict::slower ||
                   row.judged.verdict == Verdict::different_but_small;
        });
    }
    EXPECT_LE(alarms, trials * 7 / 100 + 5);  // and a standard deviation and a half
}

/// Every run of a cell reaches this share of the 1,000 IOPS asked for.
Sweep paced(std::vector<double> shares, std::size_t variants, bool at_random = false) {
    SweepPlan plan = plan_of({fmt::format("rate_iops=1..{}", shares.size())}, variants);
    plan.is_load_curve = variants == 1;
    Sweep sweep = empty_sweep(plan, {});
    for (std::size_t c = 0; c < shares.size(); ++c) {
        for (std::size_t i = 0; i < 8 * variants; ++i) {
            RunFacts facts = read_facts_of(1000 * shares[c]);
            DirectionFacts& read = facts.parts[0].directions[Direction::read];
            read.asked_iops = 1000;
            read.asked_at_random = at_random;
            read.behind = Nanos(static_cast<std::int64_t>((1 - shares[c]) * 1e10));
            read.mean_from_due = 5e6;
            read.percentiles_from_due = {{50, 4e6}, {99, 9e6}};
            sweep.cells[c].runs.push_back(
                {i % variants, i / variants, i / variants, i % variants, i, facts});
        }
    }
    return sweep;
}

TEST(SweepResult, MasksCellsThatMissedTheRateTheyAskedFor) {
    const SweepResult result = analyse(paced({0.995, 0.98}, 2), {});
    ASSERT_EQ(result.rows.size(), 2U);
    EXPECT_FALSE(result.rows[0].masked);
    EXPECT_TRUE(result.rows[1].masked);
    EXPECT_THAT(result.notes,
                Contains("rate_iops=2, B: reads reached 980 of the 1.00k IOPS asked for: masked"));
    EXPECT_THAT(sweep_text(result), HasSubstr("missed its rate"));
    EXPECT_THAT(sweep_csv(result), HasSubstr("missed its rate"));
    EXPECT_THAT(sweep_json(result), HasSubstr("missed its rate"));
}

TEST(SweepResult, FewerArrivalsThanExpectedAreNoMiss) {
    Sweep sweep = paced({0.95, 0.95}, 2, true);
    for (TakenRun& run : sweep.cells[0].runs)
        run.facts.parts[0].directions[Direction::read].behind = 1_ms;
    const SweepResult result = analyse(sweep, {});
    EXPECT_FALSE(result.rows[0].masked);  // nothing waited: chance had fewer come
    EXPECT_TRUE(result.rows[1].masked);
    // Think time moves the schedule, so it is never behind: 10,000 reads a run, 8 runs, three
    // standard deviations are 1.06 %.
    sweep = paced({0.9895, 0.987}, 2, true);
    for (Experiment& cell : sweep.cells) {
        for (TakenRun& run : cell.runs) {
            DirectionFacts& read = run.facts.parts[0].directions[Direction::read];
            read.behind = {};
            read.pauses = true;
        }
    }
    const SweepResult paused = analyse(sweep, {});
    EXPECT_FALSE(paused.rows[0].masked);
    EXPECT_TRUE(paused.rows[1].masked);
}

TEST(SweepResult, ALatencyCurveTellsLatenciesFromDueAndWhereItSaturates) {
    const SweepResult result = analyse(paced({1, 1, 0.7}, 1), {});
    EXPECT_THAT(sweep_text(result, 80), HasSubstr("Latency of reads from when each was due"));
    EXPECT_THAT(sweep_text(result, 80),
                HasSubstr("        1    1.00k  5.00 ms  4.00 ms    -  9.00 ms      -"));
    EXPECT_THAT(sweep_text(result, 80), HasSubstr("-  saturated"));
    EXPECT_THAT(sweep_text(result, 80),
                HasSubstr("the highest load that was kept up with: rate_iops=1, 1.00k reads"));
    EXPECT_THAT(sweep_csv(result), HasSubstr("3,a,read,latency from due p99,ns,8,9000000"));
    EXPECT_THAT(result.notes, Not(Contains(HasSubstr("masked"))));
    EXPECT_THAT(sweep_text(analyse(paced({0.5}, 1), {})), HasSubstr("saturated at every load"));
}

}  // namespace
}  // namespace fathom::test
