// Rows: options fio has and this version does not act on yet, about I/O.
// They are known so that a job that uses one is refused by name, unless it sets the default.
#include "job/cpu_list.h"
#include "job/later_row.h"
#include "job/pattern.h"

namespace fathom::rows {

namespace {

void check_pattern(const OptionRow& row, std::string_view text, const ValueContext& context) {
    read_pattern(row, text, context, row.name == "verify_pattern");
}

/// Bytes, or a count of zones: "2z".
void check_zones(const OptionRow& row, std::string_view text, const ValueContext& context) {
    const std::string_view number = trimmed(text);
    read_value(row, number.ends_with('z') ? number.substr(0, number.size() - 1) : number, context);
}

constexpr LaterRow later_io_rows[] = {
    {"verify", "", OptionKind::choice, OptionStanding::later, "0", "io", "",
     "0|md5|crc64|crc32|crc32c-intel|crc32c|crc16|crc7|sha1|sha256|sha512|sha3-224|sha3-256|sha3-"
     "384|sha3-512|xxhash|meta|pattern|pattern_hdr|null",
     "", none, none, 1, "Check what was written, by this kind of checksum"},
    {"write_barrier", "", OptionKind::integer, OptionStanding::later, "0", "io", "", "", "", 0,
     none, 1, "Every Nth write is a barrier: Linux has none any more, fdatasync= orders writes"},
    {"do_verify", "", OptionKind::boolean, OptionStanding::later, "1", "io", "verify", "", "", none,
     none, 1, "Read back and check after writing"},
    {"verify_policy", "", OptionKind::custom, OptionStanding::later, "completed", "io", "verify",
     "completed|fsynced", "", none, none, 1, "Which writes must be found again", check_words},
    {"verifysort", "", OptionKind::string, OptionStanding::ignored, "", "io", "", "", "", none,
     none, 1, "Ignored: verification needs no sorting"},
    {"verifysort_nr", "", OptionKind::string, OptionStanding::ignored, "", "io", "", "", "", none,
     none, 1, "Ignored: verification needs no sorting"},
    {"verify_interval", "", OptionKind::integer, OptionStanding::later, "", "io", "verify", "", "",
     96, none, 1, "Distance of the headers within a block"},
    {"verify_offset", "", OptionKind::integer, OptionStanding::later, "", "io", "verify", "", "",
     48, none, 1, "Where in the interval the header is"},
    {"verify_pattern", "", OptionKind::custom, OptionStanding::later, "", "io", "verify", "", "",
     none, none, 1, "Pattern that is written and expected", check_pattern},
    {"verify_pattern_interval", "", OptionKind::integer, OptionStanding::later, "0", "io", "verify",
     "", "", none, none, 1, "Repeat the pattern from this distance on"},
    {"verify_fatal", "", OptionKind::boolean, OptionStanding::later, "0", "io", "verify", "", "",
     none, none, 1, "End at the first block that is wrong"},
    {"verify_dump", "", OptionKind::boolean, OptionStanding::later, "0", "io", "verify", "", "",
     none, none, 1, "Save a wrong block and the right one"},
    {"verify_async", "", OptionKind::integer, OptionStanding::later, "0", "io", "verify", "", "",
     none, none, 1, "Threads that check"},
    {"verify_backlog", "", OptionKind::size, OptionStanding::later, "", "io", "verify", "", "",
     none, none, 1, "Check after this many blocks were written"},
    {"verify_backlog_batch", "", OptionKind::integer, OptionStanding::later, "", "io", "verify", "",
     "", none, none, 1, "Check this many blocks at a time"},
    {"verify_async_cpus", "", OptionKind::custom, OptionStanding::later, "", "io", "verify_async",
     "", "", none, none, 1, "CPUs of the checking threads", check_cpus},
    {"experimental_verify", "", OptionKind::boolean, OptionStanding::later, "", "io", "verify", "",
     "", none, none, 1, "Check by repeating the random sequence"},
    {"verify_state_load", "", OptionKind::boolean, OptionStanding::later, "", "io", "verify", "",
     "", none, none, 1, "Continue from a saved state of the writer"},
    {"verify_state_save", "", OptionKind::boolean, OptionStanding::later, "1", "io", "verify", "",
     "", none, none, 1, "Save the state of the writer at the end"},
    {"verify_write_sequence", "", OptionKind::boolean, OptionStanding::later, "1", "io", "verify",
     "", "", none, none, 1, "Check the order of writes too"},
    {"verify_header_seed", "", OptionKind::boolean, OptionStanding::later, "1", "io", "verify", "",
     "", none, none, 1, "Check the seed in the header too"},
    {"trim_percentage", "", OptionKind::integer, OptionStanding::later, "0", "io", "verify", "", "",
     0, 100, 1, "Share of verified blocks that are trimmed"},
    {"trim_verify_zero", "", OptionKind::boolean, OptionStanding::later, "1", "io",
     "trim_percentage", "", "", none, none, 1, "Trimmed blocks must read as zeroes"},
    {"trim_backlog", "", OptionKind::size, OptionStanding::later, "", "io", "trim_percentage", "",
     "", none, none, 1, "Trim after this many blocks were written"},
    {"trim_backlog_batch", "", OptionKind::integer, OptionStanding::later, "", "io",
     "trim_percentage", "", "", none, none, 1, "Trim this many blocks at a time"},
    {"write_iolog", "", OptionKind::string, OptionStanding::later, "", "io", "", "", "", none, none,
     1, "Write down every I/O in this file"},
    {"read_iolog", "", OptionKind::string, OptionStanding::later, "", "io", "", "", "", none, none,
     1, "Repeat the I/Os of this file"},
    {"read_iolog_chunked", "", OptionKind::boolean, OptionStanding::later, "0", "io", "read_iolog",
     "", "", none, none, 1, "Read the file in pieces"},
    {"replay_no_stall", "", OptionKind::boolean, OptionStanding::later, "0", "io", "read_iolog", "",
     "", none, none, 1, "Repeat without the pauses"},
    {"replay_redirect", "", OptionKind::string, OptionStanding::later, "", "io", "read_iolog", "",
     "", none, none, 1, "Repeat on this device"},
    {"replay_scale", "", OptionKind::integer, OptionStanding::later, "1", "io", "read_iolog", "",
     "", none, none, 1, "Divide the offsets by this"},
    {"replay_align", "", OptionKind::integer, OptionStanding::later, "", "io", "read_iolog", "", "",
     none, none, 1, "Round the offsets to this"},
    {"replay_time_scale", "", OptionKind::integer, OptionStanding::later, "100", "io", "read_iolog",
     "", "", 1, none, 1, "Stretch the pauses, in percent"},
    {"replay_skip", "", OptionKind::custom, OptionStanding::later, "", "io", "read_iolog",
     "read|write|trim|sync", "", none, none, 1, "Kinds of I/O to leave out", check_words},
    {"merge_blktrace_file", "", OptionKind::string, OptionStanding::later, "", "io", "", "", "",
     none, none, 1, "File for merged block traces"},
    {"merge_blktrace_scalars", "", OptionKind::list, OptionStanding::later, "", "io", "", "", "",
     none, none, 1, "Time scale of each trace, in percent", nullptr, 20},
    {"merge_blktrace_iters", "", OptionKind::list, OptionStanding::later, "", "io", "", "", "",
     none, none, 1, "Repeats of each trace", nullptr, 20},
    {"zonemode", "", OptionKind::choice, OptionStanding::later, "none", "io", "",
     "none|strided|zbd", "", none, none, 1, "What zone sizes mean"},
    {"zonesize", "", OptionKind::size, OptionStanding::later, "0", "io", "", "", "", none, none, 1,
     "Bytes worked on in a zone"},
    {"zonecapacity", "", OptionKind::size, OptionStanding::later, "0", "io", "", "", "", none, none,
     1, "Bytes of a zone that hold data"},
    {"zonerange", "", OptionKind::size, OptionStanding::later, "0", "io", "", "", "", none, none, 1,
     "Distance from zone to zone"},
    {"zoneskip", "", OptionKind::size, OptionStanding::later, "0", "io", "", "", "", 0, none, 1,
     "Bytes or zones left out after each zone", check_zones},
    {"zone_reset_threshold", "", OptionKind::list, OptionStanding::later, "", "io", "", "", "", 0,
     1, 1, "Reset zones when this share is written", nullptr, 1},
    {"zone_reset_frequency", "", OptionKind::list, OptionStanding::later, "", "io", "", "", "", 0,
     1, 1, "How often zones are reset", nullptr, 1},
    {"recover_zbd_write_error", "", OptionKind::boolean, OptionStanding::later, "0", "io", "", "",
     "", none, none, 1, "Go on after a failed write to a zone"},
    {"write_zone_remainder", "", OptionKind::boolean, OptionStanding::later, "0", "io", "", "", "",
     none, none, 1, "Write the rest of a zone too"},
    {"max_latency", "", OptionKind::time, OptionStanding::later, "", "io", "", "", "us", none, none,
     3, "End when an I/O takes longer than this"},
    {"latency_target", "", OptionKind::time, OptionStanding::later, "", "io", "", "", "us", none,
     none, 1, "Find the greatest depth that keeps this latency"},
    {"latency_window", "", OptionKind::time, OptionStanding::later, "", "io", "", "", "us", none,
     none, 1, "Time the latency must be kept"},
    {"latency_percentile", "", OptionKind::list, OptionStanding::later, "100", "io", "", "", "", 0,
     100, 1, "Share of I/Os that must keep it", nullptr, 1},
    {"latency_run", "", OptionKind::boolean, OptionStanding::later, "0", "io", "", "", "", none,
     none, 1, "Go on adjusting the depth"},
    {"buffer_pattern", "", OptionKind::custom, OptionStanding::later, "", "io", "", "", "", none,
     none, 1, "What buffers are filled with", check_pattern},
    {"buffer_compress_percentage", "", OptionKind::integer, OptionStanding::later, "", "io", "", "",
     "", 0, 100, 1, "How far buffers can be compressed"},
    {"buffer_compress_chunk", "", OptionKind::integer, OptionStanding::later, "512", "io",
     "buffer_compress_percentage", "", "", none, none, 1, "Size of the compressible pieces"},
    {"dedupe_percentage", "", OptionKind::integer, OptionStanding::later, "", "io", "", "", "", 0,
     100, 1, "Share of buffers that repeat"},
    {"dedupe_global", "", OptionKind::boolean, OptionStanding::later, "0", "io", "", "", "", none,
     none, 1, "Repeats across jobs"},
    {"dedupe_mode", "", OptionKind::choice, OptionStanding::later, "repeat", "io",
     "dedupe_percentage", "repeat|working_set", "", none, none, 1, "What is repeated"},
    {"dedupe_working_set_percentage", "", OptionKind::integer, OptionStanding::later, "5", "io",
     "dedupe_percentage", "", "", 0, 100, 1, "Size of the set that repeats"},
};

}  // namespace

void add_later_io_rows(Rows& rows) {
    for (const LaterRow& row : later_io_rows) rows.push_back(row.to_row());
}

}  // namespace fathom::rows
