#include "cli/disks_command.h"

#include <algorithm>
#include <cerrno>
#include <cstdio>

#include <fmt/format.h>

#include "base/read_all.h"
#include "cli/disks_fit.h"
#include "cli/experiment_parts.h"
#include "disk/built_in.h"
#include "disk/device.h"
#include "disk/mechanics_of.h"
#include "disk/parameters.h"
#include "job/nearest.h"
#include "report/quantity.h"
#include "report/table.h"

namespace fathom {

namespace {

constexpr const char* usage =
    "{0} disks                  the drives that are built in\n"
    "{0} disks show NAME|FILE   a drive's parameters, and what they come to\n"
    "{0} disks fields           what a parameter file may say\n"
    "{0} disks fit CURVE [ZONES] --rpm=N   a parameter file from results of `{0} seek`\n"
    "A job uses one by ioengine=sim and disk=NAME or disk=FILE.\n";

std::string milliseconds(Nanos span) {
    return fmt::format("{:.3g}", span.as_double() / 1e6);
}

std::string fact_line(const char* name, const std::string& value) {
    return fmt::format("# {:<18} {}\n", name, value);
}

/// What the figures of a hard disk come to.
std::string disk_facts_text(const disk::Parameters& parameters) {
    const disk::Mechanics mechanics = disk::mechanics_of(parameters);
    const disk::Geometry& geometry = mechanics.geometry();
    const double revolution = mechanics.times().revolution.as_double() / 1e9;
    const auto rate = [&](const disk::Zone& zone) {
        const double spt = zone.sectors_per_track;
        const double heads = geometry.heads();
        const double turns = heads + (heads - 1) * zone.track_skew / spt + zone.cylinder_skew / spt;
        return spt * parameters.sector / revolution * heads / turns;
    };
    std::string text;
    const auto add = [&](const char* name, const std::string& value) {
        text += fact_line(name, value);
    };
    add("capacity", quantity(static_cast<double>(geometry.sectors()) * parameters.sector, "B"));
    add("cylinders, zones", fmt::format("{}, {}", geometry.cylinders(), geometry.zones().size()));
    add("revolution", fmt::format("{} ms", milliseconds(mechanics.times().revolution)));
    add("seek", mechanics.curve().text() + " ms");
    add("  by one cylinder", fmt::format("{} ms", milliseconds(mechanics.curve().at(1))));
    add("  mean", fmt::format("{:.3g} ms", mechanics.curve().mean_ms(geometry.cylinders())));
    add("  full stroke",
        fmt::format("{} ms", milliseconds(mechanics.curve().at(geometry.cylinders() - 1))));
    add("sequential, outer", quantity(rate(geometry.zones().front()), "B/s"));
    add("sequential, inner", quantity(rate(geometry.zones().back()), "B/s"));
    return text;
}

std::string microseconds_text(Nanos span) {
    return fmt::format("{:g} us", span.as_double() / 1e3);
}

/// The same of a flash drive: one page alone, and what all channels can do at most.
std::string flash_facts_text(const disk::Parameters& parameters) {
    const disk::FlashSettings& flash = parameters.flash;
    const double transfer =
        static_cast<double>(flash.page_bytes()) / static_cast<double>(flash.bus_rate);
    const double read = flash.read.as_double() / 1e9, channels = flash.channels;
    const double on_channel = flash.chips;
    const double bound =
        flash.pipelined
            ? std::min(channels * on_channel * flash.dies / (read + transfer), channels / transfer)
            : channels * on_channel / (read + on_channel * transfer);
    std::string text;
    text +=
        fact_line("capacity", quantity(static_cast<double>(disk::capacity_bytes(parameters)), "B"));
    text += fact_line("channels x chips",
                      fmt::format("{} x {}, of {} dies with {} planes", flash.channels, flash.chips,
                                  flash.dies, flash.planes));
    text += fact_line("plane", fmt::format("{} blocks of {} pages of {} KiB", flash.blocks,
                                           flash.pages, flash.page_kib));
    text += fact_line("read, one page",
                      microseconds_text(flash.command + flash.read +
                                        Nanos(static_cast<std::int64_t>(transfer * 1e9))));
    text += fact_line("program, erase",
                      microseconds_text(flash.program) + ", " + microseconds_text(flash.erase));
    text += fact_line("pages read", fmt::format("{}/s at most", quantity(bound, "")));
    return text;
}

std::string facts_text(const disk::Parameters& parameters) {
    return parameters.type == disk::DriveType::ssd ? flash_facts_text(parameters)
                                                   : disk_facts_text(parameters);
}

std::string list_text(std::size_t width) {
    Table table;
    table.columns = {{"drive", true}, {"capacity"}, {"rpm"},  {"heads"}, {"cylinders"},
                     {"seek 1"},      {"mean"},     {"full"}, {"", true}};
    std::string sources;
    for (const disk::BuiltIn& one : disk::built_in_drives()) {
        const disk::Parameters parameters = disk::read_parameters(one.text, std::string(one.name));
        sources += wrapped(parameters.name + ": " + parameters.source, width, 2);
        const std::string capacity =
            quantity(static_cast<double>(disk::capacity_bytes(parameters)), "B");
        if (parameters.type == disk::DriveType::ssd) {
            table.rows.push_back({parameters.name, capacity, "", "", "", "", "", "",
                                  parameters.fitted ? "flash, fitted" : "flash"});
            continue;
        }
        const disk::Mechanics mechanics = disk::mechanics_of(parameters);
        const disk::Geometry& geometry = mechanics.geometry();
        table.rows.push_back(
            {parameters.name, capacity, fmt::format("{:g}", parameters.rpm),
             std::to_string(geometry.heads()), std::to_string(geometry.cylinders()),
             milliseconds(mechanics.curve().at(1)),
             fmt::format("{:.3g}", mechanics.curve().mean_ms(geometry.cylinders())),
             milliseconds(mechanics.curve().at(geometry.cylinders() - 1)),
             parameters.fitted ? "fitted" : ""});
    }
    table.caption =
        "Simulated drives; seek times in milliseconds. A fitted one was made to meet "
        "published figures and is no maker's drive.";
    return as_text(table, width) + "\n" + sources;
}

std::string show_text(const std::string& name) {
    if (const disk::BuiltIn* one = disk::find_built_in(name)) {
        return facts_text(disk::read_parameters(one->text, name)) + "\n" + std::string(one->text);
    }
    try {
        const std::string text = read_whole(name, disk::most_parameter_bytes);
        return facts_text(disk::read_parameters(text, name)) + "\n" + text;
    } catch (const Error& error) {
        std::vector<std::string_view> names;
        for (const disk::BuiltIn& one : disk::built_in_drives()) names.push_back(one.name);
        const std::string meant = nearest_word(name, names);
        if (meant.empty()) throw;
        throw Error(error.problems().front().what, {}, "did you mean the drive " + meant + "?");
    }
}

}  // namespace

std::string disk_fields_text() {
    std::string text;
    std::string_view section;
    for (const disk::Field& field : disk::fields()) {
        if (field.section != section) {
            section = field.section;
            text += fmt::format("{}[{}]\n", text.empty() ? "" : "\n",
                                section == "zone" ? "zone.1] [zone.2] [..." : section);
        }
        text += fmt::format("{:<22} {:<14} {}\n", std::string(field.name) + "=", field.unit,
                            field.help);
    }
    return text;
}

namespace {

/// Prints, and tells of a full disk.
int printed(const std::string& text) {
    print_at_once(text);
    if (std::ferror(stdout) == 0) return 0;
    throw system_error("standard output", errno);
}

}  // namespace

int disks_command(std::span<const std::string> words, const Identity& identity) {
    constexpr std::size_t width = 80;
    if (words.empty()) {
        return printed(list_text(width));
    }
    if (words.front() == "show" && words.size() == 2) {
        return printed(show_text(words[1]));
    }
    if (words.front() == "fields" && words.size() == 1) {
        return printed(disk_fields_text());
    }
    if (words.front() == "fit") {
        return printed(fitted_drive_text(words.subspan(1)));
    }
    const std::string text = fmt::format(fmt::runtime(usage), identity.program);
    const bool asked = words.front() == "--help" || words.front() == "-h";
    std::fputs(text.c_str(), asked ? stdout : stderr);
    return asked ? 0 : 1;
}

}  // namespace fathom
