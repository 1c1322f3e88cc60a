#include "result/read_documents.h"

#include <algorithm>

namespace fathom {

namespace {

/// The place after the object that begins at `begin`, or npos.
std::size_t end_of_object(std::string_view text, std::size_t begin) {
    int depth = 0;
    bool in_string = false;
    for (std::size_t i = begin; i < text.size(); ++i) {
        const char c = text[i];
        if (in_string) {
            if (c == '\\') {
                ++i;
            } else if (c == '"') {
                in_string = false;
            }
        } else if (c == '"') {
            in_string = true;
        } else if (c == '{') {
            ++depth;
        } else if (c == '}' && --depth == 0) {
            return i + 1;
        }
    }
    return std::string_view::npos;
}

}  // namespace

std::vector<Document> documents_in(std::string_view text, const std::string& file) {
    std::vector<Document> documents;
    std::size_t counted = 0;
    int line = 1;
    for (std::size_t at = 0; at < text.size();) {
        // Several in an array (jq -s) stand behind its bracket, commas and blanks.
        at = std::min(text.find_first_not_of(" \t[,", at), text.size());
        if (at == text.size()) break;
        if (text[at] != '{') {
            const auto next = text.find('\n', at);
            at = next == std::string_view::npos ? text.size() : next + 1;
            continue;
        }
        line += static_cast<int>(std::count(text.begin() + static_cast<std::ptrdiff_t>(counted),
                                            text.begin() + static_cast<std::ptrdiff_t>(at), '\n'));
        counted = at;
        const std::size_t end = end_of_object(text, at);
        if (end == std::string_view::npos) {
            throw Error("a JSON document that begins here has no end: the file is cut short",
                        {file, line});
        }
        documents.push_back({text.substr(at, end - at), line});
        at = end;
    }
    return documents;
}

}  // namespace fathom
