// What `fathom seek --zones` and `--curve` say: one figure at each of many places or distances. A
// pure function of a sweep's runs.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/seek_study.h"
#include "report/table.h"

namespace fathom {

enum class ProfileKind : std::uint8_t {
    zones,  ///< bytes per second of sequential access, by the place where it begins
    curve,  ///< ns of a request, by its distance from the one before
};

struct ProfilePoint {
    std::uint64_t at = 0;  ///< bytes: the place, or the distance asked for
    double share = 0;      ///< of the span; of a distance, as really made
    std::size_t runs = 0;
    double value = 0;                         ///< mean of the runs
    std::optional<stats::Interval> interval;  ///< of it; empty with fewer than three runs
};

struct SeekProfile {
    ProfileKind kind = ProfileKind::zones;
    SeekSubject subject;
    std::uint64_t each = 0;  ///< bytes read at a place, or by a request
    std::uint64_t seed = 0;
    std::vector<ProfilePoint> points;
};

/// The name of the axis of a profile's sweep.
inline constexpr const char* profile_option(ProfileKind kind) {
    return kind == ProfileKind::zones ? "offset" : "hop";
}

/// Throws Error when no cell has a run that counts.
SeekProfile seek_profile(const Sweep& sweep, ProfileKind kind, SeekSubject subject,
                         std::uint64_t each);

std::string profile_text(const SeekProfile& profile, std::size_t width = 80);
std::string profile_markdown(const SeekProfile& profile);
std::string profile_csv(const SeekProfile& profile);
/// What `fathom disks fit` reads: {"profile": "curve", "span_bytes": .., "request_bytes": ..,
/// "points": [{"distance_bytes", "share", "request_mean_ns"}]} and likewise for zones.
std::string profile_json(const SeekProfile& profile);

}  // namespace fathom
