#include "cli/flags.h"

#include <algorithm>

namespace fathom {

namespace {

constexpr auto nothing = Flag::Takes::nothing;
constexpr auto optional = Flag::Takes::optional;
constexpr auto required = Flag::Takes::required;

constexpr Flag flag_table[] = {
    {"output", 'o', required, "FILE", FlagId::output, "write the report to FILE"},
    {"output-format", 'F', required, "LIST", FlagId::output_format,
     "report as normal, terse, json, json+; several with commas"},
    {"save", '\0', required, "FILE", FlagId::save,
     "save the whole result in FILE; fathom report prints it again"},
    {"minimal", 'm', nothing, "", FlagId::minimal, "report as terse"},
    {"append-terse", 'f', optional, "", FlagId::append_terse, "report as terse too"},
    {"terse-version", 'V', required, "N", FlagId::terse_version,
     "version of the terse report: 2, 3 (default), 4 or 5"},
    {"version", 'v', nothing, "", FlagId::version, "print the version"},
    {"help", 'h', nothing, "", FlagId::help, "print this page"},
    {"cmdhelp", 'c', optional, "OPTION", FlagId::cmdhelp,
     "explain a job option, or list all of them"},
    {"enghelp", 'i', optional, "ENGINE[,OPTION]", FlagId::enghelp,
     "list the engines, an engine's options, or explain one"},
    {"showcmd", 's', nothing, "", FlagId::showcmd, "print a job file as a command line"},
    {"parse-only", 'P', nothing, "", FlagId::parse_only, "read the jobs and run nothing"},
    {"section", 'x', required, "NAME", FlagId::section,
     "run only this section of a job file; may be repeated"},
    {"override", '\0', required, "NAME=VALUE[,JOB]", FlagId::override_option,
     "set this option of every job, or of one, whatever its file says"},
    {"readonly", 'r', nothing, "", FlagId::readonly, "refuse jobs that write or trim"},
    {"warnings-fatal", 'w', nothing, "", FlagId::warnings_fatal, "a warning fails the job"},
    {"eta", 'e', required, "WHEN", FlagId::eta, "show the live line always, never or auto"},
    {"eta-interval", 'O', required, "TIME", FlagId::eta_interval,
     "time between live lines, at least 250ms"},
    {"eta-newline", 'E', required, "TIME", FlagId::eta_newline,
     "begin a new live line after this time"},
    {"status-interval", 'L', required, "TIME", FlagId::status_interval,
     "print a full report every so often"},
    {"max-jobs", 'j', required, "N", FlagId::max_jobs, "accepted; there is no limit"},
    {"alloc-size", 'a', required, "KIB", FlagId::alloc_size,
     "accepted; memory is taken as it is needed"},
    {"debug", 'd', required, "LIST", FlagId::debug, "print what is going on"},
    {"profile", 'p', required, "NAME", FlagId::profile, "run a built-in test: tiobench or act"},
    {"bandwidth-log", 'b', optional, "NAME", FlagId::bandwidth_log,
     "log the bandwidth of all jobs"},
    {"latency-log", 'l', required, "NAME", FlagId::gone,
     "gone from fio: write_lat_log= in each job"},
    {"inflate-log", 'X', required, "FILE", FlagId::inflate_log, "print a compressed log"},
    {"server", 'S', optional, "ADDRESS", FlagId::missing, "wait for jobs from a client"},
    {"server-internal", 'N', required, "KEY", FlagId::missing, "the server of Windows"},
    {"daemonize", 'D', required, "FILE", FlagId::missing, "as a server, go to the background"},
    {"client", 'C', required, "HOST", FlagId::missing, "run the jobs on other hosts"},
    {"remote-config", 'R', required, "FILE", FlagId::missing,
     "a job file on a server, which there is none of yet"},
    {"cpuclock-test", 'T', nothing, "", FlagId::cpuclock_test, "test the processor's counter"},
    {"crctest", 'G', optional, "NAMES", FlagId::crctest, "measure the checksums"},
    {"memcpytest", 'M', optional, "NAMES", FlagId::memcpytest, "measure memory copies"},
    {"idle-prof", 'I', required, "HOW", FlagId::idle_prof,
     "report how idle the processors were: system, percpu; or calibrate"},
    {"trigger-file", 'W', required, "FILE", FlagId::trigger_file,
     "end the run and run the trigger when FILE exists"},
    {"trigger-timeout", 'B', required, "TIME", FlagId::trigger_timeout,
     "end the run and run the trigger after this time"},
    {"trigger", 'H', required, "COMMAND", FlagId::trigger, "what the trigger runs, by the shell"},
    {"trigger-remote", 'J', required, "COMMAND", FlagId::missing,
     "the trigger on a server, which there is none of yet"},
    {"aux-path", 'K', required, "DIR", FlagId::aux_path, "where files about the run are put"},
    {"merge-blktrace-only", 'A', nothing, "", FlagId::missing, "merge block traces only"},
};

}  // namespace

std::span<const Flag> flags() {
    return flag_table;
}

bool takes_next_word(std::string_view word) {
    const auto known = std::find_if(flags().begin(), flags().end(), [&](const Flag& flag) {
        const bool by_name = word.starts_with("--") && word.substr(2) == flag.name;
        const bool by_letter =
            flag.letter != '\0' && word.size() == 2 && word[0] == '-' && word[1] == flag.letter;
        return by_name || by_letter;
    });
    return known != flags().end() && known->takes == Flag::Takes::required;
}

std::vector<std::string_view> flag_names() {
    std::vector<std::string_view> names;
    for (const Flag& flag : flag_table) names.push_back(flag.name);
    return names;
}

}  // namespace fathom
