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
#include "disk/device.h"
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
    if ((kind != "curve" && kind != "zones") || !document.contains("points") ||
        document["points"].empty()) {
        throw Error(file + ": no result of fathom seek --curve or --zones", {},
                    "it is made with --format=json");
    }
    measured.target = document.value("target", "");
    measured.span = document.at("span_bytes").get<double>();
    const Json& points = document.at("points");
    if (kind == "curve") {
        measured.request = document.at("request_bytes").get<double>();
        for (const Json& point : points) {
            measured.curve.push_back(
                {point.at("share").get<double>(), point.at("request_mean_ns").get<double>() / 1e6});
        }
    } else {
        measured.outer = points.front().at("bytes_per_second").get<double>();
        measured.inner = points.back().at("bytes_per_second").get<double>();
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

/// What the drive of this text reads in order from its start, in requests as `seek --zones` makes
/// them, in bytes a second.
double sequential_speed(const std::string& text) {
    const disk::Parameters parameters = disk::read_parameters(text, "the fitted drive");
    const auto drive = disk::make_device(parameters);
    constexpr std::uint64_t request = 1 << 20, requests = 64;
    const std::uint64_t sectors = request / parameters.sector;
    Nanos now{};
    for (std::uint64_t i = 0; i < requests; ++i) {
        drive->submit(i, i * sectors, sectors, false, now);
        for (bool done = false; !done;) {
            drive->before_time_goes_on(now);
            now = drive->next_event().value_or(now);
            drive->advance(now);
            done = drive->completed(now).has_value();
        }
    }
    return static_cast<double>(request * requests) / (now.as_double() / 1e9);
}

/// All but the speed of the tracks.
struct Fitted {
    std::string head, tail;
    double capacity = 0, outer = 0, inner_ratio = 1;

    [[nodiscard]] std::string text(double raw) const {
        return head +
               fmt::format("\n[zones]\ncapacity={:.0f}\nouter_mbps={:.4g}\ninner_ratio={:.3f}\n",
                           capacity, raw / 1e6, inner_ratio) +
               tail;
    }
};

/// With tracks so fast that the drive reads in order as fast as the one that was measured: what
/// switches, overheads and turns that are lost take from it is found by trying.
std::string with_speed(const Fitted& fitted) {
    constexpr int tries = 12;
    double raw = fitted.outer;
    for (int i = 0; i < tries; ++i) raw *= fitted.outer / sequential_speed(fitted.text(raw));
    return fitted.text(raw);
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
    std::string tail = fmt::format("\n[seek]\nt2t_ms={:.4g}\nmean_ms={:.4g}\nfull_ms={:.4g}\n", t2t,
                                   t2t + fit.mean_seek(), t2t + fit.full_seek());
    tail += fmt::format("\n[bus]\ncmd_overhead_read_us={:.4g}\ncmd_overhead_write_us={:.4g}\n",
                        1e3 * overhead, 1e3 * overhead);
    // A drive that answers from memory reads ahead; by how much the times do not tell.
    if (cached != 0) {
        tail +=
            "\n[cache]\nread=segments\nsegments=8\nsegment_kib=4096\nreadahead=stream\n"
            "readahead_kib=2048\n";
    }
    if (!measured.outer) {
        return text + "\n# [zones] is missing: give the result of fathom seek --zones as well.\n" +
               tail;
    }
    return with_speed({text, tail, measured.span, *measured.outer,
                       std::clamp(*measured.inner / *measured.outer, 0.05, 1.0)});
}

}  // namespace fathom
