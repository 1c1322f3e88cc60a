// Spec -> Jobs: applies [global] sections, expands keywords, reads every value through the option
// table and settles what options imply for one another. Second stage of the job language.
#pragma once

#include <string>
#include <vector>

#include "job/job.h"
#include "job/option.h"
#include "job/spec.h"

namespace fathom {

struct BuildResult {
    std::vector<Job> jobs;          ///< in file order; numjobs is not expanded here
    std::vector<Problem> warnings;  ///< values that cannot act as written
    std::vector<Problem> not_yet;   ///< what this version cannot do; with any, nothing may run
};

struct BuildOptions {
    std::vector<std::string> sections = {};  ///< --section: only these; empty means all
    /// Names of command-line flags, for the hint when one stands in a job file.
    std::vector<std::string_view> flags = {};
};

/// Throws one Error with every bad option of every section (never stops at the first).
BuildResult build_jobs(const Spec& spec, const OptionTable& table,
                       const BuildOptions& options = {});

}  // namespace fathom
