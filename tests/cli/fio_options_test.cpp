// Every option that fio has, one test each, after a table of facts about fio's options kept here
// (data/fio_options.tsv): it is known, by all its names, with fio's default, limits and words; a
// bad value is refused by name; a good one survives --showcmd.
#include <algorithm>
#include <fstream>
#include <sstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "cli/arguments.h"
#include "cli/full_table.h"
#include "cli/help.h"
#include "job/build.h"
#include "job/value.h"

namespace fathom {
namespace {

using ::testing::AnyOf;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

/// A line of the table; `engine` is one of those the line names, empty for a core option.
struct Fact {
    std::string name, engine, type, fallback, unit, min, max, list_length;
    std::vector<std::string> aliases, words;
    int values = 1;
    bool percent = false;
};

std::string label(const Fact& fact) {
    std::string text = fact.name + (fact.engine.empty() ? "" : "_" + fact.engine);
    std::replace_if(
        text.begin(), text.end(), [](unsigned char c) { return std::isalnum(c) == 0; }, '_');
    return text;
}

void PrintTo(const Fact& fact, std::ostream* out) {
    *out << label(fact);
}

std::vector<std::string> parts_of(const std::string& text, char separator) {
    std::vector<std::string> parts;
    for (const std::string_view part : split(text, separator)) {
        if (!part.empty()) parts.emplace_back(part);
    }
    return parts;
}

/// The engine's name where fio's list and fio's program differ.
std::vector<Fact> read_facts() {
    std::ifstream file(FATHOM_SOURCE_DIR "/tests/cli/data/fio_options.tsv");
    std::vector<Fact> facts;
    std::string line;
    std::getline(file, line);  // the heading
    while (std::getline(file, line)) {
        std::vector<std::string> cells;
        for (const std::string_view cell : split(line, '\t')) cells.emplace_back(cell);
        cells.resize(21);
        Fact fact{.name = cells[0],
                  .engine = {},
                  .type = cells[3],
                  .fallback = cells[4],
                  .unit = cells[5],
                  .min = cells[6],
                  .max = cells[7],
                  .list_length = cells[8],
                  .aliases = parts_of(cells[1], ','),
                  .words = parts_of(cells[9], '|'),
                  .values = std::stoi(cells[10].empty() ? "1" : cells[10]),
                  .percent = cells[11] == "yes"};
        if (cells[2] == "-") {
            facts.push_back(fact);
            continue;
        }
        for (const std::string& engine : parts_of(cells[2], ',')) {
            fact.engine = engine;
            facts.push_back(fact);
        }
    }
    return facts;
}

const OptionTable& table() {
    static const OptionTable all = full_table();
    return all;
}

BuildResult build(const std::vector<std::string>& words) {
    return build_jobs(parse_arguments(words, table()).spec, table());
}

/// What is said of a job with these options; empty when it is accepted.
std::string refusal(const std::vector<std::string>& words) {
    try {
        build(words);
    } catch (const Error& error) {
        return error.what();
    }
    return {};
}

class FioOption : public ::testing::TestWithParam<Fact> {
  protected:
    void is_known_by_all_its_names();
    void has_fios_default_and_takes_it();
    void keeps_fios_limits();
    void takes_each_of_fios_words();
    void takes_one_value_for_each_direction_or_one();
    void takes_a_percentage_where_fio_does();
    void names_a_bad_value();
    void survives_showcmd();
    void is_in_the_help();

    static const OptionRow* find(const std::string& name) {
        const std::string& engine = GetParam().engine;
        return engine.empty() ? table().find(name) : table().find(engine, name);
    }

    [[nodiscard]] const OptionRow& row() const { return *find(GetParam().name); }

    /// A job of this option's engine with the option as given.
    static std::vector<std::string> job(const std::string& option) {
        std::vector<std::string> words = {"--name=a"};
        const std::string& engine = GetParam().engine;
        if (engine.starts_with("profile:")) {
            words.push_back("--profile=" + engine.substr(8));
        } else if (!engine.empty()) {
            words.push_back("--ioengine=" + engine);
        }
        words.push_back("--" + option);
        return words;
    }

    [[nodiscard]] std::string refused(const std::string& value) const {
        const EngineStanding engine = table().engine_standing(GetParam().engine);
        std::string text = refusal(job(row_name() + "=" + value));
        // An engine that is not in Debian's fio is refused as well; that is no matter here.
        if (engine == EngineStanding::foreign) {
            std::string others;
            std::istringstream lines(text);
            for (std::string line; std::getline(lines, line);) {
                if (line.find("not supported yet: ioengine=") == std::string::npos) {
                    others += line + '\n';
                }
            }
            return others;
        }
        return text;
    }

    [[nodiscard]] static std::string row_name() { return GetParam().name; }

    [[nodiscard]] std::string good_value() const {
        const Fact& fact = GetParam();
        if (fact.name == "name") return "a";
        if (fact.name == "wait_for") return "";
        if (fact.name == "ioengine") return "null";
        if (fact.name == "steadystate") return "iops:1%";
        if (fact.name == "random_distribution") return "pareto:0.3";
        if (fact.name == "bssplit") return "4k/60:8k/40";
        if (fact.name == "ignore_error") return "EIO";
        if (fact.name == "replay_skip") return "trim";
        if (fact.name == "numa_mem_policy") return "default";
        if (fact.name == "sync_file_range") return "write:4";
        if (fact.name == "profile") return "act";
        if (fact.name == "cpumask") return "1";
        if (fact.name == "mem") return "mmap";
        if (fact.name == "size") return "1g";
        if (fact.name == "cmdprio_bssplit") return "4k/50";
        if (!fact.words.empty()) return fact.words.back();
        if (fact.type == "range") return "1k-2k";
        if (fact.type == "string") return "text";
        if (fact.type == "custom") return fact.name == "write_mode" ? "zeroes" : "0";
        return fact.min.empty() ? "1" : std::to_string(std::stoll(fact.min) + 1);
    }
};

void FioOption::is_known_by_all_its_names() {
    const Fact& fact = GetParam();
    const OptionRow* found = find(fact.name);
    ASSERT_NE(found, nullptr);
    EXPECT_EQ(found->name, fact.name);
    for (const std::string& alias : fact.aliases) {
        // Options of their own in Debian's fio, made aliases since.
        if (alias == "allrandrepeat") continue;
        EXPECT_EQ(find(alias), found) << alias;
    }
}

void FioOption::has_fios_default_and_takes_it() {
    const Fact& fact = GetParam();
    if (fact.type.starts_with("deprecated")) {
        EXPECT_TRUE(row().default_text.empty());
        return;
    }
    // A default in another spelling.
    const std::string ours(row().default_text);
    const std::string fios = fact.name == "percentage_random" ? "100"
                             : fact.name == "test-duration"   ? ours
                                                              : fact.fallback;
    if (ours != fios) {
        const ValueContext context;
        // What fio does without one is written out here in some rows.
        if (fios.empty()) return;
        ASSERT_FALSE(ours.empty()) << "fio: " << fios;
        EXPECT_EQ(normal_text(row(), ours, context), normal_text(row(), fios, context));
    }
    if (!fios.empty() && fact.name != "ioengine" && !fact.name.starts_with("steadystate")) {
        EXPECT_THAT(refused(fios), IsEmpty());
    }
}

void FioOption::keeps_fios_limits() {
    const Fact& fact = GetParam();
    const bool list = fact.type == "floatlist";
    const auto number = [&](const std::string& limit, int step) {
        return std::to_string(std::stoll(limit) + step);
    };
    const auto refusal_of = [&](const std::string& value) {
        return refused(fact.type == "range" ? value + "-" + value : value);
    };
    const std::string out = "out of range";
    if (!fact.min.empty() && !(list && fact.name.starts_with("spr"))) {
        EXPECT_THAT(refusal_of(number(fact.min, -1)), HasSubstr(out)) << fact.min;
        EXPECT_THAT(refusal_of(number(fact.min, 0)), IsEmpty()) << fact.min;
    }
    if (!fact.max.empty()) {
        EXPECT_THAT(refusal_of(number(fact.max, 1)), HasSubstr(out)) << fact.max;
        EXPECT_THAT(refusal_of(number(fact.max, 0)), AnyOf(IsEmpty(), HasSubstr("the highest CPU")))
            << fact.max;
    }
    if (list && !fact.list_length.empty()) {
        std::string longest = "0.5";
        for (int i = 1; i < std::stoi(fact.list_length); ++i) longest += ":0.5";
        EXPECT_THAT(refused(longest), IsEmpty());
        EXPECT_THAT(refused(longest + ":0.5"), HasSubstr("exceeding max length"));
    }
}

void FioOption::takes_each_of_fios_words() {
    const Fact& fact = GetParam();
    for (const std::string& word : fact.words) {
        if (fact.name == "ioengine") {
            EXPECT_NE(table().engine_standing(word), EngineStanding::unknown) << word;
            continue;
        }
        const std::string value = fact.name == "sync_file_range"           ? word + ":8"
                                  : fact.name == "steadystate"             ? word + ":1"
                                  : word == "zoned" || word == "zoned_abs" ? word + ":100/10"
                                  : word == "cudamalloc"                   ? "malloc"
                                                                           : word;
        EXPECT_THAT(refused(value), IsEmpty()) << word;
    }
    if (fact.type == "enum" || fact.type == "flags") {
        EXPECT_FALSE(refused("no_such_word").empty());
        EXPECT_THAT(refused("no_such_word"), HasSubstr(fact.words.front()));
    }
}

void FioOption::takes_one_value_for_each_direction_or_one() {
    const Fact& fact = GetParam();
    if (fact.type != "int" && fact.type != "int64" && fact.type != "range") return;
    const std::string one = fact.type == "range" ? "4k-8k" : std::max<std::string>(fact.min, "1");
    if (fact.values == 1) {
        EXPECT_FALSE(refused(one + "," + one).empty());
        return;
    }
    EXPECT_THAT(refused(one + "," + one), IsEmpty());
    EXPECT_THAT(refused("," + one), IsEmpty());
    const bool three = fact.values == 3;
    EXPECT_EQ(refused(one + "," + one + "," + one).empty(), three || fact.values == 2);
    EXPECT_THAT(refused(one + "," + one + "," + one + "," + one), HasSubstr("more than"));
}

void FioOption::takes_a_percentage_where_fio_does() {
    const Fact& fact = GetParam();
    if (fact.engine.starts_with("profile:")) return;  // size is the core option here
    if (fact.type != "size" && fact.type != "size_or_zones" && fact.type != "int") return;
    EXPECT_EQ(refused("20%").empty(), fact.percent);
}

void FioOption::names_a_bad_value() {
    const Fact& fact = GetParam();
    if (fact.type == "string" || fact.type.starts_with("deprecated")) return;
    if (fact.name.ends_with("_log")) return;  // the name of a file
    const std::string text = refused("?bogus?");
    EXPECT_THAT(text, HasSubstr("failed parsing " + fact.name + "=?bogus?"));
    if (fact.type != "custom") {
        EXPECT_THAT(text, HasSubstr("allowed: "));
    }
}

void FioOption::survives_showcmd() {
    const Fact& fact = GetParam();
    if (fact.type == "deprecated") {
        EXPECT_THAT(refused("1"), HasSubstr("is deprecated"));
        return;
    }
    if (table().engine_standing(fact.engine) == EngineStanding::foreign) return;
    const std::string value = good_value();
    if (value.empty()) return;
    const auto words = job(fact.name + "=" + value);
    const Arguments first = parse_arguments(words, table());
    const std::string text = command_text("fathom", first.spec, table());
    std::vector<std::string> again =
        parts_of(text.substr(0, text.find_last_not_of(" \n") + 1), ' ');
    again.erase(again.begin());
    const auto before = build(words).jobs;
    const auto after = build(again).jobs;
    ASSERT_EQ(before.size(), after.size()) << text;
    ASSERT_EQ(before.at(0).given.size(), after.at(0).given.size()) << text;
    bool seen = fact.name == "name" || fact.type == "deprecated_soft";
    for (std::size_t i = 0; i < before[0].given.size(); ++i) {
        EXPECT_EQ(before[0].given[i].name, after[0].given[i].name);
        EXPECT_EQ(before[0].given[i].value, after[0].given[i].value);
        seen = seen || before[0].given[i].name == fact.name;
    }
    EXPECT_TRUE(seen) << text;
    EXPECT_EQ(before[0].engine_options, after[0].engine_options);
}

void FioOption::is_in_the_help() {
    const Fact& fact = GetParam();
    const HelpText help = fact.engine.empty() ? option_help(table(), fact.name)
                                              : engine_help(table(), fact.engine + "," + fact.name);
    EXPECT_EQ(help.status, 0);
    EXPECT_THAT(help.output, HasSubstr(fact.name + ": " + std::string(row().help)));
}

// One test an option, not one a promise: each is a process of its own under ctest.
TEST_P(FioOption, IsAsFioHasIt) {
    ASSERT_NO_FATAL_FAILURE(is_known_by_all_its_names());
    has_fios_default_and_takes_it();
    keeps_fios_limits();
    takes_each_of_fios_words();
    takes_one_value_for_each_direction_or_one();
    takes_a_percentage_where_fio_does();
    names_a_bad_value();
    survives_showcmd();
    is_in_the_help();
}

INSTANTIATE_TEST_SUITE_P(Table, FioOption, ::testing::ValuesIn(read_facts()),
                         [](const auto& fact) { return label(fact.param); });

}  // namespace
}  // namespace fathom
