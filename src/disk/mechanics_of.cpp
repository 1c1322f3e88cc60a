#include "disk/mechanics_of.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include <fmt/format.h>

namespace fathom::disk {

namespace {

constexpr std::uint64_t largest_disk = std::uint64_t{1} << 63;

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
