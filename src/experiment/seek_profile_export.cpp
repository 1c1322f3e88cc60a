// A SeekProfile for programs: CSV, and the JSON that `fathom disks fit` reads.
#include <nlohmann/json.hpp>

#include <fmt/format.h>

#include "experiment/seek_profile.h"

namespace fathom {

namespace {

bool is_zones(const SeekProfile& profile) {
    return profile.kind == ProfileKind::zones;
}

}  // namespace

std::string profile_csv(const SeekProfile& profile) {
    std::string text = is_zones(profile) ? "first_byte,share,runs,bytes_per_second,low,high\n"
                                         : "distance_bytes,share,runs,request_mean_ns,low,high\n";
    for (const ProfilePoint& point : profile.points) {
        text += fmt::format("{},{:.10g},{},{:.10g},{},{}\n", point.at, point.share, point.runs,
                            point.value,
                            point.interval ? fmt::format("{:.10g}", point.interval->low) : "",
                            point.interval ? fmt::format("{:.10g}", point.interval->high) : "");
    }
    return text;
}

std::string profile_json(const SeekProfile& profile) {
    using Json = nlohmann::ordered_json;
    const bool zones = is_zones(profile);
    Json points = Json::array();
    for (const ProfilePoint& point : profile.points) {
        Json one = {{zones ? "first_byte" : "distance_bytes", point.at},
                    {"share", point.share},
                    {"runs", point.runs},
                    {zones ? "bytes_per_second" : "request_mean_ns", point.value}};
        if (point.interval) {
            one["low"] = point.interval->low;
            one["high"] = point.interval->high;
        }
        points.push_back(std::move(one));
    }
    const Json document = {{"profile", zones ? "zones" : "curve"},
                           {"target", profile.subject.target},
                           {"how", profile.subject.how},
                           {"span_bytes", profile.subject.span},
                           {zones ? "bytes_each" : "request_bytes", profile.each},
                           {"seed", profile.seed},
                           {"points", points},
                           {"notes", profile.subject.notes}};
    return document.dump(2) + "\n";
}

}  // namespace fathom
