// A RunResult as a JSON document and back, without loss: what --save writes, and what is compared
// and reported later. The settings are saved as they were given and read through the option table.
#pragma once

#include <string>
#include <string_view>

#include "job/option.h"
#include "result/run_result.h"

namespace fathom {

/// The document: one object, ended by a line end.
std::string saved_text(const RunResult& run);

/// Reads a document that saved_text made. Throws Error naming `file` and the key when it is none,
/// was made by a later version, or lacks or twists something.
RunResult read_saved(std::string_view text, const std::string& file, const OptionTable& table);

/// Whether `text` looks like a saved result, so that it is not taken for a report of fio's.
bool is_saved(std::string_view text);

}  // namespace fathom
