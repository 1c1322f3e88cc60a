#include "base/error.h"

#include <cstring>
#include <utility>

namespace fathom {

namespace {
std::string join(const std::vector<Problem>& problems) {
    std::string all;
    for (const Problem& problem : problems) {
        if (!all.empty()) all += '\n';
        all += to_text(problem);
    }
    return all;
}
}  // namespace

std::string Origin::text() const {
    if (!known()) return "";
    if (file.empty()) return "command line";
    return line > 0 ? file + ":" + std::to_string(line) : file;
}

std::string to_text(const Problem& problem) {
    std::string text;
    if (problem.where.known()) text = problem.where.text() + ": ";
    text += problem.what;
    if (!problem.hint.empty()) text += " (" + problem.hint + ")";
    return text;
}

Error::Error(std::string what, Origin where, std::string hint)
    : Error(std::vector<Problem>{{std::move(what), std::move(where), std::move(hint)}}) {}

Error::Error(std::vector<Problem> problems)
    : std::runtime_error(join(problems)), problems_(std::move(problems)) {}

std::string errno_text(int e) {
    char buffer[256];
    return strerror_r(e, buffer, sizeof buffer);
}

Error system_error(const std::string& what, int errno_value) {
    return Error(what + ": " + errno_text(errno_value)).with_code(errno_value);
}

}  // namespace fathom
