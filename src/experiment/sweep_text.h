// A SweepResult as several small tables, one per value of the outermost option, each with a line
// that says what its cells mean; a curve where one numeric option is swept; CSV and JSON.
#pragma once

#include <string>
#include <vector>

#include "experiment/sweep_result.h"
#include "report/table.h"

namespace fathom {

std::vector<Table> sweep_tables(const SweepResult& result);

std::string sweep_text(const SweepResult& result, std::size_t width = 80);
std::string sweep_markdown(const SweepResult& result);

/// A line per row: the options of the cell, a column each, then figures with their unit.
std::string sweep_csv(const SweepResult& result);
std::string sweep_json(const SweepResult& result);

}  // namespace fathom
