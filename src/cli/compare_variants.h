// What `fathom compare` compares, from job files and flags: variants with their plans.
#pragma once

#include <string>
#include <vector>

#include "base/error.h"
#include "cli/arguments.h"
#include "cli/compare_flags.h"
#include "experiment/experiment.h"
#include "run/plan.h"

namespace fathom {

inline constexpr std::size_t most_variants = 10;

struct Variant {
    VariantLabel label;
    Plan plan;
};

struct VariantSet {
    std::vector<Variant> variants;
    std::vector<Problem> warnings;
    Arguments arguments;  ///< of the first variant: --output, --readonly
};

/// The variants in order, the first being the one the others are compared with: of --vary or
/// --variant, else of the job files, else the groups of the one file. Throws Error with everything
/// that is wrong: fewer than two, more than most_variants, two of one name or alike, whatever is
/// wrong with the jobs.
VariantSet variants_of(const CompareOptions& options, const OptionTable& table);

/// Of a sweep: the variants of every cell, cell by cell; one without a name where nothing is
/// compared. Throws Error as variants_of does, and without a cell.
VariantSet sweep_variants_of(const CompareOptions& options, const std::vector<Cell>& cells,
                             const OptionTable& table);

/// A variant before its jobs are read: options that are set for it.
struct NamedSettings {
    std::string name;
    Cell settings;
};

/// Of cells whose variants are given one by one, every cell's first being what its others are
/// compared with. Throws Error for whatever is wrong with the jobs.
VariantSet cell_variants_of(const CompareOptions& options,
                            const std::vector<std::vector<NamedSettings>>& cells,
                            const OptionTable& table);

/// The jobs of a plan as text: two variants alike have the same, and an experiment that goes on
/// must have the same as before.
std::string jobs_text(const Plan& plan);

}  // namespace fathom
