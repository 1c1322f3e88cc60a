// Prints what the fuzzer makes its texts of, in libFuzzer's format, a line each: the names of all
// options and engines, the words of choices, defaults and units, and the marks of the language.
#include <cctype>
#include <cstdio>
#include <set>
#include <string>

#include "cli/full_table.h"

namespace {

constexpr std::string_view marks[] = {
    "[global]",
    "[a]",
    "include ",
    "include self",
    "${HOME}",
    "$pagesize",
    "$ncpus",
    "$mb_memory",
    "-1",
    "0x",
    "k",
    "kib",
    "m",
    "g",
    "p",
    "%",
    "ms",
    "us",
    "d",
    "(4k*2)",
    "4k-8k",
    "4k,8k,16k",
    ":8",
    "/50:",
    "zipf:1.2",
    "z",
    "2147483648",
    "18446744073709551615",
    "9223372036854775807",
    "\\:",
};

std::string quoted(std::string_view word) {
    std::string text;
    for (const char c : word) {
        if (c == '"' || c == '\\') text += '\\';
        text += c;
    }
    return "\"" + text + "\"";
}

void add_rows(std::set<std::string>& words, std::span<const fathom::OptionRow> rows) {
    for (const fathom::OptionRow& row : rows) {
        words.insert(std::string(row.name) + "=");
        for (const std::string_view alias : row.aliases) words.insert(std::string(alias) + "=");
        words.emplace(row.default_text);
        for (const fathom::Choice& choice : row.choices) words.emplace(choice.text);
    }
}

}  // namespace

int main() {
    const fathom::OptionTable table = fathom::full_table();
    std::set<std::string> words(std::begin(marks), std::end(marks));
    add_rows(words, table.rows());
    using fathom::EngineStanding;
    for (const auto standing : {EngineStanding::built, EngineStanding::later,
                                EngineStanding::foreign, EngineStanding::profile}) {
        for (const std::string& engine : table.engines(standing)) {
            words.insert(engine);
            add_rows(words, table.engine_rows(engine));
        }
    }
    words.erase("");
    for (const std::string& word : words) std::printf("%s\n", quoted(word).c_str());
    return std::fflush(stdout) == 0 ? 0 : 1;
}
