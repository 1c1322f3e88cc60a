#include "cli/report_command.h"

#include <algorithm>
#include <cstdio>
#include <vector>

#include "base/read_all.h"
#include "cli/arguments.h"
#include "cli/flags.h"
#include "cli/full_table.h"
#include "cli/output.h"
#include "cli/reports.h"
#include "result/saved.h"

namespace fathom {

namespace {

/// Flags with their values, and files: a word is a flag's value where the flag needs one.
void sort_words(std::span<const std::string> words, std::vector<std::string>& flag_words,
                std::vector<std::string>& files) {
    for (std::size_t i = 0; i < words.size(); ++i) {
        const std::string& word = words[i];
        if (word.size() < 2 || word.front() != '-') {
            files.push_back(word);
            continue;
        }
        flag_words.push_back(word);
        if (takes_next_word(word) && i + 1 < words.size()) flag_words.push_back(words[++i]);
    }
}

}  // namespace

int report_command(std::span<const std::string> words, const Identity& identity) {
    const OptionTable table = full_table();
    std::vector<std::string> flag_words, files;
    sort_words(words, flag_words, files);
    const Arguments arguments = parse_arguments(flag_words, table);
    if (arguments.action == Arguments::Action::help || files.empty()) {
        std::printf(
            "%s report [--output-format=LIST] [--terse-version=N] [--output=FILE] FILE...\n"
            "Prints results that --save has saved, as they were printed at the end of\n"
            "their run or in another format. A file named - is standard input.\n",
            identity.program.c_str());
        return arguments.action == Arguments::Action::help ? 0 : 1;
    }
    if (!arguments.spec.sections.empty()) {
        throw Error("report takes no job options: --" +
                    arguments.spec.sections.front().options.front().name);
    }
    // All are read before anything is printed: a bad file leaves no half of an output.
    std::vector<RunResult> results;
    for (const std::string& file : files) {
        results.push_back(read_saved(read_whole(file == "-" ? "/dev/stdin" : file), file, table));
    }
    Output output(arguments.output_file);
    for (const RunResult& result : results) write_reports(result, arguments, output);
    return output.finish() ? 0 : 1;
}

}  // namespace fathom
