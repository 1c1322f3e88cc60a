#include "cli/arguments.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "cli/flag_values.h"
#include "cli/flags.h"
#include "job/nearest.h"
#include "job/number.h"
#include "job/value.h"

namespace fathom {

namespace {

/// What a word beginning with a dash can name.
struct Named {
    const Flag* flag = nullptr;
    const OptionRow* row = nullptr;
    bool operator==(const Named&) const = default;
    [[nodiscard]] bool found() const { return flag != nullptr || row != nullptr; }
};

class CommandLine {
  public:
    CommandLine(std::span<const std::string> words, const OptionTable& table)
        : words_(words), table_(table) {}

    Arguments read() {
        for (next_ = 0; next_ < words_.size() && !finished_;) {
            const std::string& word = words_[next_++];
            if (only_files_ || word.size() < 2 || word.front() != '-') {
                job_file(word);
            } else if (word == "--") {
                only_files_ = true;
            } else {
                option(word);
            }
        }
        apply_overrides();
        note_unused_defaults();
        if (!problems_.empty() && !finished_) throw Error(std::move(problems_));
        return std::move(result_);
    }

  private:
    [[nodiscard]] Origin here() const { return {"", static_cast<int>(next_)}; }

    void problem(std::string what, std::string hint = {}) {
        problems_.push_back({std::move(what), here(), std::move(hint)});
    }

    void job_file(const std::string& path) {
        try {
            Spec spec = read_job_file(path);
            for (Section& section : spec.sections) {
                result_.spec.sections.push_back(std::move(section));
            }
        } catch (const Error& failure) {
            const auto& found = failure.problems();
            problems_.insert(problems_.end(), found.begin(), found.end());
        }
        job_open_ = false;
    }

    void option(const std::string& word) {
        const std::string_view text = std::string_view(word).substr(word.starts_with("--") ? 2 : 1);
        const auto equals = text.find('=');
        const std::string_view name = text.substr(0, equals);
        std::optional<std::string> value;
        if (equals != std::string_view::npos) value = text.substr(equals + 1);
        Named named = exact(name);
        if (!named.found() && !word.starts_with("--")) named = letter(text, value);
        if (!named.found()) named = abbreviated(word, name);
        if (!named.found()) return;
        if (!complete_value(named, word, value)) return;
        try {
            if (named.flag != nullptr) {
                flag(*named.flag, value);
            } else {
                job_option(*named.row, name, value);
            }
        } catch (const Error& failure) {
            const auto& found = failure.problems();
            problems_.insert(problems_.end(), found.begin(), found.end());
        }
    }

    [[nodiscard]] const OptionRow* engine_row(std::string_view name) const {
        for (const std::string& engine : table_.engines_with(name)) {
            return table_.find(engine, name);
        }
        return nullptr;
    }

    [[nodiscard]] Named exact(std::string_view name) const {
        for (const Flag& flag : flags()) {
            if (flag.name == name) return {&flag, nullptr};
        }
        if (const OptionRow* row = table_.find(name)) return {nullptr, row};
        return {nullptr, engine_row(name)};
    }

    /// "-o FILE" and "-oFILE".
    static Named letter(std::string_view text, std::optional<std::string>& value) {
        for (const Flag& flag : flags()) {
            if (flag.letter != text.front()) continue;
            if (text.size() > 1 && flag.takes == Flag::Takes::nothing) return {};
            if (text.size() > 1) value = text.substr(text[1] == '=' ? 2 : 1);
            return {&flag, nullptr};
        }
        return {};
    }

    /// The only flag or option that begins with `name`; else a problem.
    Named abbreviated(const std::string& word, std::string_view name) {
        std::vector<Named> matches;
        std::vector<std::string> names;
        const auto consider = [&](std::string_view full, Named named) {
            if (name.empty() || !full.starts_with(name)) return;
            names.emplace_back(full);
            if (std::find(matches.begin(), matches.end(), named) == matches.end()) {
                matches.push_back(named);
            }
        };
        for (const Flag& flag : flags()) consider(flag.name, {&flag, nullptr});
        for (const OptionRow& row : table_.rows()) {
            consider(row.name, {nullptr, &row});
            for (const std::string_view alias : row.aliases) consider(alias, {nullptr, &row});
        }
        if (matches.size() == 1) return matches.front();
        if (matches.empty()) {
            const std::string near = nearest(name);
            problem("unrecognized option '" + word.substr(0, 200) + "'",
                    near.empty() ? "" : "Did you mean --" + near + "?");
        } else {
            std::string all;
            for (const std::string& one : names) all += " '--" + one + "'";
            problem("option '" + word.substr(0, 200) + "' is ambiguous; possibilities:" + all);
        }
        return {};
    }

    [[nodiscard]] std::string nearest(std::string_view name) const {
        std::vector<std::string_view> known;
        for (const Flag& flag : flags()) known.push_back(flag.name);
        for (const OptionRow& row : table_.rows()) {
            known.push_back(row.name);
            known.insert(known.end(), row.aliases.begin(), row.aliases.end());
        }
        return nearest_word(name, known);
    }

    /// Takes the next word as the value where one is needed.
    bool complete_value(const Named& named, const std::string& word,
                        std::optional<std::string>& value) {
        const bool none = named.flag != nullptr && named.flag->takes == Flag::Takes::nothing;
        const bool needs = named.flag != nullptr ? named.flag->takes == Flag::Takes::required
                                                 : named.row->kind != OptionKind::flag;
        if (none && value) {
            problem("option '" + word + "' doesn't allow an argument");
            return false;
        }
        if (!needs || value) return true;
        if (next_ == words_.size()) {
            problem("option '" + word + "' requires an argument",
                    named.row != nullptr ? "allowed: " + allowed_text(*named.row) : "");
            return false;
        }
        value = words_[next_++];
        return true;
    }

    void job_option(const OptionRow& row, std::string_view name,
                    const std::optional<std::string>& value) {
        auto& sections = result_.spec.sections;
        const bool starts = row.name == "name";
        if (starts || !job_open_) {
            const bool is_global = !starts || *value == "global";
            sections.push_back({starts ? *value : "global", is_global, {}, here()});
            job_open_ = true;
            if (starts && is_global) return;
        }
        // An abbreviation is written out, as the section's reader knows whole names only.
        const bool whole = row.name == name || std::find(row.aliases.begin(), row.aliases.end(),
                                                         name) != row.aliases.end();
        sections.back().options.push_back(
            {std::string(whole ? name : row.name), value.value_or(""), value.has_value(), here()});
    }

    void flag(const Flag& flag, const std::optional<std::string>& value) {
        switch (flag.id) {
            case FlagId::override_option:
                return add_override(*value);
            case FlagId::profile:
                // The same as the job option of this name, which is what it is said by.
                return job_option(*table_.find("profile"), "profile", value);
            default:
                break;
        }
        apply_flag(flag, value.value_or(""), result_, here());
        // What answers at once: the rest of the line is of no interest.
        finished_ = result_.action > Arguments::Action::parse_only;
    }

    /// --override NAME=VALUE[,SECTION]: the last word on every job, or on one.
    void add_override(const std::string& text) {
        const auto equals = text.find('=');
        const std::string name = text.substr(0, equals);
        const OptionRow* row = table_.find(name);
        if (row == nullptr) row = engine_row(name);
        if (name.starts_with('-')) {
            problem("--override requires an argument, not " + text.substr(0, 200),
                    "it is written as --override bs=64k or --override bs=64k,job");
            return;
        }
        if (row == nullptr) {
            const std::string near = table_.nearest("", name);
            problem("--override " + text.substr(0, 200) + ": no such option",
                    near.empty() ? "it is written as --override bs=64k or --override bs=64k,job"
                                 : "Did you mean " + near + "?");
            return;
        }
        if (row->name == "name") {
            problem("--override " + text.substr(0, 200) + ": a job's name cannot be set so");
            return;
        }
        overrides_.push_back({name, equals == std::string::npos ? "" : text.substr(equals + 1),
                              equals != std::string::npos, Origin{"--override", 0}});
    }

    /// What holds for one job wins over what holds for all, wherever it stands.
    void apply_overrides() {
        for (const bool of_one_job : {false, true}) {
            for (RawOption option : overrides_) {
                // What follows the last comma is a job's name, if there is such a job.
                std::string only;
                const auto comma = option.value.rfind(',');
                const std::string tail =
                    comma == std::string::npos ? "" : option.value.substr(comma + 1);
                if (!tail.empty() && has_section(tail)) {
                    only = tail;
                    option.value.erase(comma);
                } else if (!of_one_job && looks_like_a_job(option.name, tail)) {
                    no_such_job(option, tail);
                }
                if (only.empty() == of_one_job) continue;
                override_sections(option, only);
            }
        }
    }

    void override_sections(const RawOption& option, const std::string& only) {
        bool applied = false;
        for (Section& section : result_.spec.sections) {
            if (section.is_global || (!only.empty() && section.name != only)) continue;
            section.options.push_back(option);
            const auto& wanted = result_.sections;
            applied = applied || wanted.empty() ||
                      std::find(wanted.begin(), wanted.end(), section.name) != wanted.end();
        }
        if (only.empty() || applied) return;
        result_.warnings.push_back(
            {fmt::format("--override {}={},{} has no effect: --section leaves that job out",
                         option.name, option.value, only),
             {},
             ""});
    }

    /// Whether the last part of a value can only be meant as a job's name: it is no number, and the
    /// option has no words of its own.
    [[nodiscard]] bool looks_like_a_job(const std::string& option, const std::string& tail) const {
        if (tail.empty() || std::isalpha(static_cast<unsigned char>(tail.front())) == 0)
            return false;
        const OptionRow* row = table_.find(option);
        if (row == nullptr) row = engine_row(option);
        if (row == nullptr) return false;
        return row->kind != OptionKind::custom &&
               std::none_of(row->choices.begin(), row->choices.end(),
                            [&](const Choice& choice) { return choice.text == tail; });
    }

    /// Text may hold a comma: there it is a warning.
    void no_such_job(const RawOption& option, const std::string& tail) {
        std::vector<std::string> names;
        for (const Section& section : result_.spec.sections)
            if (!section.is_global) names.push_back(section.name);
        const OptionRow* row = table_.find(option.name);
        const bool is_text = row != nullptr && row->kind == OptionKind::string;
        const std::string what =
            fmt::format("--override {}={}: no job is called {}{}", option.name, option.value, tail,
                        is_text ? ", so the comma is part of the value" : "");
        const std::string hint = fmt::format("jobs: {}", fmt::join(names, ", "));
        if (is_text) {
            result_.warnings.push_back({what, {}, hint});
        } else {
            problem(what, hint);
        }
    }

    [[nodiscard]] bool has_section(std::string_view name) const {
        const auto& sections = result_.spec.sections;
        return std::any_of(sections.begin(), sections.end(), [&](const Section& section) {
            return !section.is_global && section.name == name;
        });
    }

    /// Options that stand after everything they could be a default for.
    void note_unused_defaults() {
        const auto& sections = result_.spec.sections;
        if (sections.size() < 2 || !sections.back().is_global) return;
        if (!sections.back().origin.file.empty()) return;
        for (const RawOption& option : sections.back().options) {
            result_.warnings.push_back({fmt::format("--{} has no effect here", option.name),
                                        option.origin,
                                        "it stands after the job file and belongs to no job"});
        }
    }

    std::span<const std::string> words_;
    const OptionTable& table_;
    std::size_t next_ = 0;
    bool only_files_ = false;
    bool job_open_ = false;  ///< the last section is still being written on the command line
    bool finished_ = false;
    std::vector<RawOption> overrides_;
    Arguments result_;
    std::vector<Problem> problems_;
};

}  // namespace

Arguments parse_arguments(std::span<const std::string> words, const OptionTable& table) {
    return CommandLine(words, table).read();
}

BuildResult jobs_of(const Arguments& arguments, const OptionTable& table) {
    BuildResult built =
        build_jobs(arguments.spec, table, {.sections = arguments.sections, .flags = flag_names()});
    built.warnings.insert(built.warnings.begin(), arguments.warnings.begin(),
                          arguments.warnings.end());
    return built;
}

std::string usage_text(const std::string& program) {
    std::string text = fmt::format("{} [options] [job options] <job file(s)>\n", program);
    for (const Flag& flag : flags()) {
        if (!works(flag)) continue;
        std::string name = fmt::format("--{}", flag.name);
        if (flag.takes == Flag::Takes::required) name += fmt::format("={}", flag.argument);
        if (flag.takes == Flag::Takes::optional && !flag.argument.empty()) {
            name += fmt::format("[={}]", flag.argument);
        }
        const std::string letter = flag.letter == '\0' ? "   " : fmt::format("-{},", flag.letter);
        text += fmt::format("  {} {:<28} {}\n", letter, name, flag.help);
    }
    return text + "\nEvery job option can be given as --option=value; --cmdhelp=all lists them.\n";
}

}  // namespace fathom
