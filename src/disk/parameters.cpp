#include "disk/parameters.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <set>
#include <stdexcept>

#include <fmt/format.h>

namespace fathom::disk {

namespace {

/// Thrown by a reader of a value: what would be right.
struct Bad {
    std::string allowed;
};

using Read = void (*)(Parameters&, std::string_view);

struct Row {
    Field field;
    Read read;
};

double number(std::string_view text, double least, double most) {
    double value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || !(value >= least) ||
        !(value <= most))
        throw Bad{fmt::format("a number from {:g} to {:g}", least, most)};
    return value;
}

std::uint32_t whole(std::string_view text, std::uint32_t least, std::uint32_t most) {
    std::uint32_t value = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    if (error != std::errc{} || end != text.data() + text.size() || value < least || value > most)
        throw Bad{fmt::format("a whole number from {} to {}", least, most)};
    return value;
}

bool on_or_off(std::string_view text) {
    if (text != "0" && text != "1") throw Bad{"0 or 1"};
    return text == "1";
}

constexpr double longest_ms = 1e4;

Nanos milliseconds(std::string_view text) {
    return Nanos(std::llround(number(text, 0, longest_ms) * 1e6));
}
Nanos microseconds(std::string_view text) {
    return Nanos(std::llround(number(text, 0, longest_ms * 1e3) * 1e3));
}

template <class Value>
Value word(std::string_view text, std::initializer_list<std::pair<std::string_view, Value>> known) {
    std::string all;
    for (const auto& [name, value] : known) {
        if (name == text) return value;
        all += (all.empty() ? "" : ", ") + std::string(name);
    }
    throw Bad{"one of " + all};
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
    if (words.size() != count) throw Bad{shape};
    return words;
}

void read_table(Parameters& p, std::string_view text) {
    p.seek_table.clear();
    for (const std::string_view pair : words_of(text)) {
        const auto colon = pair.find(':');
        if (colon == pair.npos) throw Bad{"CYLINDERS:MS pairs, 1:2.89 2:3.68"};
        const std::uint32_t distance = whole(pair.substr(0, colon), 1, 100'000'000);
        if (!p.seek_table.empty() && distance <= p.seek_table.back().first)
            throw Bad{"pairs that rise in distance"};
        p.seek_table.emplace_back(distance, number(pair.substr(colon + 1), 0, longest_ms));
    }
    if (p.seek_table.empty()) throw Bad{"CYLINDERS:MS pairs, 1:2.89 2:3.68"};
}

Zone& zone(Parameters& p) {
    return p.zones.back();
}
constexpr std::uint32_t most_cylinders = 100'000'000;
constexpr std::uint32_t most_sectors = 1'000'000;
constexpr std::uint64_t largest_disk = std::uint64_t{1} << 63;

const std::vector<Row>& rows() {
    using P = Parameters;
    using V = std::string_view;
    static const std::vector<Row> all = {
        {{"drive", "name", "", "what it is called"}, [](P& p, V v) { p.name = v; }},
        {{"drive", "source", "", "where the figures are from"}, [](P& p, V v) { p.source = v; }},
        {{"drive", "fitted", "", "1: made to meet published figures, not a maker's drive"},
         [](P& p, V v) { p.fitted = on_or_off(v); }},
        {{"drive", "type", "", "hdd"},
         [](P&, V v) {
             word<int>(v, {{"hdd", 0}});
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
        {{"host", "call_us", "us", "of a blocking call (0)"},
         [](P& p, V v) { p.host_call = microseconds(v); }},
        {{"host", "per_kib_us", "us", "of a blocking call, for each KiB (0)"},
         [](P& p, V v) { p.host_per_kib = microseconds(v); }},
    };
    return all;
}

std::string_view trimmed(std::string_view text) {
    const auto begin = text.find_first_not_of(" \t\r");
    if (begin == text.npos) return {};
    return text.substr(begin, text.find_last_not_of(" \t\r") - begin + 1);
}

std::string_view without_comment(std::string_view line) {
    bool quoted = false;
    for (std::size_t i = 0; i < line.size(); ++i) {
        if (line[i] == '"') quoted = !quoted;
        if (!quoted && (line[i] == '#' || line[i] == ';')) return line.substr(0, i);
    }
    return line;
}

class Reader {
  public:
    explicit Reader(const std::string& file) : file_(file) {}

    Parameters read(std::string_view text) {
        for (std::size_t at = 0; at < text.size();) {
            const std::size_t end = std::min(text.find('\n', at), text.size());
            ++line_;
            line(trimmed(without_comment(text.substr(at, end - at))));
            at = end + 1;
        }
        missing();
        if (problems_.empty()) what_it_comes_to();
        if (!problems_.empty()) throw Error(std::move(problems_));
        return std::move(result_);
    }

  private:
    void problem(std::string what, std::string hint = {}) {
        problems_.push_back({std::move(what), {file_, line_}, std::move(hint)});
    }

    void line(std::string_view text) {
        if (text.empty()) return;
        if (text.front() == '[') return section(text);
        const auto equals = text.find('=');
        if (equals == text.npos)
            return problem(fmt::format("'{}' is no NAME=VALUE", text.substr(0, 80)));
        const std::string_view name = trimmed(text.substr(0, equals));
        std::string_view value = trimmed(text.substr(equals + 1));
        if (value.size() >= 2 && value.front() == '"' && value.back() == '"')
            value = value.substr(1, value.size() - 2);
        field(name, value);
    }

    void section(std::string_view text) {
        section_.clear();
        if (text.back() != ']') return problem(fmt::format("'{}' has no ]", text.substr(0, 80)));
        std::string name(text.substr(1, text.size() - 2));
        if (name.starts_with("zone.")) {
            name = "zone";
            result_.zones.emplace_back();
            zone_lines_.push_back(line_);
        }
        const bool known = std::any_of(rows().begin(), rows().end(),
                                       [&](const Row& row) { return row.field.section == name; });
        if (!known) {
            std::set<std::string_view> names;
            for (const Row& row : rows()) names.insert(row.field.section);
            return problem(
                fmt::format("there is no section [{}]", name.substr(0, 80)),
                fmt::format("sections: {}; zones are zone.1, zone.2 ...", fmt::join(names, ", ")));
        }
        section_ = name;
        given_zone_.clear();
    }

    void field(std::string_view name, std::string_view value) {
        if (section_.empty()) {
            if (problems_.empty())
                problem(fmt::format("{} stands in no section", name), "begin with [drive]");
            return;
        }
        const auto row = std::find_if(rows().begin(), rows().end(), [&](const Row& one) {
            return one.field.section == section_ && one.field.name == name;
        });
        if (row == rows().end()) {
            std::vector<std::string_view> names;
            for (const Row& one : rows())
                if (one.field.section == section_) names.push_back(one.field.name);
            return problem(fmt::format("[{}] has no {}", section_, name.substr(0, 80)),
                           fmt::format("it has {}", fmt::join(names, ", ")));
        }
        const std::string key = section_ + "." + std::string(name);
        auto& given = section_ == "zone" ? given_zone_ : given_;
        if (!given.insert(key).second) return problem(fmt::format("{} is set twice", key));
        try {
            row->read(result_, value);
        } catch (const Bad& bad) {
            problem(fmt::format("{}={}: not {}", name, value.substr(0, 80), bad.allowed));
        }
    }

    void missing() {
        const auto need = [&](const char* key, const std::string& hint = {}) {
            if (given_.contains(key)) return;
            problems_.push_back({fmt::format("{} is missing", key), {file_, 0}, hint});
        };
        need("drive.name");
        need("mech.rpm");
        need("mech.heads");
        if (result_.zones.empty()) {
            need("zones.capacity", "or zones [zone.1], [zone.2] ...");
            need("zones.outer_mbps", "or zones [zone.1], [zone.2] ...");
        }
        for (std::size_t i = 0; i < result_.zones.size(); ++i) {
            const Zone& one = result_.zones[i];
            const bool follows = i == 0 || one.first_cylinder > result_.zones[i - 1].last_cylinder;
            if (one.sectors_per_track == 0 || one.last_cylinder < one.first_cylinder || !follows) {
                problems_.push_back(
                    {fmt::format("zone {} needs first_cyl, last_cyl behind the zone "
                                 "before it, and spt",
                                 i + 1),
                     {file_, zone_lines_[i]},
                     {}});
            }
        }
        const bool three = given_.contains("seek.t2t_ms") || given_.contains("seek.mean_ms") ||
                           given_.contains("seek.full_ms");
        if (three) {
            need("seek.t2t_ms");
            need("seek.mean_ms");
            need("seek.full_ms");
            const auto& points = result_.seek_points;
            if (points.full > 0 && !(points.one <= points.mean && points.mean <= points.full)) {
                problems_.push_back(
                    {"seek times rise from t2t_ms over mean_ms to full_ms", {file_, 0}, {}});
            }
        } else if (result_.seek_table.empty() && !result_.seek_short && !result_.seek_long) {
            problems_.push_back({"[seek] is missing",
                                 {file_, 0},
                                 "table=, short= and long=, or t2t_ms=, mean_ms= and full_ms="});
        }
    }

    /// Fields that are right one by one may make no disk together.
    void what_it_comes_to() {
        try {
            mechanics_of(result_);
        } catch (const std::invalid_argument& wrong) {
            problems_.push_back({wrong.what(), {file_, 0}, {}});
        }
    }

    const std::string& file_;
    int line_ = 0;
    Parameters result_;
    std::string section_;
    std::set<std::string> given_, given_zone_;
    std::vector<int> zone_lines_;
    std::vector<Problem> problems_;
};

/// Sectors per track fall in line with the radius.
std::vector<Zone> radial_zones(const Parameters& p, Nanos revolution) {
    const Parameters::Radial& r = p.radial;
    const double rev = revolution.as_double() / 1e9;
    std::vector<std::uint32_t> tracks;
    double sum = 0;
    for (std::uint32_t i = 0; i < r.count; ++i) {
        const double step = (1 - r.inner_ratio) / r.count;
        const double radius = 1 - step * (i + 0.5);
        // Whole groups of eight sectors.
        const auto sectors =
            static_cast<std::uint32_t>(r.outer * rev / p.sector * radius / (1 - step * 0.5)) / 8 *
            8;
        tracks.push_back(std::max(sectors, 8U));
        sum += tracks.back();
    }
    const double per_cylinder = sum / r.count * p.heads * p.sector;
    if (r.capacity / per_cylinder > most_cylinders) {
        throw std::invalid_argument(
            fmt::format("capacity= takes more than {} cylinders of such tracks", most_cylinders));
    }
    const auto each =
        std::max<std::uint32_t>(1, static_cast<std::uint32_t>(r.capacity / per_cylinder) / r.count /
                                       p.band_tracks * p.band_tracks);
    const auto skew = [&](double ms, std::uint32_t sectors) {
        return static_cast<std::uint32_t>(std::ceil(ms / (rev * 1e3) * sectors));
    };
    const double head = r.skew.value_or(p.head_switch.as_double() / 1e6 + 0.05);
    const double one = r.skew.value_or(p.seek_points.one + 0.05);
    std::vector<Zone> zones;
    for (std::uint32_t i = 0; i < r.count; ++i) {
        zones.push_back(
            {i * each, (i + 1) * each - 1, tracks[i], skew(head, tracks[i]), skew(one, tracks[i])});
    }
    return zones;
}

}  // namespace

std::vector<Field> fields() {
    std::vector<Field> all;
    for (const Row& row : rows()) all.push_back(row.field);
    return all;
}

Parameters read_parameters(std::string_view text, const std::string& file) {
    return Reader(file).read(text);
}

Mechanics mechanics_of(const Parameters& p) {
    const Nanos revolution(std::llround(60e9 / p.rpm));
    Geometry geometry(p.heads, p.zones.empty() ? radial_zones(p, revolution) : p.zones, p.layout,
                      p.band_tracks);
    if (geometry.sectors() > largest_disk / p.sector)
        throw std::invalid_argument("the disk is larger than 8 EiB");
    const SeekCurve curve = p.seek_points.full > 0
                                ? SeekCurve::through(p.seek_points.one, p.seek_points.mean,
                                                     p.seek_points.full, geometry.cylinders())
                                : SeekCurve(p.seek_table, p.seek_short, p.seek_long);
    return Mechanics(std::move(geometry), curve, {revolution, p.head_switch, p.write_settle});
}

}  // namespace fathom::disk
