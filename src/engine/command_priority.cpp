#include "engine/command_priority.h"

#include <algorithm>
#include <array>

#include "job/io_priority.h"
#include "job/number.h"

namespace fathom {

namespace {

constexpr std::int64_t real_time = 1;
constexpr std::int64_t most_class = 3;
constexpr std::int64_t most_level = 7;
constexpr std::int64_t most_hint = 1023;

std::uint16_t priority_value(std::int64_t priority_class, std::int64_t level, std::int64_t hint) {
    return io_priority(static_cast<std::uint32_t>(priority_class),
                       static_cast<std::uint32_t>(level), static_cast<std::uint32_t>(hint));
}

std::vector<std::string_view> pieces_of(std::string_view text, char separator) {
    std::vector<std::string_view> pieces;
    while (true) {
        const auto at = text.find(separator);
        pieces.push_back(trimmed(text.substr(0, at)));
        if (at == std::string_view::npos) return pieces;
        text.remove_prefix(at + 1);
    }
}

std::int64_t number_in(std::string_view text, std::uint32_t kb_base, std::int64_t max,
                       std::string_view what) {
    const auto number = parse_integer(text, kb_base);
    if (!number || *number < 0 || *number > max) {
        throw Error("'" + std::string(text) + "' is no " + std::string(what) + " (0 to " +
                    std::to_string(max) + ")");
    }
    return static_cast<std::int64_t>(*number);
}

OptionRow pair_row(std::string_view name, std::string_view help, std::int64_t min,
                   std::int64_t max) {
    OptionRow row = number_row(name, help, {}, min, max);
    row.values = 2;
    return row;
}

}  // namespace

std::vector<OptionRow> CommandPriority::rows() {
    OptionRow split = text_row("cmdprio_bssplit",
                               "shares of I/Os with a priority by block size: bs/percent, or "
                               "bs/percent/class/level, joined by ':'");
    split.kind = OptionKind::custom;
    split.store = check_split;
    return {
        pair_row("cmdprio_percentage", "share of I/Os sent with a priority, in percent", 0, 100),
        pair_row("cmdprio_class", "their priority class (1 real time, 2 best effort, 3 idle)", 1,
                 most_class),
        pair_row("cmdprio_hint", "their priority hint", 0, most_hint),
        pair_row("cmdprio", "their priority level within the class (0 is the highest)", 0,
                 most_level),
        std::move(split)};
}

CommandPriority::Shares CommandPriority::read_split(std::string_view text, std::uint32_t kb_base,
                                                    std::uint16_t unset) {
    Shares shares;
    if (text.empty()) return shares;
    for (const std::string_view entry : pieces_of(text, ':')) {
        const auto fields = pieces_of(entry, '/');
        if (fields.size() < 2 || fields.size() == 3 || fields.size() > 5) {
            throw Error("'" + std::string(entry) +
                        "' is not bs/percent, bs/percent/class/level or "
                        "bs/percent/class/level/hint");
        }
        Share share;
        share.length = static_cast<std::uint64_t>(
            number_in(fields[0], kb_base, std::int64_t{1} << 32, "block size"));
        share.percent =
            static_cast<std::uint32_t>(number_in(fields[1], kb_base, 100, "percentage"));
        share.priority = unset;
        if (fields.size() >= 4) {
            const std::int64_t hint =
                fields.size() == 5 ? number_in(fields[4], kb_base, most_hint, "hint") : 0;
            share.priority =
                priority_value(number_in(fields[2], kb_base, most_class, "priority class"),
                               number_in(fields[3], kb_base, most_level, "priority level"), hint);
        }
        shares.push_back(share);
    }
    return shares;
}

void CommandPriority::check_split(Job& job, const OptionRow& row, std::string_view text,
                                  const ValueContext& context) {
    const auto directions = pieces_of(text, ',');
    try {
        if (directions.size() > 3) throw Error("more than three lists (reads, writes, trims)");
        for (const std::string_view part : directions) read_split(part, context.kb_base, 0);
    } catch (const Error& error) {
        throw Error("failed parsing " + std::string(row.name) + "=" + std::string(text) + ": " +
                        error.problems().front().what,
                    context.origin);
    }
    job.engine_options[std::string(row.name)] = std::string(text);
}

CommandPriority::CommandPriority(const Job& job) : random_(job.randseed) {
    const EngineOptions options(job);
    const auto percentage = options.pair("cmdprio_percentage", 0);
    const auto priority_class = options.pair("cmdprio_class", real_time);
    const auto level = options.pair("cmdprio", 0);
    const auto hint = options.pair("cmdprio_hint", 0);
    const std::array priorities = {
        priority_value(priority_class.first, level.first, hint.first),
        priority_value(priority_class.second, level.second, hint.second)};
    const std::array percents = {percentage.first, percentage.second};
    const bool split = options.has("cmdprio_bssplit");
    if (split && (percents[0] != 0 || percents[1] != 0)) {
        throw Error(job.name + ": cmdprio_percentage and cmdprio_bssplit cannot be used together",
                    options.origin("cmdprio_bssplit"));
    }
    const std::string text = options.text("cmdprio_bssplit");
    const auto lists = pieces_of(text, ',');
    for (std::size_t i = 0; i < 2; ++i) {
        if (split) {
            const std::string_view list = i < lists.size() ? lists[i] : lists.front();
            shares_[i] = read_split(list, job.kb_base, priorities[i]);
        } else if (percents[i] > 0) {
            shares_[i] = {{0, static_cast<std::uint32_t>(percents[i]), priorities[i]}};
        }
    }
}

std::vector<std::uint16_t> CommandPriority::priorities(Direction d) const {
    std::vector<std::uint16_t> found;
    if (d == Direction::trim) return found;
    for (const Share& share : shares_[index_of(d)]) {
        const bool known = std::find(found.begin(), found.end(), share.priority) != found.end();
        if (share.percent > 0 && !known) found.push_back(share.priority);
    }
    return found;
}

std::uint16_t CommandPriority::draw(const Request& request) {
    const Shares& shares = shares_[request.op == Op::write ? 1 : 0];
    if (shares.empty()) return 0;
    std::uint64_t drawn = random_.below(100);
    for (const Share& share : shares) {
        if (share.length != 0 && share.length != request.length) continue;
        if (drawn < share.percent) return share.priority;
        drawn -= share.percent;
    }
    return 0;
}

}  // namespace fathom
