#include "cli/flag_values.h"

#include <filesystem>
#include <string_view>
#include <vector>

#include <fmt/format.h>

#include "job/number.h"
#include "job/value.h"

namespace fathom {

namespace {

class FlagValue {
  public:
    FlagValue(const Flag& flag, const std::string& value, const Origin& at)
        : flag_(flag), value_(value), at_(at) {}

    /// Says what is wrong, by default as "bad value --FLAG=VALUE".
    [[noreturn]] void refuse(const std::string& allowed, const std::string& what = "bad value") {
        throw Error(fmt::format("{} --{}={}", what, flag_.name, value_.substr(0, 200)), at_,
                    "allowed: " + allowed);
    }

    [[nodiscard]] OutputFormats formats() {
        OutputFormats formats{.normal = false};
        for (const std::string_view word : split(value_, ',')) {
            if (word == "normal") {
                formats.normal = true;
            } else if (word == "terse" || word == "minimal" || word == "csv") {
                formats.terse = true;
            } else if (word == "json") {
                formats.json = true;
            } else if (word == "json+") {
                formats.json_plus = true;
            } else {
                refuse("normal, terse, minimal, json, json+",
                       fmt::format("invalid output format {}:", word));
            }
        }
        return formats;
    }

    [[nodiscard]] int terse_version() {
        const auto number = parse_integer(value_, 1024);
        if (!number || *number < 2 || *number > 5)
            refuse("2, 3, 4, 5", "bad terse version format:");
        return static_cast<int>(*number);
    }

    [[nodiscard]] Arguments::Eta eta() {
        if (value_ == "always") return Arguments::Eta::always;
        if (value_ == "never") return Arguments::Eta::never;
        if (value_ == "auto") return Arguments::Eta::automatic;
        refuse("always, never, auto");
    }

    [[nodiscard]] const std::string& section() {
        if (value_ == "global")
            throw Error("can't use global as only section", at_, "allowed: the name of a job");
        return value_;
    }

    /// `too_short` is what to say below `least`.
    [[nodiscard]] Nanos span(Nanos least, const char* too_short) {
        const auto nanos = parse_span(value_, "s");
        if (!nanos) refuse("a time such as 2, 500ms, 1m");
        if (Nanos(*nanos) < least) {
            refuse(fmt::format("{} msec and more", least.count() / 1'000'000),
                   std::string(too_short) + ":");
        }
        return Nanos(*nanos);
    }

    [[nodiscard]] const std::string& directory() {
        if (!std::filesystem::is_directory(value_)) refuse("a directory that is there");
        return value_;
    }

    void check_count() {
        const auto number = parse_integer(value_, 1024);
        if (!number || *number < 0) refuse("a number");
    }

    [[noreturn]] void gone() {
        throw Error(fmt::format("--{} is {}", flag_.name, flag_.help), at_);
    }

    [[noreturn]] void not_yet() {
        throw Error(fmt::format("not supported yet: --{}", flag_.name), at_,
                    std::string(flag_.help));
    }

  private:
    const Flag& flag_;
    const std::string& value_;
    const Origin& at_;
};

Arguments::Action action_of(FlagId id) {
    switch (id) {
        case FlagId::version:
            return Arguments::Action::version;
        case FlagId::help:
            return Arguments::Action::help;
        case FlagId::cmdhelp:
            return Arguments::Action::cmdhelp;
        case FlagId::enghelp:
            return Arguments::Action::enghelp;
        case FlagId::showcmd:
            return Arguments::Action::showcmd;
        case FlagId::parse_only:
            return Arguments::Action::parse_only;
        case FlagId::crctest:
            return Arguments::Action::crctest;
        case FlagId::memcpytest:
            return Arguments::Action::memcpytest;
        case FlagId::cpuclock_test:
            return Arguments::Action::cpuclock_test;
        case FlagId::inflate_log:
            return Arguments::Action::inflate_log;
        default:
            return Arguments::Action::run;
    }
}

/// Flags that say what is to be done instead of running the jobs.
bool apply_action(FlagId id, const std::string& value, Arguments& arguments) {
    const Arguments::Action action = action_of(id);
    if (action == Arguments::Action::run) return false;
    arguments.action = action;
    arguments.topic = value;
    return true;
}

/// What happens beside the jobs while they run.
bool apply_beside(FlagId id, const std::string& value, FlagValue& checked, Arguments& arguments) {
    switch (id) {
        case FlagId::bandwidth_log:
            arguments.bandwidth_log = value.empty() ? "agg" : value;
            return true;
        case FlagId::idle_prof:
            if (value == "calibrate") {
                arguments.action = Arguments::Action::calibrate;
            } else if (value == "system" || value == "percpu") {
                arguments.idle_profile =
                    value == "system" ? RunOptions::Idle::system : RunOptions::Idle::per_cpu;
            } else {
                checked.refuse("system, percpu, calibrate");
            }
            return true;
        case FlagId::trigger_file:
            arguments.trigger.file = value;
            return true;
        case FlagId::trigger_timeout:
            arguments.trigger.timeout = checked.span(Nanos{}, "");
            return true;
        case FlagId::trigger:
            arguments.trigger.command = value;
            return true;
        case FlagId::aux_path:
            arguments.aux_path = checked.directory();
            return true;
        default:
            return false;
    }
}

/// What is reported, and how often.
bool apply_report(FlagId id, const std::string& value, FlagValue& checked, Arguments& arguments) {
    switch (id) {
        case FlagId::output:
            arguments.output_file = value;
            return true;
        case FlagId::save:
            arguments.save_file = value;
            return true;
        case FlagId::minimal:
            arguments.formats = {.normal = false, .terse = true};
            return true;
        case FlagId::append_terse:
            arguments.formats.terse = true;
            return true;
        case FlagId::output_format:
            arguments.formats = checked.formats();
            return true;
        case FlagId::terse_version:
            arguments.terse_version = checked.terse_version();
            return true;
        case FlagId::eta:
            arguments.eta = checked.eta();
            return true;
        case FlagId::eta_interval:
            arguments.eta_interval = checked.span(250_ms, "eta interval time too short");
            return true;
        case FlagId::eta_newline:
            arguments.eta_newline = checked.span(1_ms, "eta new line time too short");
            return true;
        case FlagId::status_interval:
            arguments.status_interval = checked.span(1_ms, "status interval too small");
            return true;
        default:
            return false;
    }
}

}  // namespace

void apply_flag(const Flag& flag, const std::string& value, Arguments& arguments,
                const Origin& at) {
    FlagValue checked(flag, value, at);
    if (apply_action(flag.id, value, arguments)) return;
    if (apply_report(flag.id, value, checked, arguments)) return;
    if (apply_beside(flag.id, value, checked, arguments)) return;
    switch (flag.id) {
        case FlagId::readonly:
            arguments.readonly = true;
            return;
        case FlagId::warnings_fatal:
            arguments.warnings_fatal = true;
            return;
        case FlagId::section:
            arguments.sections.push_back(checked.section());
            return;
        case FlagId::debug:
            if (value == "help" || value == "?") {
                arguments.action = Arguments::Action::debughelp;
                return;
            }
            add_debug_topics(value, at, arguments.debug);
            return;
        case FlagId::alloc_size:
        case FlagId::max_jobs:
            checked.check_count();
            return;
        case FlagId::gone:
            checked.gone();
        default:
            checked.not_yet();
    }
}

}  // namespace fathom
