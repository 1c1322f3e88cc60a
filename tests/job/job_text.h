// Shared by the tests of the job language: jobs from text, with two small engines.
#pragma once

#include <string>

#include "job/build.h"

namespace fathom::test {

/// The core table with an engine "plain" (no options) and "rich" (one option of each kind).
inline OptionTable small_table() {
    OptionTable table = OptionTable::core();
    table.add_engine("plain", {});
    table.add_engine("psync", {});
    table.add_engine(
        "rich",
        {OptionRow{.name = "hipri", .kind = OptionKind::flag, .help = "poll"},
         OptionRow{.name = "share", .kind = OptionKind::integer, .min = 0, .max = 100, .values = 2},
         OptionRow{.name = "mode",
                   .aliases = {"kind"},
                   .kind = OptionKind::choice,
                   .choices = {{"fast", 0}, {"slow", 1}}}});
    return table;
}

inline const OptionTable& table() {
    static const OptionTable all = small_table();
    return all;
}

inline std::string no_include(const std::string& path) {
    throw Error("unable to open '" + path + "' job file: No such file or directory");
}

inline Spec spec_of(const std::string& text) {
    return parse_job_text(text, "x.fio", no_include);
}

inline BuildResult build(const std::string& text, const BuildOptions& options = {}) {
    return build_jobs(spec_of(text), table(), options);
}

/// The only job of a section [a] with these lines.
inline Job job_with(const std::string& lines) {
    return build("[a]\n" + lines + "\n").jobs.at(0);
}

/// The error text of a section [a] with these lines; empty when it is accepted.
inline std::string refusal(const std::string& lines) {
    try {
        build("[a]\n" + lines + "\n");
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

/// What a section [a] with these lines asks for that is not built yet; empty when it is all there.
inline std::string not_yet(const std::string& lines) {
    std::string text;
    for (const Problem& lack : build("[a]\n" + lines + "\n").not_yet) text += to_text(lack) + "\n";
    return text;
}

}  // namespace fathom::test
