// An experiment in a directory: what is compared (experiment.json) and every finished run
// (0007-NAME.json), each put there whole, so that an experiment that was stopped can go on.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "experiment/schedule.h"
#include "job/option.h"
#include "result/run_result.h"

namespace fathom {

/// What an experiment is, as far as one that goes on must be the same.
struct ExperimentPlan {
    std::vector<VariantLabel> variants;
    std::vector<std::string> jobs;  ///< of each variant, as text: what would be run
    std::uint64_t seed = 0;
    bool operator==(const ExperimentPlan&) const = default;
};

class Store {
  public:
    /// Makes the directory, or opens one that holds an experiment; an empty one will do. Throws
    /// Error when it holds something else.
    explicit Store(std::string directory);

    /// The plan found there; empty in a new one.
    [[nodiscard]] const std::optional<ExperimentPlan>& plan() const { return plan_; }
    /// Puts the plan there. Throws Error naming the first difference when there is another.
    void start(const ExperimentPlan& plan);
    /// Puts a finished run there. Throws Error.
    void add(const Step& step, const RunResult& run);
    /// The runs found, by their place in the order of execution. Throws Error naming a file that
    /// cannot be read.
    [[nodiscard]] std::map<std::size_t, RunFacts> runs(const OptionTable& table) const;

    /// What the plan is called in its directory.
    static constexpr const char* plan_file = "experiment.json";

    /// Whether `directory` holds an experiment.
    static bool holds_one(const std::string& directory);

  private:
    void write(const std::string& name, const std::string& text) const;

    std::string directory_;
    std::optional<ExperimentPlan> plan_;
};

}  // namespace fathom
