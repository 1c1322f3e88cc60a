// What an experiment of known effects and oddities is said to be.
#include "experiment/comparison.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "experiment/comparison_text.h"
#include "experiment/virtual_runs.h"

namespace fathom::test {
namespace {

using stats::Verdict;
using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

const MetricComparison& row_of(const ComparisonResult& result, MetricKind kind,
                               std::size_t variant = 1) {
    for (const MetricComparison& row : result.rows)
        if (row.metric.kind == kind && row.variant == variant) return row;
    throw std::logic_error("no such row");
}

Experiment of(std::vector<double> effects, double noise = 0.005, std::size_t rounds = 16) {
    return ran(std::move(effects), white_noise(noise), 1, {.rounds = rounds});
}

TEST(Comparison, EachVerdictOnItsData) {
    const auto verdict = [](double effect, double noise) {
        return row_of(compare(of({0, effect}, noise)), MetricKind::iops).result.verdict;
    };
    EXPECT_EQ(verdict(0.05, 0.005), Verdict::faster);
    EXPECT_EQ(verdict(-0.05, 0.005), Verdict::slower);
    EXPECT_EQ(verdict(0.005, 0.001), Verdict::different_but_small);
    EXPECT_EQ(verdict(0, 0.001), Verdict::equivalent);
    EXPECT_EQ(verdict(0, 0.2), Verdict::not_resolved);
}

TEST(Comparison, ALowerLatencyIsFaster) {
    const ComparisonResult result = compare(of({0, 0.05}));
    const MetricComparison& latency = row_of(result, MetricKind::mean_latency);
    EXPECT_EQ(latency.result.verdict, Verdict::faster);
    EXPECT_LT(latency.result.effect.estimate, 0);
    EXPECT_EQ(row_of(result, MetricKind::percentile).result.verdict, Verdict::faster);
}

TEST(Comparison, ExitStatusByTheGate) {
    EXPECT_EQ(exit_status(compare(of({0, 0.05})), both), 0);
    EXPECT_EQ(exit_status(compare(of({0, -0.05})), both), status_regression);
    EXPECT_EQ(exit_status(compare(of({0, 0}, 0.2)), both), status_unresolved);
    EXPECT_EQ(exit_status(compare(of({0, 0}, 0.2)), {FailOn::regression}), 0);
    EXPECT_EQ(exit_status(compare(of({0, -0.05})), {}), 0);
    EXPECT_EQ(exit_status(compare(of({0, 0.05})), {FailOn::difference}), status_regression);
    EXPECT_EQ(exit_status(compare(of({0, 0}, 0.001)), {FailOn::difference}), 0);
}

TEST(Comparison, TheGateCountsWhatSaysSomethingNew) {
    const ComparisonResult result = compare(of({0, 0.05}));
    EXPECT_TRUE(row_of(result, MetricKind::iops).in_gate);
    EXPECT_FALSE(row_of(result, MetricKind::bandwidth).in_gate);  // 4 KiB in all runs
    EXPECT_FALSE(row_of(result, MetricKind::mean_latency).in_gate);
    Experiment sizes = of({0, 0});
    for (TakenRun& run : sizes.runs) {
        DirectionFacts& read = run.facts.parts[0].directions[Direction::read];
        if (run.variant == 1) read.bytes *= 2, read.bandwidth *= 2;
    }
    EXPECT_TRUE(row_of(compare(sizes), MetricKind::bandwidth).in_gate);
}

TEST(Comparison, OneWeakRegressionAmongManyIsNotResolved) {
    // Nine variants against the first: the p value of eight pairs cannot pass Holm's step of nine.
    const ComparisonResult result = compare(of({0, -0.05, 0, 0, 0, 0, 0, 0, 0, 0}, 0.001, 6));
    const MetricComparison& row = row_of(result, MetricKind::iops, 1);
    EXPECT_EQ(row.result.verdict, Verdict::slower);
    EXPECT_GE(row.p_gate, row.result.signed_rank.p);
    EXPECT_EQ(exit_status(result, both),
              row.p_gate <= 0.05 ? status_regression : status_unresolved);
}

TEST(Comparison, AVariantAgainstItselfMeasuresTheNoise) {
    Experiment experiment = of({0, 0, 0.001}, 0.03);
    experiment.variants[1].repeats_first = true;
    const ComparisonResult result = compare(experiment);
    EXPECT_FALSE(row_of(result, MetricKind::iops, 1).in_gate);
    EXPECT_TRUE(row_of(result, MetricKind::iops, 2).in_gate);
    const auto interval = *row_of(result, MetricKind::iops, 1).result.effect.interval;
    EXPECT_NEAR(noise_floor(result, {}),
                std::expm1(std::max(std::abs(interval.low), std::abs(interval.high))), 1e-12);
    EXPECT_EQ(noise_floor(compare(of({0, 0})), {}), 0);
}

TEST(Comparison, ReadsAgainstWritesAreComparedInAll) {
    Experiment experiment = of({0, 0.05});
    for (TakenRun& run : experiment.runs) {
        auto& directions = run.facts.parts[0].directions;
        if (run.variant == 1) std::swap(directions[Direction::read], directions[Direction::write]);
    }
    const ComparisonResult result = compare(experiment);
    EXPECT_FALSE(row_of(result, MetricKind::iops).metric.direction.has_value());
    EXPECT_EQ(row_of(result, MetricKind::iops).result.verdict, Verdict::faster);
    EXPECT_EQ(row_of(result, MetricKind::mean_latency).result.verdict, Verdict::faster);
}

TEST(Comparison, WhatCannotBeComparedIsNamed) {
    Experiment one = of({0, 0});
    one.variants.pop_back();
    EXPECT_THROW(compare(one), Error);
    Experiment failed = of({0, 0});
    for (TakenRun& run : failed.runs) {
        if (run.variant == 1) run.facts.parts[0].error = 5;
        run.facts.parts[0].error_text = "Input/output error";
    }
    try {
        compare(failed);
        FAIL();
    } catch (const Error& error) {
        EXPECT_THAT(error.what(), HasSubstr("\"B\""));
        EXPECT_THAT(error.what(), HasSubstr("Input/output error"));
    }
    Experiment parts = of({0, 0});
    parts.runs[3].facts.parts.push_back(parts.runs[3].facts.parts[0]);
    EXPECT_THROW(compare(parts), Error);
}

// --- notes --------------------------------------------------------------------------------------

TEST(Notes, CleanRunsHaveNone) {
    EXPECT_THAT(compare(of({0, 0.02})).notes, IsEmpty());
}

TEST(Notes, TooFewPairs) {
    const ComparisonResult result = compare(of({0, 0.2}, 0.001, 4));
    EXPECT_THAT(result.notes, Contains(HasSubstr("too few pairs")));
    EXPECT_EQ(row_of(result, MetricKind::iops).result.verdict, Verdict::not_resolved);
    EXPECT_EQ(exit_status(result, both), status_unresolved);
}

TEST(Notes, DriftIsNamedAndCancels) {
    const auto drift = [](Random& random, std::size_t slot) {
        return -0.01 * static_cast<double>(slot) + 0.002 * stats::test::normal(random);
    };
    const ComparisonResult result = compare(ran({0, 0.03}, drift, 5, {.rounds = 16}));
    EXPECT_THAT(result.notes, Contains(HasSubstr("drifted by -2")));
    EXPECT_NEAR(row_of(result, MetricKind::iops).result.effect.estimate, 0.03, 0.005);
}

TEST(Notes, TwoModes) {
    const auto modes = [](Random& random, std::size_t) {
        return (random.below(2) == 0 ? 0.0 : 0.3) + 0.005 * stats::test::normal(random);
    };
    EXPECT_THAT(compare(ran({0, 0}, modes, 5, {.rounds = 30})).notes,
                Contains(HasSubstr("two modes")));
}

TEST(Notes, OutliersAreCounted) {
    const auto stalls = [](Random& random, std::size_t slot) {
        return (slot % 16 == 5 ? -1.0 : 0.0) + 0.005 * stats::test::normal(random);
    };
    EXPECT_THAT(compare(ran({0, 0}, stalls, 5, {.rounds = 16})).notes,
                Contains(HasSubstr("outliers: ")));
}

TEST(Notes, ThePlaceInABlock) {
    const auto first_is_slow = [](Random& random, std::size_t slot) {
        return (slot % 4 == 0 ? -0.05 : 0.0) + 0.002 * stats::test::normal(random);
    };
    EXPECT_THAT(compare(ran({0, 0}, first_is_slow, 5, {.rounds = 20})).notes,
                Contains(HasSubstr("the first run of each is -")));
}

TEST(Notes, SetsThatWereNotInTurnAndRunsWithoutAPartner) {
    Experiment experiment = of({0, 0});
    experiment.interleaved = false;
    experiment.runs.pop_back();
    const auto notes = compare(experiment).notes;
    EXPECT_THAT(notes, Contains(HasSubstr("not run in turn")));
    EXPECT_THAT(notes, Contains(HasSubstr("16 runs of one variant, 15 of another")));
}

TEST(Notes, FailedAndInterruptedRuns) {
    Experiment experiment = of({0, 0});
    experiment.runs[4].facts.parts[0].error = 5;
    experiment.runs[4].facts.parts[0].error_text = "Input/output error";
    experiment.runs[5].facts.interrupted = true;
    const auto notes = compare(experiment).notes;
    EXPECT_THAT(notes, Contains(HasSubstr("1 of 32 runs failed")));
    EXPECT_THAT(notes, Contains(HasSubstr("1 interrupted runs")));
}

TEST(Notes, WhatRunsRemarkedIsSaidOnceForEachVariant) {
    Experiment experiment = of({0, 0});
    for (TakenRun& run : experiment.runs) {
        if (run.variant == 1 && run.round < 3)
            run.facts.warnings = {{"the file has holes", {}, ""}, {"the file has holes", {}, ""}};
    }
    EXPECT_THAT(compare(experiment).notes,
                ::testing::ElementsAre("B, 3 of 16 runs: the file has holes"));
}

TEST(Notes, WarmUpStallsAndTrendsWithinRuns) {
    Experiment experiment = of({0, 0});
    const auto seconds = [&](std::size_t run) -> std::vector<double>& {
        return experiment.runs[run].facts.parts[0].directions[Direction::read].per_second;
    };
    Random random(3);
    for (std::size_t run = 0; run < 4; ++run) {
        for (int s = 0; s < 60; ++s) seconds(run).push_back(1000 + 5 * stats::test::normal(random));
    }
    EXPECT_THAT(compare(experiment).notes, IsEmpty());
    for (int s = 0; s < 25; ++s) seconds(0)[static_cast<std::size_t>(s)] *= 0.3 + 0.02 * s;
    seconds(1)[30] = 10;
    for (int s = 0; s < 60; ++s) seconds(2)[static_cast<std::size_t>(s)] *= 1 - 0.004 * s;
    const auto notes = compare(experiment).notes;
    EXPECT_THAT(notes, Contains(HasSubstr("warming up")));
    EXPECT_THAT(notes, Contains(HasSubstr("stalls")));
}

// --- evidence -----------------------------------------------------------------------------------

TEST(Evidence, NoFiguresNoHint) {
    EXPECT_THAT(compare(of({0, 0.2})).evidence, IsEmpty());
}

TEST(Evidence, CountersThatDifferStandSideBySide) {
    Experiment experiment = of({0, 0.2});
    for (TakenRun& run : experiment.runs) {
        const bool b = run.variant == 1;
        PartFacts& part = run.facts.parts[0];
        part.counters = {{"context switches per I/O", b ? 1.0 : 0.001, ""},
                         {"queue depth asked", 32, ""},
                         {"queue depth reached", b ? 31.5 : 9.0, ""},
                         {"syncs", 7, ""}};
        const double asked = static_cast<double>(part.directions[Direction::read].bytes);
        run.facts.counters = {{"bytes read from the device", b ? asked : asked * 0.1, "B"},
                              {"mean request at the device", b ? 4096.0 : 131072.0, "B"}};
    }
    const auto hints = compare(experiment).evidence;
    EXPECT_THAT(hints, Contains(HasSubstr("context switches per I/O: 0.00 (A), 1.00 (B)")));
    EXPECT_THAT(hints, Contains(HasSubstr("A: 9.0 I/Os in flight on average, 32 asked")));
    EXPECT_THAT(hints, Contains(HasSubstr("mean request at the device: 128 KiB (A), 4.00 KiB")));
    EXPECT_THAT(hints, Contains(HasSubstr("the page cache gave the rest")));
    EXPECT_THAT(hints, Not(Contains(HasSubstr("syncs"))));
    EXPECT_THAT(hints, Not(Contains(HasSubstr("B: 31.5"))));
}

TEST(Evidence, SettingsAndSurroundingsThatDifferBesideTheComparedOne) {
    Experiment experiment = of({0, 0.2});
    experiment.variants[0].differs = "ioengine=psync";
    experiment.variants[1].differs = "ioengine=libaio";
    for (TakenRun& run : experiment.runs) {
        const bool b = run.variant == 1;
        run.facts.parts[0].settings = {
            {"ioengine", b ? "libaio" : "psync"}, {"bs", "4k"}, {"direct", b ? "1" : "0"}};
        run.facts.surroundings.machine = {{"kernel", "Linux 6.1"},
                                          {"memory_available_kib", b ? "1" : "2"}};
        run.facts.surroundings.places = {{"/x", {{"scheduler", b ? "none" : "bfq"}}}};
    }
    const auto hints = compare(experiment).evidence;
    EXPECT_THAT(hints, Contains("setting direct: 0 (A), 1 (B)"));
    EXPECT_THAT(hints, Contains("scheduler differs: bfq (A), none (B)"));
    EXPECT_EQ(hints.size(), 2U);
}

// --- as printed ---------------------------------------------------------------------------------

TEST(ComparisonText, KeepsTo80ColumnsAndHasAllThatIsAsked) {
    Experiment experiment = of({0, -0.03, 0.0005}, 0.004);
    experiment.variants = {{"psync", "ioengine=psync", false},
                           {"io_uring", "ioengine=io_uring", false},
                           {"libaio", "ioengine=libaio", false}};
    const std::string text = comparison_text(compare(experiment));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        const auto columns = std::count_if(line.begin(), line.end(), [](char c) {
            return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U;
        });
        EXPECT_LE(columns, 80) << line;
    }
    for (const char* part :
         {"io_uring (ioengine=io_uring) against psync", "seed 1", "margin 1 %", "IOPS", "slower",
          "noise between runs, read IOPS: psync 0.", "a dot per run", "in order of execution"}) {
        EXPECT_THAT(text, HasSubstr(part));
    }
}

TEST(ComparisonText, LongNamesAreLettersAndPartsAndDirectionsTables) {
    Experiment experiment = of({0, -2.5}, 0.3);
    experiment.variants = {{"a-very-long-name-of-one", "", false}, {"short", "bs=8k", false}};
    for (TakenRun& run : experiment.runs) {
        PartFacts& part = run.facts.parts[0];
        part.directions[Direction::write] = part.directions[Direction::read];
        run.facts.parts.push_back(part);
        run.facts.parts[1].name = "b";
    }
    const std::string text = comparison_text(compare(experiment));
    EXPECT_THAT(text, HasSubstr("B = short (bs=8k) against A = a-very-long-name-of-one:"));
    for (const char* head : {"\na: read ", "\na: write ", "\nb: read ", "\nb: write "})
        EXPECT_THAT(text, HasSubstr(head));
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 110U) << line;
}

TEST(ComparisonText, DotsAreAsManyAsRuns) {
    const std::string text = comparison_text(compare(of({0, 0.05})), {80, false});
    std::size_t dots = 0;
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
        if (line.size() < 10 || line[9] != '|') continue;
        for (const char c : line) {
            if (c == '.') dots += 1;
            if (c == ':') dots += 2;
            if (c > '2' && c <= '9') dots += static_cast<std::size_t>(c - '0');
        }
    }
    EXPECT_EQ(dots, 32U);
}

TEST(ComparisonText, CsvHasALineForEachRowAndJsonEveryRun) {
    const ComparisonResult result = compare(of({0, 0.05}));
    const std::string csv = comparison_csv(result);
    EXPECT_EQ(static_cast<std::size_t>(std::count(csv.begin(), csv.end(), '\n')),
              result.rows.size() + 1);
    const std::string json = comparison_json(result);
    EXPECT_THAT(json, HasSubstr("\"verdict\": \"faster\""));
    EXPECT_THAT(json, HasSubstr("\"seed\": 1"));
    EXPECT_THAT(comparison_markdown(result), HasSubstr("| IOPS "));
    EXPECT_THAT(comparison_line(result), HasSubstr("read IOPS of B: +5."));
}

}  // namespace
}  // namespace fathom::test
