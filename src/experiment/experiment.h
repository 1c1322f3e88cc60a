// Experiment: many runs of a few variants, and what is asked of them. Made by running a plan of
// rounds or by reading saved results; compared by comparison.h. Plain data.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "result/run_facts.h"

namespace fathom {

/// One of the things compared. The first is what the others are compared with.
struct VariantLabel {
    std::string name;            ///< short, unique: "psync"
    std::string differs;         ///< what sets it apart, for people: "ioengine=psync"; may be empty
    bool repeats_first = false;  ///< the first once more: what differs is noise
    bool operator==(const VariantLabel&) const = default;
};

/// A run that was made, and its place in the plan.
struct TakenRun {
    std::size_t variant = 0;  ///< index into Experiment::variants
    std::size_t round = 0;    ///< round i of one variant pairs with round i of another
    std::size_t block = 0;    ///< of rounds, in which every variant has every place once
    std::size_t place = 0;    ///< within the block, from 0
    std::size_t order = 0;    ///< of execution over the whole experiment, from 0
    RunFacts facts;
};

/// What is asked of a comparison. Shares: 0.01 is 1 %.
struct ExperimentQuestion {
    double margin = 0.01;
    bool margin_given = false;  ///< by the user; else --aa may widen it
    double precision = 0.01;
    double confidence = 0.95;
};

struct Experiment {
    std::vector<VariantLabel> variants;
    std::vector<TakenRun> runs;  ///< in order of execution
    ExperimentQuestion question;
    std::optional<std::uint64_t> seed;  ///< of the order; empty for saved results
    bool interleaved = true;            ///< false: sets of runs made one after another
    bool interrupted = false;
    std::vector<std::string> notes;  ///< about how it was made: "cache dropped before each run"
};

}  // namespace fathom
