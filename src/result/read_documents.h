// JSON documents found in a text: saved results and reports of fio, one after another, with other
// lines (fio's messages) between them.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "result/run_facts.h"

namespace fathom {

struct Document {
    std::string_view text;
    int line = 0;  ///< where it begins
};

/// Every object that begins at the start of a line. Throws Error naming the line of one that has no
/// end.
std::vector<Document> documents_in(std::string_view text, const std::string& file);

/// The facts of one of fio's JSON or JSON+ reports, of fio 2 (latencies in microseconds) too. What
/// several rows of a group cannot tell together (percentiles without bins) is left out. Throws
/// Error with `where` when it is none.
RunFacts facts_of_fio(std::string_view document, const Origin& where);

}  // namespace fathom
