#include "cli/documents.h"

#include <array>
#include <span>
#include <utility>

#include <fmt/format.h>

#include "cli/compare_flags.h"
#include "cli/flags.h"
#include "cli/help.h"
#include "cli/manual_text.h"
#include "engine/engine.h"
#include "job/value.h"

namespace fathom {

namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> chapters = {{
    {"general", "Jobs, time, processors"},
    {"file", "Files"},
    {"io", "Input and output"},
    {"stat", "What is reported"},
    {"log", "Samples and logs"},
    {"profile", "Built-in tests"},
}};

std::string replaced(std::string_view text, std::string_view what, std::string_view with) {
    std::string result;
    for (;;) {
        const auto place = text.find(what);
        result += text.substr(0, place);
        if (place == std::string_view::npos) return result;
        result += with;
        text.remove_prefix(place + what.size());
    }
}

bool in_chapter(const OptionRow& row, std::string_view category) {
    // fio counts one core option as an engine's.
    return row.category == category || (category == "io" && row.category == "engine");
}

std::string_view standing_text(const OptionRow& row) {
    switch (row.standing) {
        case OptionStanding::current:
            return "";
        case OptionStanding::later:
            return "not supported yet: only the default is run";
        case OptionStanding::ignored:
            return "has no effect any more";
        case OptionStanding::gone:
            return "is refused";
    }
    return "";
}

// --- Markdown -----------------------------------------------------------------------------------

std::string cell(std::string_view text) {
    return replaced(text, "|", "\\|");
}

std::string code(std::string_view text) {
    return text.empty() ? "" : fmt::format("`{}`", cell(text));
}

std::string table_line(const OptionRow& row) {
    std::string names = code(row.name);
    for (const std::string_view alias : row.aliases) names += ", " + code(alias);
    std::string help = cell(row.help);
    if (const auto note = standing_text(row); !note.empty()) help += fmt::format(" *({})*", note);
    return fmt::format("| {} | {} | {} | {} |\n", names, cell(allowed_text(row)),
                       code(row.default_text), help);
}

constexpr std::string_view table_head =
    "| option | value | default | meaning |\n| --- | --- | --- | --- |\n";

/// What fio has and this version has not: engines and built-in tests.
std::vector<std::string> unbuilt(const OptionTable& table) {
    std::vector<std::string> names;
    for (const EngineStanding standing :
         {EngineStanding::later, EngineStanding::foreign, EngineStanding::profile}) {
        for (std::string& name : table.engines(standing)) names.push_back(std::move(name));
    }
    return names;
}

// --- troff --------------------------------------------------------------------------------------

std::string troff(std::string_view text) {
    std::string result = replaced(replaced(text, "\\", "\\e"), "-", "\\-");
    if (result.starts_with('.') || result.starts_with('\'')) result.insert(0, "\\&");
    return result;
}

std::string manual_option(const OptionRow& row) {
    std::string text = fmt::format(".TP\n.BR {}", troff(row.name));
    for (const std::string_view alias : row.aliases) text += fmt::format(" \", {}\"", troff(alias));
    text += fmt::format("\n{}.\n", troff(row.help));
    if (const auto allowed = allowed_text(row); !allowed.empty()) {
        text += fmt::format("Value: {}.\n", troff(allowed));
    }
    if (!row.default_text.empty()) text += fmt::format("Default: {}.\n", troff(row.default_text));
    if (const auto note = standing_text(row); !note.empty()) {
        text +=
            fmt::format("This option {}.\n", row.standing == OptionStanding::later
                                                 ? "is not supported yet: only its default is run"
                                                 : note);
    }
    return text;
}

std::string manual_flags() {
    std::string text = ".SH FLAGS\n";
    for (const Flag& flag : flags()) {
        std::string name = flag.letter == '\0' ? "" : fmt::format("\\-{}, ", flag.letter);
        name += "\\-\\-" + troff(flag.name);
        if (flag.takes == Flag::Takes::required) name += fmt::format("={}", flag.argument);
        if (flag.takes == Flag::Takes::optional && !flag.argument.empty())
            name += fmt::format("[={}]", flag.argument);
        text += fmt::format(".TP\n.B \"{}\"\n{}.{}\n", name, troff(flag.help),
                            flag.id == FlagId::missing ? " Known, but not supported yet." : "");
    }
    return text;
}

std::string manual_experiments() {
    std::string text;
    for (const auto& [title, what] :
         {std::pair<std::string_view, Experimenting>{"COMPARE", Experimenting::compare},
          {"SWEEP", Experimenting::sweep},
          {"SEEK", Experimenting::seek}}) {
        text += fmt::format(
            ".SH {}\nWhat stands beside these flags belongs to the jobs and is read as without the "
            "command.\n",
            title);
        for (const CompareFlag& flag : flags_of(what)) {
            std::string name = "\\-\\-" + troff(flag.name);
            if (!flag.argument.empty()) name += fmt::format("={}", troff(flag.argument));
            text += fmt::format(".TP\n.B \"{}\"\n{}.\n", name, troff(flag.help));
        }
    }
    return text;
}

// --- completion ---------------------------------------------------------------------------------

/// Words on lines of no more than 90 columns: a change of one is a change of a line.
std::string in_lines(const std::string& words) {
    std::string text, line;
    for (const std::string_view word : split(words, ' ')) {
        if (word.empty()) continue;
        if (line.size() + word.size() > 90) text += std::exchange(line, {}) + '\n';
        if (!line.empty()) line += ' ';
        line += word;
    }
    return text + line;
}

void add_words(std::string& text, std::span<const OptionRow> rows) {
    for (const OptionRow& row : rows) {
        if (row.standing != OptionStanding::current && row.standing != OptionStanding::later)
            continue;
        std::string word = fmt::format(" --{}", row.name);
        if (row.kind != OptionKind::flag) word += '=';
        if ((text + ' ').find(word + ' ') == std::string::npos) text += word;
    }
}

void add_choices(std::string& text, std::span<const OptionRow> rows) {
    for (const OptionRow& row : rows) {
        if (row.choices.empty()) continue;
        text += fmt::format("        --{})\n            words=\"", row.name);
        for (const Choice& choice : row.choices) text += fmt::format("{} ", choice.text);
        text.pop_back();
        text += "\" ;;\n";
    }
}

}  // namespace

std::string options_page(const OptionTable& table) {
    std::string text =
        "# Options\n\n"
        "Made from the option table by `fathom_docs`; change the table, not this page.\n\n"
        "An option stands on a line of a job file (`bs=4k`) or on the command line (`--bs=4k`).\n"
        "Numbers take the suffixes k, m, g, t, p (powers of 1024) and kib, mib, gib, tib, pib\n"
        "(powers of 1000); `kb_base=1000` swaps the two. Times take us, ms, s, m, h, d. An\n"
        "expression stands in parentheses: `(4*1024)`. `#` and `;` begin a comment anywhere.\n";
    for (const auto& [category, title] : chapters) {
        text += fmt::format("\n## {}\n\n{}", title, table_head);
        for (const OptionRow& row : table.rows()) {
            if (in_chapter(row, category)) text += table_line(row);
        }
    }
    text += "\n# Engines\n";
    for (const EngineEntry& engine : engines()) {
        text += fmt::format("\n## {}\n\n{}\n", engine.name, engine.help);
        const auto rows = table.engine_rows(engine.name);
        if (!rows.empty()) text += fmt::format("\n{}", table_head);
        for (const OptionRow& row : rows) text += table_line(row);
    }
    text +=
        "\n# Engines and built-in tests not built yet\n\n"
        "A job that uses one of them is read and checked, but does not run.\n";
    for (const std::string& name : unbuilt(table)) {
        text += fmt::format("\n## {}\n", name);
        const auto rows = table.engine_rows(name);
        if (!rows.empty()) text += fmt::format("\n{}", table_head);
        for (const OptionRow& row : rows) text += table_line(row);
    }
    return text;
}

std::string compare_page() {
    std::string text =
        "# Flags of `fathom compare`, `fathom sweep` and `fathom seek`\n\n"
        "Made from the table of flags by `fathom_docs`; [compare.md](compare.md) and "
        "[seek.md](seek.md) show them at work.\n"
        "Flags of the fio command line and job options may stand beside them.\n";
    for (const auto& [title, what] :
         {std::pair<std::string_view, Experimenting>{"compare", Experimenting::compare},
          {"sweep", Experimenting::sweep},
          {"seek", Experimenting::seek}}) {
        text += fmt::format("\n## fathom {}\n\n| flag | meaning |\n| --- | --- |\n", title);
        for (const CompareFlag& flag : flags_of(what)) {
            std::string name = fmt::format("--{}", flag.name);
            if (!flag.argument.empty()) name += fmt::format("={}", flag.argument);
            text += fmt::format("| {} | {} |\n", code(name), cell(flag.help));
        }
    }
    return text;
}

std::string manual_page(const OptionTable& table) {
    std::string text = fmt::format(
        ".\\\" Made from the option table by fathom_docs; change the table, not this page.\n"
        ".TH FATHOM 1 \"\" \"fathom {}\" \"User Commands\"\n"
        ".SH NAME\nfathom \\- measure storage with fio\\(aqs job files\n"
        ".SH SYNOPSIS\n.B fathom\n[\\fIflags\\fR] [\\fIjob options\\fR] [\\fIjob "
        "file\\fR]...\n",
        FATHOM_VERSION);
    text += manual_start;
    text += manual_flags();
    text += manual_experiments();
    for (const auto& [category, title] : chapters) {
        text += fmt::format(".SH OPTIONS: {}\n", title);
        for (const OptionRow& row : table.rows()) {
            if (in_chapter(row, category)) text += manual_option(row);
        }
    }
    text += ".SH ENGINES\n";
    for (const EngineEntry& engine : engines()) {
        text += fmt::format(".SS {}\n{}.\n", troff(engine.name), troff(engine.help));
        for (const OptionRow& row : table.engine_rows(engine.name)) text += manual_option(row);
    }
    text +=
        ".SH ENGINES NOT BUILT YET\n"
        "A job that uses one of them is read and checked, but does not run.\n";
    for (const std::string& name : unbuilt(table)) {
        text += fmt::format(".SS {}\n", troff(name));
        for (const OptionRow& row : table.engine_rows(name)) text += manual_option(row);
    }
    text += manual_end;
    return text;
}

std::string completion_script(const OptionTable& table) {
    std::string names;
    for (const Flag& flag : flags()) {
        if (!works(flag)) continue;
        names += fmt::format(" --{}", flag.name);
        if (flag.takes == Flag::Takes::required) names += '=';
    }
    add_words(names, table.rows());
    std::string engine_names;
    for (const EngineEntry& engine : engines()) {
        add_words(names, table.engine_rows(engine.name));
        engine_names += (engine_names.empty() ? "" : " ") + engine.name;
    }
    for (const std::string& name : unbuilt(table)) add_words(names, table.engine_rows(name));
    const auto flags_in_words = [](Experimenting what) {
        std::string words;
        for (const CompareFlag& flag : flags_of(what))
            words += fmt::format(" --{}{}", flag.name, flag.argument.empty() ? "" : "=");
        return in_lines(words);
    };
    std::string choices;
    add_choices(choices, table.rows());
    return fmt::format(R"(# bash completion for fathom; made from the option table by fathom_docs.
_fathom() {{
    local names="
{}"
    local word=${{COMP_WORDS[COMP_CWORD]}} option words=""
    COMPREPLY=()
    [[ ${{COMP_WORDS[1]}} != compare ]] || names+="
{}"
    [[ ${{COMP_WORDS[1]}} != sweep ]] || names+="
{}"
    [[ ${{COMP_WORDS[1]}} != seek ]] || names+="
{}"
    if [[ $word == "=" ]]; then
        option=${{COMP_WORDS[COMP_CWORD - 1]}} word=""
    elif [[ ${{COMP_WORDS[COMP_CWORD - 1]}} == "=" ]]; then
        option=${{COMP_WORDS[COMP_CWORD - 2]}}
    else
        option=${{COMP_WORDS[COMP_CWORD - 1]}}
    fi
    case $option in
        --ioengine | --enghelp)
            words="{}" ;;
        --cmdhelp)
            words=${{names//--/}} words=${{words//=/}} ;;
        --output-format)
            words="normal terse json json+" ;;
        --eta)
            words="always never auto" ;;
{}    esac
    if [[ -n $words ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
    elif [[ $word == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "$names" -- "$word")
        [[ ${{#COMPREPLY[@]}} -eq 1 && ${{COMPREPLY[0]}} == *= ]] && compopt -o nospace
    else
        mapfile -t COMPREPLY < <(compgen -f -- "$word")
    fi
}}
complete -F _fathom fathom
)",
                       in_lines(names), flags_in_words(Experimenting::compare),
                       flags_in_words(Experimenting::sweep), flags_in_words(Experimenting::seek),
                       engine_names, choices);
}

std::vector<Document> documents(const OptionTable& table) {
    return {{"options.md", options_page(table)},
            {"compare-flags.md", compare_page()},
            {"fathom.1", manual_page(table)},
            {"fathom.bash", completion_script(table)}};
}

}  // namespace fathom
