// Sets of saved results as an Experiment: directories and files of Fathom's or fio's, or a stored
// experiment.
#pragma once

#include <string>
#include <vector>

#include "experiment/experiment.h"
#include "job/option.h"

namespace fathom {

/// Whether a path is a result rather than a job file: a directory, or a file that holds a JSON
/// document.
bool is_result(const std::string& path);

/// A stored experiment (one directory), or a variant for each path, named after it or by
/// NAME=PATH; runs pair in the order of their time. Throws Error.
Experiment experiment_of(const std::vector<std::string>& paths, const OptionTable& table);

}  // namespace fathom
