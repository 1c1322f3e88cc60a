// The footnotes under a report: warnings carried by the result, each said once.
#include <algorithm>
#include <string>
#include <vector>

#include "report/normal.h"
#include "result/merge.h"

namespace fathom {

std::string footnotes_text(const RunResult& run) {
    std::vector<std::string> lines;
    const auto say = [&lines](const std::string& line) {
        if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
    };
    for (const Problem& warning : run.warnings) say(to_text(warning));
    for (const JobResult& row : report_rows(run))
        for (const Problem& note : row.footnotes) say(row.name + ": " + to_text(note));
    std::string text;
    for (const std::string& line : lines) text += "note: " + line + "\n";
    return text;
}

}  // namespace fathom
