// Makes the runs of an experiment: preparation, commands around it, the run itself, its place in
// the store. The StepRunner of the real world.
#pragma once

#include <string>
#include <vector>

#include "cli/compare_flags.h"
#include "cli/compare_variants.h"
#include "experiment/execution.h"
#include "experiment/store.h"

namespace fathom {

class PlanRunner : public StepRunner {
  public:
    /// `store` may be null. Throws Error when a plan cannot be run or the caches not be dropped.
    PlanRunner(const std::vector<Variant>& variants, const CompareOptions& options,
               const RunOptions& run_options, std::string version, Store* store);

    /// Lays out every variant's files, so that no measured run does it.
    void prepare();
    RunFacts run(const Step& step) override;
    [[nodiscard]] Nanos now() override;
    [[nodiscard]] bool interrupted() override;

  private:
    void shell(const std::vector<VariantCommand>& commands, const Step& step, const char* flag);
    void settle() const;
    void drop_caches() const;

    const std::vector<Variant>& variants_;
    const CompareOptions& options_;
    RunOptions run_options_;
    std::string version_;
    Store* store_;
};

}  // namespace fathom
