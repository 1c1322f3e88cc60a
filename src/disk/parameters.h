// What a simulated drive is made of, and the text it is described by: sections and NAME=VALUE, as a
// job file's. Each field stands once, in the table of parameter_fields.cpp, with its unit and its
// help.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/error.h"
#include "base/units.h"
#include "disk/elevator.h"
#include "disk/flash_settings.h"
#include "disk/geometry.h"
#include "disk/mechanics.h"
#include "disk/read_ahead.h"
#include "disk/read_cache.h"
#include "disk/seek_curve.h"
#include "disk/write_cache.h"

namespace fathom::disk {

enum class DriveType : std::uint8_t { hdd, ssd };

constexpr std::uint32_t most_cylinders = 100'000'000;

struct Parameters {
    std::string name, source;
    DriveType type = DriveType::hdd;
    bool fitted = false;  ///< made to meet published figures: no maker's drive
    std::uint32_t sector = 512;

    FlashSettings flash;  ///< of an ssd; all below but the host's is a hard disk's

    double rpm = 0;
    std::uint32_t heads = 0;
    Layout layout = Layout::cylinder;
    std::uint32_t band_tracks = 64;
    Nanos head_switch{}, write_settle{};
    std::vector<Zone> zones;

    /// Zones of equal width in radius, made from a capacity.
    struct Radial {
        double capacity = 0;         ///< bytes
        double outer = 0;            ///< bytes per second on the outermost track
        double inner_ratio = 0.5;    ///< radius of the innermost track over the outermost
        std::uint32_t count = 16;    ///< zones
        std::optional<double> skew;  ///< ms, of tracks and cylinders
    } radial;

    SeekCurve::Points seek_table;
    std::optional<SeekCurve::Root> seek_short;
    std::optional<SeekCurve::Line> seek_long;
    struct ThreePoints {
        double one = 0, mean = 0, full = 0;  ///< ms
    } seek_points;

    bool read_on_arrival = false;  ///< what passes before the sector that is wanted is kept

    Nanos read_overhead{}, write_overhead{}, completion{}, hit_overhead{1'000};
    std::uint64_t bus_rate = 0;  ///< bytes a second; 0: it takes no time
    double watermark = 0;        ///< of a read that has passed when its transfer begins
    ReadCacheSettings read_cache;
    ReadaheadSettings readahead;
    WriteCacheSettings write_cache;
    Policy policy = Policy::fcfs;
    std::uint32_t depth = 32;
    double age_weight = 0;
    bool refills_after = true, knows_overhead = true;
    Nanos host_call{}, host_per_kib{}, host_submit{};
    Nanos buffered_call{1'000}, buffered_per_kib{100};  ///< through the host's page cache
    std::uint32_t host_kib_limit = 0;  ///< of a call that cost host_per_kib; 0: all
};

/// What a call of so many bytes costs the host.
inline Nanos host_cost(const Parameters& p, std::uint64_t bytes) {
    if (p.host_kib_limit != 0) bytes = std::min<std::uint64_t>(bytes, p.host_kib_limit * 1024ULL);
    return p.host_call + Nanos(p.host_per_kib.count() * static_cast<std::int64_t>(bytes) / 1024);
}

/// The same of a call that goes through the host's page cache.
inline Nanos buffered_cost(const Parameters& p, std::uint64_t bytes) {
    return p.buffered_call +
           Nanos(p.buffered_per_kib.count() * static_cast<std::int64_t>(bytes) / 1024);
}

struct Field {
    std::string_view section;  ///< "zone" stands for zone.1, zone.2 ...
    std::string_view name, unit, help;
};
/// All fields there are, in the order of their sections.
std::vector<Field> fields();

/// A file of parameters has at most so many bytes.
inline constexpr std::size_t most_parameter_bytes = std::size_t{1} << 20;

/// Reads a drive's text; `file` for the places of mistakes. Throws Error with every bad, unknown or
/// missing field.
Parameters read_parameters(std::string_view text, const std::string& file);

}  // namespace fathom::disk
