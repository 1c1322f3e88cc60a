// Writes a JSON document in fio's layout: two spaces a level, `"key" : value`, every fraction with
// six decimals, integers as integers. Knows nothing of results.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace fathom {

/// The document and a final newline; an object's first and last lines are "{" and "}".
std::string json_text(const nlohmann::ordered_json& document);

}  // namespace fathom
