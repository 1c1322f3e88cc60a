// Reads a drive's text, line by line, and gathers every mistake in it.
#include <algorithm>
#include <set>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

#include "disk/device.h"
#include "disk/parameter_fields.h"

namespace fathom::disk {

namespace {

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
        contradictory();
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
        const bool known =
            std::any_of(parameter_rows().begin(), parameter_rows().end(),
                        [&](const ParameterRow& row) { return row.field.section == name; });
        if (!known) {
            std::set<std::string_view> names;
            for (const ParameterRow& row : parameter_rows()) names.insert(row.field.section);
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
        const auto row = std::find_if(
            parameter_rows().begin(), parameter_rows().end(), [&](const ParameterRow& one) {
                return one.field.section == section_ && one.field.name == name;
            });
        if (row == parameter_rows().end()) {
            std::vector<std::string_view> names;
            for (const ParameterRow& one : parameter_rows())
                if (one.field.section == section_) names.push_back(one.field.name);
            return problem(fmt::format("[{}] has no {}", section_, name.substr(0, 80)),
                           fmt::format("it has {}", fmt::join(names, ", ")));
        }
        const std::string key = section_ + "." + std::string(name);
        auto& given = section_ == "zone" ? given_zone_ : given_;
        if (!given.insert(key).second) return problem(fmt::format("{} is set twice", key));
        try {
            row->read(result_, value);
        } catch (const BadValue& bad) {
            problem(fmt::format("{}={}: not {}", name, value.substr(0, 80), bad.allowed));
        }
    }

    void need(const char* key, const std::string& hint = {}) {
        if (given_.contains(key)) return;
        problems_.push_back({fmt::format("{} is missing", key), {file_, 0}, hint});
    }

    /// A field that says nothing beside what else is given.
    void idle(const char* key, bool works, const char* hint) {
        if (given_.contains(key) && !works)
            problems_.push_back({fmt::format("{} does nothing here", key), {file_, 0}, hint});
    }

    void missing() {
        need("drive.name");
        if (result_.type == DriveType::ssd) {
            missing_of_flash();
        } else {
            missing_of_disk();
        }
    }

    /// Sections that belong to the other type are named once each.
    void refuse_sections(const std::set<std::string_view>& fitting, const char* type) {
        std::set<std::string> told;
        for (const auto* given : {&given_, &given_zone_}) {
            for (const std::string& key : *given) {
                const std::string name = key.substr(0, key.find('.'));
                if (fitting.contains(name) || !told.insert(name).second) continue;
                problems_.push_back({fmt::format("[{}] is not of type={}", name, type),
                                     {file_, 0},
                                     fmt::format("sections of it: {}", fmt::join(fitting, ", "))});
            }
        }
    }

    void missing_of_flash() {
        refuse_sections({"drive", "ssd", "host"}, "ssd");
        if (!result_.zones.empty())
            problems_.push_back({"zones are not of type=ssd", {file_, zone_lines_.front()}, {}});
        for (const char* key :
             {"ssd.channels", "ssd.chips", "ssd.blocks", "ssd.pages", "ssd.page_kib",
              "ssd.bus_mbps", "ssd.tr_us", "ssd.tprog_us", "ssd.tbers_us"})
            need(key);
        if (result_.flash.map_cached) need("ssd.map_cache_kib", "how much of the map is in memory");
        const FlashSettings& flash = result_.flash;
        idle("ssd.map_cache_kib", flash.map_cached, "it is for map=cached");
        if (flash.page_kib == 0) return;
        for (const auto& [key, kib] : {std::pair("ssd.map_cache_kib", flash.map_cache_kib),
                                       std::pair("ssd.wbuf_kib", flash.buffer_kib),
                                       std::pair("ssd.readahead_kib", flash.readahead_kib)}) {
            if (kib % flash.page_kib != 0) {
                problems_.push_back(
                    {fmt::format("{} holds whole pages of {} KiB", key, flash.page_kib),
                     {file_, 0},
                     {}});
            }
        }
        if (flash.page_bytes() % result_.sector != 0)
            problems_.push_back({"a page holds whole sectors", {file_, 0}, {}});
    }

    void missing_of_disk() {
        refuse_sections(
            {"drive", "mech", "zone", "zones", "seek", "bus", "cache", "wcache", "queue", "host"},
            "hdd");
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

    /// A field that says nothing beside another.
    void contradictory() {
        const ReadCacheSettings& cache = result_.read_cache;
        const WriteCacheSettings& wcache = result_.write_cache;
        const bool reads = cache.kind != ReadCaching::off;
        const bool blocks = cache.kind == ReadCaching::segments || cache.kind == ReadCaching::lru;
        const bool ahead = result_.readahead.kind != Readahead::off;
        const bool back = wcache.mode == WriteCaching::back;
        const bool writes = wcache.mode != WriteCaching::off;
        idle("mech.read_on_arrival", !result_.read_on_arrival || cache.kind == ReadCaching::track,
             "it is for cache.read=track");
        idle("bus.watermark", result_.bus_rate != 0, "it needs bus.mbps");
        idle("bus.hit_overhead_us", reads || writes, "it needs cache.read or wcache.mode");
        for (const char* key : {"cache.segments", "cache.start", "cache.hit_us"})
            idle(key, reads, "it needs cache.read");
        idle("cache.readahead", !ahead || reads, "it needs cache.read");
        idle("cache.segment_kib", blocks, "it is for cache.read=segments and lru");
        idle("cache.readahead_kib", ahead, "it needs cache.readahead");
        idle("cache.preempt", ahead, "it needs cache.readahead");
        for (const char* key :
             {"wcache.entries", "wcache.merge", "wcache.destage", "wcache.idle_destage_ms"})
            idle(key, back, "it is for wcache.mode=back");
        for (const char* key : {"wcache.kib", "wcache.flush_on_end"})
            idle(key, writes, "it needs wcache.mode");
        idle("host.per_kib_limit_kib", result_.host_per_kib.count() > 0,
             "it needs host.per_kib_us");
        if (blocks && cache.segment_kib == 0) {
            problems_.push_back(
                {"cache.segment_kib is missing", {file_, 0}, "the size of a segment or block"});
        }
        if (ahead && result_.readahead.kib == 0)
            problems_.push_back({"cache.readahead_kib is missing", {file_, 0}, "how far"});
        // What is read ahead must not push out what the host has not read yet.
        const std::uint64_t held = std::uint64_t{cache.segment_kib} *
                                   (cache.kind == ReadCaching::lru ? cache.segments : 1);
        const std::uint64_t most = std::uint64_t{result_.readahead.kib} *
                                   (result_.readahead.kind == Readahead::stream ? 2 : 1);
        if (ahead && blocks && most > held) {
            problems_.push_back(
                {fmt::format("{} KiB are read ahead, and {} KiB can be kept", most, held),
                 {file_, 0},
                 "readahead=stream reads up to twice readahead_kib ahead"});
        }
        if (std::uint64_t{cache.segment_kib} * 1024 % result_.sector != 0 ||
            wcache.kib * 1024 % result_.sector != 0 ||
            std::uint64_t{result_.readahead.kib} * 1024 % result_.sector != 0) {
            problems_.push_back({"caches are whole sectors",
                                 {file_, 0},
                                 "with sectors of 4096 multiples of 4 KiB"});
        }
    }

    /// Fields that are right one by one may make no disk together.
    void what_it_comes_to() {
        try {
            capacity_bytes(result_);
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

}  // namespace

Parameters read_parameters(std::string_view text, const std::string& file) {
    return Reader(file).read(text);
}

}  // namespace fathom::disk
