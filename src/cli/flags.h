// The flags of the fio command line, declared once: the parser, --help, the man page and the shell
// completion all read this table. Job options are not here; any of them is a flag as well.
#pragma once

#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

namespace fathom {

enum class FlagId : std::uint8_t {
    output,
    minimal,
    output_format,
    append_terse,
    version,
    help,
    cmdhelp,
    enghelp,
    showcmd,
    readonly,
    eta,
    eta_interval,
    eta_newline,
    status_interval,
    debug,
    parse_only,
    section,
    alloc_size,
    warnings_fatal,
    max_jobs,
    terse_version,
    profile,
    bandwidth_log,
    inflate_log,
    cpuclock_test,
    crctest,
    memcpytest,
    idle_prof,
    trigger_file,
    trigger_timeout,
    trigger,
    aux_path,
    gone,  ///< dropped by fio
    override_option,
    save,
    missing  ///< known to fio, not built yet
};

struct Flag {
    enum class Takes : std::uint8_t { nothing, optional, required };
    std::string_view name;
    char letter;  ///< '\0': none
    Takes takes;
    std::string_view argument;  ///< what it is called in help
    FlagId id;
    std::string_view help;
};

std::span<const Flag> flags();

/// Whether it does something here: only then is it listed in help.
constexpr bool works(const Flag& flag) {
    return flag.id != FlagId::missing && flag.id != FlagId::gone;
}

/// Whether the word after `word` ("--output", "-o") is its value.
bool takes_next_word(std::string_view word);

/// Their names, for BuildOptions::flags.
std::vector<std::string_view> flag_names();

}  // namespace fathom
