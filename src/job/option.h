// One option of the job language, declared once: an OptionRow. From the rows come the parser, the
// command line, --cmdhelp, "did you mean", the man page, docs/options.md and shell completion.
// Core rows are in job/option_table.cpp; an engine's own rows stand in the engine's file.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "base/error.h"
#include "job/job.h"

namespace fathom {

enum class OptionKind : std::uint8_t {
    string,   ///< any text
    integer,  ///< a number with fio's suffixes
    boolean,  ///< 0 or 1; the value must be there
    flag,     ///< a bare name means 1; 0 or 1 may follow
    time,     ///< a span of time
    size,     ///< bytes, or a percentage where `percent`
    choice,   ///< one of `choices`
    range,    ///< min-max, per direction
    list,     ///< several numbers
    custom    ///< parsed by the row's own function
    // Numbers carry fio's size suffixes everywhere; `size` and `integer` differ only in help.
};

/// Whether an option does something.
enum class OptionStanding : std::uint8_t {
    current,  ///< it acts
    later,    ///< known but not built yet: checked, but a job that sets it does not run
    ignored,  ///< dropped by fio, which still takes it: a warning
    gone      ///< dropped by fio, which refuses it: an error
};

/// A value that is right but that this version does not act on yet: the job is read, not run.
class NotYet : public Error {
  public:
    using Error::Error;
};

struct Choice {
    std::string_view text;
    std::int64_t value;
    std::string_view help = {};
};

/// The context in which a value is read: what units mean and where an error is.
struct ValueContext {
    std::uint32_t kb_base = 1024;
    Origin origin;
    std::vector<Problem>* warnings = nullptr;  ///< where a value that acts oddly is remarked
};

struct OptionRow {
    std::string_view name;
    std::vector<std::string_view> aliases = {};
    OptionKind kind = OptionKind::string;
    std::string_view default_text = {};  ///< as a user would write it; empty: none
    std::string_view category = {};      ///< "io", "file", "general", "stat", "log", "engine"
    std::string_view help = {};          ///< one line
    std::int64_t min = std::numeric_limits<std::int64_t>::min();
    std::int64_t max = std::numeric_limits<std::int64_t>::max();
    std::vector<Choice> choices = {};
    bool percent = false;          ///< `size`: "20%" is allowed
    std::string_view unit = {};    ///< `time`: unit of a bare number ("s", "us")
    std::string_view parent = {};  ///< the option this one refines, for help
    OptionKind parts =
        OptionKind::string;         ///< `custom`, `range`: of its numbers, where fio keeps each
    int values = 1;                 ///< 3: one per direction, 2: read and write ("4k,8k,16k")
    std::size_t list_length = 0;    ///< `list`: at most so many numbers; 0: any
    std::string_view inverse = {};  ///< the option that says the same the other way round
    bool bare = false;              ///< in a job file the name alone is enough: write_bw_log
    bool early = false;             ///< read before the others of its section (kb_base)
    OptionStanding standing = OptionStanding::current;
    /// Checks `value` and stores it in the job (a row of standing `later` only checks). Throws
    /// Error naming option, value, what is allowed. Empty in an engine's row: the checked value
    /// goes to job.engine_options[name].
    std::function<void(Job&, const OptionRow&, std::string_view value, const ValueContext&)> store =
        {};
};

enum class EngineStanding : std::uint8_t {
    unknown,  ///< no engine of this name
    foreign,  ///< fio's, but not in what Debian builds of it: refused when read
    profile,  ///< no engine but a built-in test of fio's: "profile:NAME"
    later,    ///< fio's, not built here yet: read and checked, not run
    built
};

/// All options known: the core rows, and each engine's rows under the engine's name.
class OptionTable {
  public:
    /// The core rows and what is known of engines not built here; built ones are added by whoever
    /// knows them (engine/registry).
    static OptionTable core();
    /// Adds an engine, or rows to one already there; the higher standing counts.
    void add_engine(const std::string& engine, std::vector<OptionRow> rows,
                    EngineStanding standing = EngineStanding::built);

    [[nodiscard]] const OptionRow* find(std::string_view name) const;  ///< core, name or alias
    [[nodiscard]] const OptionRow* find(std::string_view engine, std::string_view name) const;
    [[nodiscard]] EngineStanding engine_standing(std::string_view engine) const;
    /// Engines of this standing, sorted.
    [[nodiscard]] std::vector<std::string> engines(
        EngineStanding standing = EngineStanding::built) const;
    [[nodiscard]] std::span<const OptionRow> rows() const { return core_; }
    [[nodiscard]] std::span<const OptionRow> engine_rows(std::string_view engine) const;
    /// The engines that have an option of this name or alias; those not built only where no built
    /// one has it.
    [[nodiscard]] std::vector<std::string> engines_with(std::string_view option) const;
    /// The nearest known name to a misspelt one (edit distance), empty when nothing is near.
    [[nodiscard]] std::string nearest(std::string_view engine, std::string_view name) const;

  private:
    struct EngineRows {
        std::string name;
        EngineStanding standing = EngineStanding::unknown;
        std::vector<OptionRow> rows;
    };
    [[nodiscard]] const EngineRows* engine(std::string_view name) const;

    std::vector<OptionRow> core_;
    std::vector<EngineRows> engines_;
};

}  // namespace fathom
