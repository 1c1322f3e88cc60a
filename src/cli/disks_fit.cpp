#include "cli/disks_fit.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <optional>
#include <stdexcept>
#include <vector>

#include <fmt/format.h>

#include "base/error.h"
#include "base/read_all.h"
#include "disk/curve_fit.h"
#include "disk/parameters.h"
#include "job/number.h"

namespace fathom {

namespace {

using Json = nlohmann::json;

struct FitOptions {
    std::vector<std::string> files;
    std::optional<double> rpm;
    double overhead_ms = 0.5;
    double heads = 4;
    std::string name = "fitted";
};

/// Of a drive nobody has opened: a usual head switch.
constexpr double head_switch_ms = 0.3;

double number_of(const std::string& flag, const std::string& text, double least, double most) {
    const auto value = parse_fraction(text);
    if (!value || !(*value >= least) || !(*value <= most)) {
        throw Error(fmt::format("--{}={}: not a number from {:g} to {:g}", flag,
                                text.substr(0, 200), least, most));
    }
    return *value;
}

FitOptions parse_fit(std::span<const std::string> words) {
    FitOptions options;
    for (const std::string& word : words) {
        if (!word.starts_with("--")) {
            options.files.push_back(word);
            continue;
        }
        const auto equals = word.find('=');
        const std::string flag = word.substr(2, equals - 2);
        const std::string value = equals == word.npos ? "" : word.substr(equals + 1);
        if (flag == "rpm") {
            options.rpm = number_of(flag, value, 100, 100'000);
        } else if (flag == "overhead_us") {
            options.overhead_ms = number_of(flag, value, 0, 1e6) / 1e3;
        } else if (flag == "heads") {
            options.heads =
                static_cast<double>(static_cast<std::uint32_t>(number_of(flag, value, 1, 1000)));
        } else if (flag == "name") {
            if (value.empty() || value.find_first_of("\"\n#;") != value.npos)
                throw Error("--name= needs a name without quotes");
            options.name = value;
        } else {
            throw Error("disks fit: unrecognized flag " + word.substr(0, 200), {},
                        "--rpm=, --overhead_us=, --heads=, --name=");
        }
    }
    if (options.files.empty()) {
        throw Error("disks fit: which result?", {},
                    "fathom seek TARGET --curve --format=json > curve.json, then fathom disks fit "
                    "curve.json --rpm=7200");
    }
    if (!options.rpm) {
        throw Error("disks fit needs --rpm=: half a revolution is in every time that was measured",
                    {}, "hdparm -I or smartctl -i tell it of a real drive");
    }
    return options;
}

/// What the files say together.
struct Measured {
    std::string target;
    double span = 0, request = 0;
    std::vector<disk::CurvePoint> curve;
    std::optional<double> outer, inner;  ///< bytes per second
};

void take_document(const Json& document, const std::string& file, Measured& measured) {
    const std::string kind = document.value("profile", "");
    measured.target = document.value("target", "");
    measured.span = document.at("span_bytes").get<double>();
    const Json& points = document.at("points");
    if (kind == "curve") {
        measured.request = document.at("request_bytes").get<double>();
        for (const Json& point : points) {
            measured.curve.push_back(
                {point.at("share").get<double>(), point.at("request_mean_ns").get<double>() / 1e6});
        }
    } else if (kind == "zones" && !points.empty()) {
        measured.outer = points.front().at("bytes_per_second").get<double>();
        measured.inner = points.back().at("bytes_per_second").get<double>();
    } else {
        throw Error(file + ": no result of fathom seek --curve or --zones", {},
                    "it is made with --format=json");
    }
}

Measured read_results(const std::vector<std::string>& files) {
    Measured measured;
    for (const std::string& file : files) {
        try {
            take_document(Json::parse(read_whole(file)), file, measured);
        } catch (const Json::exception& wrong) {
            throw Error(fmt::format("{}: no JSON of fathom seek: {}", file, wrong.what()));
        }
    }
    if (measured.curve.empty()) {
        throw Error("disks fit: no curve among the results", {},
                    "fathom seek TARGET --curve --format=json");
    }
    return measured;
}

/// Zones that read as fast as measured, skews and head switches included.
std::string zones_text(const Measured& measured, const FitOptions& options, double t2t_ms) {
    const double revolution_ms = 60e3 / *options.rpm;
    constexpr double skew_beyond_ms = 0.05;  // what zones made from a capacity add
    const double turns = options.heads +
                         (options.heads - 1) * (head_switch_ms + skew_beyond_ms) / revolution_ms +
                         (t2t_ms + skew_beyond_ms) / revolution_ms;
    const double raw = *measured.outer * turns / options.heads;
    const double inner_ratio = std::clamp(*measured.inner / *measured.outer, 0.05, 1.0);
    return fmt::format("\n[zones]\ncapacity={:.0f}\nouter_mbps={:.4g}\ninner_ratio={:.3f}\n",
                       measured.span, raw / 1e6, inner_ratio);
}

}  // namespace

std::string fitted_drive_text(std::span<const std::string> words) {
    const FitOptions options = parse_fit(words);
    Measured measured = read_results(options.files);
    const double half_turn = 30e3 / *options.rpm;
    // Faster than half a revolution on average is no arm: the drive's memory had it.
    const std::size_t cached = std::erase_if(
        measured.curve, [&](const disk::CurvePoint& one) { return one.ms <= half_turn; });
    disk::CurveFit fit;
    try {
        fit = disk::fit_curve(measured.curve);
    } catch (const std::invalid_argument& wrong) {
        throw Error(options.files.front() + ": " + wrong.what(), {},
                    cached == 0 ? std::string()
                                : fmt::format("{} points are faster than the {:.2f} ms of half a "
                                              "revolution, and left out",
                                              cached, half_turn));
    }
    const double transfer =
        measured.outer ? measured.request / ((*measured.outer + *measured.inner) / 2) * 1e3 : 0;
    // Overhead and the first step of the arm are in every time alike: one of them is told, or taken
    // for usual.
    const double rest = fit.rest - half_turn - transfer;
    if (rest <= 0 || fit.root < 0 || fit.slope < 0) {
        throw Error(
            rest <= 0 ? fmt::format("--rpm={:g}: half a revolution is {:.2f} ms, and the shortest "
                                    "requests take {:.2f}",
                                    *options.rpm, half_turn, fit.rest)
                      : std::string("the times do not rise with the distance: no arm moves there"),
            {}, "is the target a disk that rotates, read past the page cache?");
    }
    const double overhead = std::min(options.overhead_ms, rest / 2);
    const double t2t = rest - overhead;
    std::string text = fmt::format(
        "# Fitted to {} points of {}: rms {:.3f} ms. The shortest step and the\n"
        "# overhead are {:.3f} ms together; times alone do not tell them apart.\n"
        "[drive]\nname={}\ntype=hdd\nfitted=1\nsource=\"fitted to measured times of {}\"\n\n"
        "[mech]\nrpm={:g}\nheads={:g}\nhead_switch_ms={:g}\nband_tracks=1\n",
        measured.curve.size(), measured.target, fit.rms, rest, options.name, measured.target,
        *options.rpm, options.heads, head_switch_ms);
    if (cached != 0) {
        text.insert(0, fmt::format("# {} points are left out: faster than half a revolution, so "
                                   "from a cache.\n",
                                   cached));
    }
    if (measured.outer) {
        text += zones_text(measured, options, t2t);
    } else {
        text += "\n# [zones] is missing: give the result of fathom seek --zones as well.\n";
    }
    text += fmt::format("\n[seek]\nt2t_ms={:.4g}\nmean_ms={:.4g}\nfull_ms={:.4g}\n", t2t,
                        t2t + fit.mean_seek(), t2t + fit.full_seek());
    text += fmt::format("\n[bus]\ncmd_overhead_read_us={:.4g}\ncmd_overhead_write_us={:.4g}\n",
                        1e3 * overhead, 1e3 * overhead);
    // What is printed must be a drive.
    if (measured.outer) disk::read_parameters(text, "the fitted drive");
    return text;
}

}  // namespace fathom
