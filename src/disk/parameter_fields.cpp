#include "disk/parameter_fields.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <initializer_list>
#include <utility>

#include <fmt/format.h>

#include "disk/bus.h"

namespace fathom::disk {

namespace {

double number(std::string_view text, double least, double most) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !(value >= least) ||
        !(value <= most))
        throw BadValue{fmt::format("a number from {:g} to {:g}", least, most)};
    return value;
}

std::uint32_t whole(std::string_view text, std::uint32_t least, std::uint32_t most) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
        throw BadValue{fmt::format("a whole number from {} to {}", least, most)};
    return value;
}

bool on_or_off(std::string_view text) {
    if (text != "0" && text != "1") throw BadValue{"0 or 1"};
    return text == "1";
}

constexpr double longest_ms = 1e4;

Nanos milliseconds(std::string_view text) {
    return Nanos(std::llround(number(text, 0, longest_ms) * 1e6));
}
Nanos microseconds(std::string_view text) {
    return Nanos(std::llround(number(text, 0, longest_ms * 1e3) * 1e3));
}

/// What memory answers takes some time, or a job of it would never end.
Nanos some_microseconds(std::string_view text) {
    return Nanos(std::llround(number(text, 0.1, longest_ms * 1e3) * 1e3));
}

template <class Value>
Value word(std::string_view text, std::initializer_list<std::pair<std::string_view, Value>> known) {
    std::string all;
    for (const auto& [name, value] : known) {
        if (name == text) return value;
        all += (all.empty() ? "" : ", ") + std::string(name);
    }
    throw BadValue{"one of " + all};
}

std::vector<std::string_view> words_of(std::string_view text) {
    std::vector<std::string_view> words;
    for (std::size_t at = 0; (at = text.find_first_not_of(" \t", at)) != text.npos;) {
        const std::size_t end = std::min(text.find_first_of(" \t", at), text.size());
        words.push_back(text.substr(at, end - at));
        at = end;
    }
    return words;
}

std::vector<std::string_view> words_of(std::string_view text, std::size_t count,
                                       const char* shape) {
    auto words = words_of(text);
    if (words.size() != count) throw BadValue{shape};
    return words;
}

void read_table(Parameters& p, std::string_view text) {
    p.seek_table.clear();
    for (const std::string_view pair : words_of(text)) {
        const auto colon = pair.find(':');
        if (colon == pair.npos) throw BadValue{"CYLINDERS:MS pairs, 1:2.89 2:3.68"};
        const std::uint32_t distance = whole(pair.substr(0, colon), 1, 100'000'000);
        if (!p.seek_table.empty() && distance <= p.seek_table.back().first)
            throw BadValue{"pairs that rise in distance"};
        p.seek_table.emplace_back(distance, number(pair.substr(colon + 1), 0, longest_ms));
    }
    if (p.seek_table.empty()) throw BadValue{"CYLINDERS:MS pairs, 1:2.89 2:3.68"};
}

/// "greedy", "fifo", "dchoice:8"
void read_collection(Parameters& p, std::string_view text) {
    constexpr std::string_view choices = "dchoice:";
    if (text.starts_with(choices)) {
        p.flash.gc = GarbageCollection::choices;
        p.flash.gc_choices = whole(text.substr(choices.size()), 1, 1'000'000);
        return;
    }
    if (text != "greedy" && text != "fifo") throw BadValue{"greedy, fifo or dchoice:N"};
    p.flash.gc = text == "fifo" ? GarbageCollection::fifo : GarbageCollection::greedy;
}

Zone& zone(Parameters& p) {
    return p.zones.back();
}
constexpr std::uint32_t most_sectors = 1'000'000;

}  // namespace

const std::vector<ParameterRow>& parameter_rows() {
    using P = Parameters;
    using V = std::string_view;
    static const std::vector<ParameterRow> all = {
        {{"drive", "name", "", "what it is called"}, [](P& p, V v) { p.name = v; }},
        {{"drive", "source", "", "where the figures are from"}, [](P& p, V v) { p.source = v; }},
        {{"drive", "fitted", "", "1: made to meet published figures, not a maker's drive"},
         [](P& p, V v) { p.fitted = on_or_off(v); }},
        {{"drive", "type", "", "hdd, ssd (hdd)"},
         [](P& p, V v) {
             p.type = word<DriveType>(v, {{"hdd", DriveType::hdd}, {"ssd", DriveType::ssd}});
         }},
        {{"drive", "sector", "bytes", "size of a sector (512)"},
         [](P& p, V v) {
             p.sector = word<std::uint32_t>(v, {{"512", 512}, {"4096", 4096}});
         }},
        {{"mech", "rpm", "1/min", "revolutions"},
         [](P& p, V v) { p.rpm = number(v, 100, 100'000); }},
        {{"mech", "heads", "", "surfaces"}, [](P& p, V v) { p.heads = whole(v, 1, 1000); }},
        {{"mech", "layout", "", "cylinder: all heads of one, then the next; serpentine: in bands"},
         [](P& p, V v) {
             p.layout = word<Layout>(
                 v, {{"cylinder", Layout::cylinder}, {"serpentine", Layout::serpentine}});
         }},
        {{"mech", "band_tracks", "tracks", "of a serpentine band (64)"},
         [](P& p, V v) { p.band_tracks = whole(v, 1, most_cylinders); }},
        {{"mech", "head_switch_ms", "ms", "to another head of the cylinder (0)"},
         [](P& p, V v) { p.head_switch = milliseconds(v); }},
        {{"mech", "write_settle_ms", "ms", "more than a read needs after a move (0)"},
         [](P& p, V v) { p.write_settle = milliseconds(v); }},
        {{"mech", "read_on_arrival", "",
          "1: a track's read begins where the head lands, for cache.read=track (0)"},
         [](P& p, V v) { p.read_on_arrival = on_or_off(v); }},
        {{"zone", "first_cyl", "", "first cylinder"},
         [](P& p, V v) { zone(p).first_cylinder = whole(v, 0, most_cylinders); }},
        {{"zone", "last_cyl", "", "last cylinder"},
         [](P& p, V v) { zone(p).last_cylinder = whole(v, 0, most_cylinders); }},
        {{"zone", "spt", "sectors", "on a track"},
         [](P& p, V v) { zone(p).sectors_per_track = whole(v, 1, most_sectors); }},
        {{"zone", "track_skew", "sectors", "from head to head (0)"},
         [](P& p, V v) { zone(p).track_skew = whole(v, 0, most_sectors); }},
        {{"zone", "cyl_skew", "sectors", "from cylinder to cylinder (0)"},
         [](P& p, V v) { zone(p).cylinder_skew = whole(v, 0, most_sectors); }},
        {{"zones", "capacity", "bytes", "zones of equal width in radius for so much"},
         [](P& p, V v) { p.radial.capacity = number(v, 1e6, 1e15); }},
        {{"zones", "outer_mbps", "MB/s", "on the outermost track"},
         [](P& p, V v) { p.radial.outer = number(v, 0.01, 1e5) * 1e6; }},
        {{"zones", "inner_ratio", "", "innermost radius over outermost (0.5)"},
         [](P& p, V v) { p.radial.inner_ratio = number(v, 0.05, 1); }},
        {{"zones", "count", "", "zones (16)"},
         [](P& p, V v) { p.radial.count = whole(v, 1, 1000); }},
        {{"zones", "skew_ms", "ms", "of tracks and cylinders (the move and 0.05)"},
         [](P& p, V v) { p.radial.skew = number(v, 0, longest_ms); }},
        {{"seek", "table", "cylinders:ms", "measured points, a line between them"}, read_table},
        {{"seek", "short", "ms", "\"a b D\": a + b sqrt(d) up to D cylinders"},
         [](P& p, V v) {
             const auto w = words_of(v, 3, "three numbers, a b D");
             p.seek_short =
                 SeekCurve::Root{number(w[0], -longest_ms, longest_ms), number(w[1], 0, longest_ms),
                                 whole(w[2], 1, most_cylinders)};
         }},
        {{"seek", "long", "ms", "\"c e\": c + e d beyond"},
         [](P& p, V v) {
             const auto w = words_of(v, 2, "two numbers, c e");
             p.seek_long =
                 SeekCurve::Line{number(w[0], 0, longest_ms), number(w[1], 0, longest_ms)};
         }},
        {{"seek", "t2t_ms", "ms", "by one cylinder; with mean_ms and full_ms in place of a curve"},
         [](P& p, V v) { p.seek_points.one = number(v, 0.001, longest_ms); }},
        {{"seek", "mean_ms", "ms", "over random pairs of cylinders"},
         [](P& p, V v) { p.seek_points.mean = number(v, 0.001, longest_ms); }},
        {{"seek", "full_ms", "ms", "over the whole stroke"},
         [](P& p, V v) { p.seek_points.full = number(v, 0.001, longest_ms); }},
        {{"bus", "cmd_overhead_read_us", "us", "before the arm moves for a read (0)"},
         [](P& p, V v) { p.read_overhead = microseconds(v); }},
        {{"bus", "cmd_overhead_write_us", "us", "before the arm moves for a write (0)"},
         [](P& p, V v) { p.write_overhead = microseconds(v); }},
        {{"bus", "completion_us", "us", "until the host is told, while the next begins (0)"},
         [](P& p, V v) { p.completion = microseconds(v); }},
        {{"bus", "hit_overhead_us", "us",
          "of a request that memory answers, in place of those (1)"},
         [](P& p, V v) { p.hit_overhead = some_microseconds(v); }},
        {{"bus", "mbps", "MB/s", "of the wire to the host; 0: it takes no time (0)"},
         [](P& p, V v) {
             p.bus_rate = static_cast<std::uint64_t>(
                 number(v, 0, static_cast<double>(Bus::most) / 1e6) * 1e6);
         }},
        {{"bus", "watermark", "", "of a read that has passed when its transfer begins, 0 to 1 (0)"},
         [](P& p, V v) { p.watermark = number(v, 0, 1); }},
        {{"cache", "read", "",
          "what was read is kept as segments, track (whole tracks) or lru (blocks); off (off)"},
         [](P& p, V v) {
             p.read_cache.kind = word<ReadCaching>(v, {{"segments", ReadCaching::segments},
                                                       {"track", ReadCaching::track},
                                                       {"lru", ReadCaching::lru},
                                                       {"off", ReadCaching::off}});
         }},
        {{"cache", "segments", "", "how many segments, tracks or blocks (1)"},
         [](P& p, V v) { p.read_cache.segments = whole(v, 1, 10'000); }},
        {{"cache", "segment_kib", "KiB", "of a segment or block"},
         [](P& p, V v) { p.read_cache.segment_kib = whole(v, 1, 4'000'000); }},
        {{"cache", "start", "", "cold: empty; warm: full with the beginning of the disk (cold)"},
         [](P& p, V v) {
             p.read_cache.warm = word<bool>(v, {{"cold", false}, {"warm", true}});
         }},
        {{"cache", "hit_us", "us", "of a read that memory answers, beside hit_overhead_us (0)"},
         [](P& p, V v) { p.read_cache.hit = microseconds(v); }},
        {{"cache", "readahead", "",
          "the heads read on behind a read: off, fixed, stream (on while the host follows) (off)"},
         [](P& p, V v) {
             p.readahead.kind = word<Readahead>(v, {{"off", Readahead::off},
                                                    {"fixed", Readahead::fixed},
                                                    {"stream", Readahead::stream}});
         }},
        {{"cache", "readahead_kib", "KiB", "how far; stream: at least, and up to twice as far"},
         [](P& p, V v) { p.readahead.kib = whole(v, 1, 1'000'000); }},
        {{"cache", "preempt", "", "0: reading ahead ends before another request begins (1)"},
         [](P& p, V v) { p.readahead.preempt = on_or_off(v); }},
        {{"wcache", "mode", "",
          "writes are done when taken in: off, report (one run at a time), back (off)"},
         [](P& p, V v) {
             p.write_cache.mode = word<WriteCaching>(v, {{"off", WriteCaching::off},
                                                         {"report", WriteCaching::report},
                                                         {"back", WriteCaching::back}});
         }},
        {{"wcache", "kib", "KiB", "of memory for what is not on the platters yet (1024)"},
         [](P& p, V v) { p.write_cache.kib = whole(v, 1, 100'000'000); }},
        {{"wcache", "entries", "", "runs of sectors at most, beside the one being written (16)"},
         [](P& p, V v) { p.write_cache.entries = whole(v, 1, 10'000); }},
        {{"wcache", "merge", "",
          "a write joins a run it continues (forward), also one it leads up to (both), none "
          "(forward)"},
         [](P& p, V v) {
             p.write_cache.merge = word<Merge>(
                 v, {{"forward", Merge::forward}, {"both", Merge::both}, {"none", Merge::none}});
         }},
        {{"wcache", "destage", "", "which run is written back next: fifo, clook, satf (fifo)"},
         [](P& p, V v) {
             p.write_cache.destage = word<Policy>(
                 v, {{"fifo", Policy::fcfs}, {"clook", Policy::clook}, {"satf", Policy::satf}});
         }},
        {{"wcache", "idle_destage_ms", "ms",
          "without a request before it writes back unforced (0)"},
         [](P& p, V v) { p.write_cache.idle = milliseconds(v); }},
        {{"wcache", "flush_on_end", "", "1: a job's end waits until all is on the platters (0)"},
         [](P& p, V v) { p.write_cache.flush_on_end = on_or_off(v); }},
        {{"queue", "policy", "",
          "which is next: fcfs, sstf, scan, cscan, look, clook, satf (fcfs)"},
         [](P& p, V v) {
             p.policy = word<Policy>(v, {{"fcfs", Policy::fcfs},
                                         {"sstf", Policy::sstf},
                                         {"scan", Policy::scan},
                                         {"cscan", Policy::cscan},
                                         {"look", Policy::look},
                                         {"clook", Policy::clook},
                                         {"satf", Policy::satf}});
         }},
        {{"queue", "depth", "", "requests the drive chooses among, the oldest (32)"},
         [](P& p, V v) { p.depth = whole(v, 1, 1'000'000); }},
        {{"queue", "age_weight", "", "satf: time a request has waited counts so much (0)"},
         [](P& p, V v) { p.age_weight = number(v, 0, 1000); }},
        {{"queue", "refill", "", "after: the next is chosen before the host sees the last (after)"},
         [](P& p, V v) {
             p.refills_after = word<bool>(v, {{"after", true}, {"before", false}});
         }},
        {{"queue", "know_overhead", "", "satf reckons with the command overhead (1)"},
         [](P& p, V v) { p.knows_overhead = on_or_off(v); }},
        {{"ssd", "channels", "", "each a bus of its own"},
         [](P& p, V v) { p.flash.channels = whole(v, 1, 1024); }},
        {{"ssd", "chips", "", "on a channel"},
         [](P& p, V v) { p.flash.chips = whole(v, 1, 1024); }},
        {{"ssd", "dies", "", "in a chip (1)"}, [](P& p, V v) { p.flash.dies = whole(v, 1, 64); }},
        {{"ssd", "planes", "", "in a die (1)"},
         [](P& p, V v) { p.flash.planes = whole(v, 1, 64); }},
        {{"ssd", "blocks", "", "in a plane"},
         [](P& p, V v) { p.flash.blocks = whole(v, 4, 10'000'000); }},
        {{"ssd", "pages", "", "in a block"},
         [](P& p, V v) { p.flash.pages = whole(v, 1, 65'536); }},
        {{"ssd", "page_kib", "KiB", "of data in a page"},
         [](P& p, V v) { p.flash.page_kib = whole(v, 1, 1024); }},
        {{"ssd", "bus_mbps", "MB/s", "of a channel"},
         [](P& p, V v) {
             p.flash.bus_rate = static_cast<std::uint64_t>(number(v, 0.1, 1e6) * 1e6);
         }},
        {{"ssd", "command_us", "us", "to tell a chip what to do (0)"},
         [](P& p, V v) { p.flash.command = microseconds(v); }},
        {{"ssd", "tr_us", "us", "to read a page into the chip's register"},
         [](P& p, V v) { p.flash.read = some_microseconds(v); }},
        {{"ssd", "tprog_us", "us", "to program a page"},
         [](P& p, V v) { p.flash.program = some_microseconds(v); }},
        {{"ssd", "tbers_us", "us", "to erase a block"},
         [](P& p, V v) { p.flash.erase = some_microseconds(v); }},
        {{"ssd", "pipeline", "", "1: dies work while their channel is taken (0)"},
         [](P& p, V v) { p.flash.pipelined = on_or_off(v); }},
        {{"ssd", "map", "", "ideal: all in memory; cached: as much as map_cache_kib (ideal)"},
         [](P& p, V v) {
             p.flash.map_cached = word<bool>(v, {{"ideal", false}, {"cached", true}});
         }},
        {{"ssd", "map_cache_kib", "KiB", "of the map in memory, 4 bytes a page"},
         [](P& p, V v) { p.flash.map_cache_kib = whole(v, 0, 1U << 30); }},
        {{"ssd", "wbuf_kib", "KiB", "of writes that are told as done at once (0)"},
         [](P& p, V v) { p.flash.buffer_kib = whole(v, 0, 1U << 30); }},
        {{"ssd", "readahead_kib", "KiB", "read ahead of reads that go on from the last (0)"},
         [](P& p, V v) { p.flash.readahead_kib = whole(v, 0, 1U << 20); }},
        {{"ssd", "op_pct", "%", "pages beside the host's, of the host's (7)"},
         [](P& p, V v) { p.flash.over_provision = number(v, 0.1, 1000) / 100; }},
        {{"ssd", "gc_start_pct", "%", "of blocks: with fewer free ones a plane collects (1)"},
         [](P& p, V v) { p.flash.gc_start = number(v, 0, 50) / 100; }},
        {{"ssd", "gc", "", "which block: greedy, fifo, dchoice:N, the best of N (greedy)"},
         read_collection},
        {{"ssd", "precondition", "",
          "none: empty; seq: full, in place; rand: written at random (none)"},
         [](P& p, V v) {
             p.flash.precondition = word<Precondition>(v, {{"none", Precondition::none},
                                                           {"seq", Precondition::sequential},
                                                           {"rand", Precondition::random}});
         }},
        {{"ssd", "seed", "", "of what is chosen by chance (1)"},
         [](P& p, V v) { p.flash.seed = whole(v, 0, 4'000'000'000); }},
        {{"host", "call_us", "us", "of a blocking call (0)"},
         [](P& p, V v) { p.host_call = microseconds(v); }},
        {{"host", "per_kib_us", "us", "of a blocking call, for each KiB (0)"},
         [](P& p, V v) { p.host_per_kib = microseconds(v); }},
        {{"host", "per_kib_limit_kib", "KiB", "of a call that cost so at most; 0: all (0)"},
         [](P& p, V v) { p.host_kib_limit = whole(v, 0, 4'000'000); }},
        {{"host", "buffered_call_us", "us", "of a call that goes through the page cache (1)"},
         [](P& p, V v) { p.buffered_call = some_microseconds(v); }},
        {{"host", "buffered_per_kib_us", "us", "of such a call, for each KiB (0.1)"},
         [](P& p, V v) { p.buffered_per_kib = microseconds(v); }},
        {{"host", "submit_us", "us", "of handing over a batch, beside its calls (0)"},
         [](P& p, V v) { p.host_submit = microseconds(v); }},
    };
    return all;
}

std::vector<Field> fields() {
    std::vector<Field> all;
    for (const ParameterRow& row : parameter_rows()) all.push_back(row.field);
    return all;
}

}  // namespace fathom::disk
