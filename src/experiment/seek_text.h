// A SeekStudy as text: what each size, cycle and order costs; what sorting gains, the measured
// distance beside the closed form; the trade-off in a sentence. Markdown, CSV and JSON too.
#pragma once

#include <string>
#include <vector>

#include "experiment/seek_study.h"
#include "report/table.h"

namespace fathom {

std::vector<Table> seek_tables(const SeekStudy& study);

/// What a cycle gains against what it takes, and what larger requests would gain; empty where the
/// study has neither.
std::string trade_off(const SeekStudy& study);

std::string seek_text(const SeekStudy& study, std::size_t width = 80);
std::string seek_markdown(const SeekStudy& study);
std::string seek_csv(const SeekStudy& study);
std::string seek_json(const SeekStudy& study);

}  // namespace fathom
