#include "cli/commands.h"

#include <algorithm>
#include <array>

#include "cli/compare_command.h"
#include "cli/disks_command.h"
#include "cli/explain.h"
#include "cli/measureops_command.h"
#include "cli/report_command.h"
#include "cli/seek_command.h"
#include "cli/sweep_command.h"
#include "job/nearest.h"

namespace fathom {

namespace {

constexpr std::array<Command, 7> all_commands = {{
    {"compare", compare_command},
    {"disks", disks_command},
    {"explain", explain_command},
    {"measureops", measureops_command},
    {"report", report_command},
    {"seek", seek_command},
    {"sweep", sweep_command},
}};

}  // namespace

std::span<const Command> commands(const Identity& identity) {
    return identity.as_fio ? std::span<const Command>() : all_commands;
}

std::string nearest_command(std::string_view word) {
    std::vector<std::string_view> names;
    for (const Command& command : all_commands) names.push_back(command.name);
    return nearest_word(word, names);
}

}  // namespace fathom
