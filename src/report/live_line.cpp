// What is printed when jobs start and while they run: the start line and the live line.
#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include <fmt/format.h>

#include "report/normal.h"
#include "report/number.h"

namespace fathom {

namespace {

std::string counted(std::uint32_t n, std::string_view one, std::string_view many) {
    return fmt::format("{} {}", n, n == 1 ? one : many);
}

/// "RRw" as "R(2),w(1)".
std::string run_lengths(std::string_view letters) {
    std::string text;
    for (std::size_t start = 0; start < letters.size();) {
        const std::size_t found = letters.find_first_not_of(letters[start], start);
        const std::size_t end = found == std::string_view::npos ? letters.size() : found;
        text += fmt::format("{}{}({})", start == 0 ? "" : ",", letters[start], end - start);
        start = end;
    }
    return text;
}

/// "00m:05s", "01h:00m:05s", "02d:00h:00m:00s".
std::string span_text(Nanos span) {
    const auto seconds = (span.count() + 500'000'000) / 1'000'000'000;
    std::string text;
    if (seconds >= 86'400) text += fmt::format("{:02}d:", seconds / 86'400);
    if (seconds >= 3'600) text += fmt::format("{:02}h:", seconds / 3'600 % 24);
    return text + fmt::format("{:02}m:{:02}s", seconds / 60 % 60, seconds % 60);
}

/// "[r=172MiB/s,w=1024KiB/s]" of the directions above zero; empty when none is.
template <class Text>
std::string rates(const PerDirection<double>& values, std::string_view end, const Text& text_of) {
    std::string text;
    for (const Direction d : all_directions) {
        const double value = values[d];
        if (value < 1) continue;
        text += fmt::format("{}{}={}", text.empty() ? "[" : ",", name_of(d)[0],
                            text_of(static_cast<std::uint64_t>(value)));
    }
    return text.empty() ? text : text + std::string(end) + "]";
}

}  // namespace

std::string starting_line(std::uint32_t threads, std::uint32_t processes) {
    std::string text = "Starting ";
    if (threads > 0) text += counted(threads, "thread", "threads");
    if (threads > 0 && processes > 0) text += " and ";
    if (processes > 0) text += counted(processes, "process", "processes");
    return text;
}

std::string live_line(const LiveStatus& status, unsigned columns) {
    const NumberBase base = base_of(status.kb_base);
    const std::string head = fmt::format("Jobs: {} (f={})", status.running, status.open_files);
    const std::size_t room = columns == 0 ? std::string::npos : columns;
    if (status.letters.empty()) return head.substr(0, room);
    std::array<std::string, 5> parts = {
        fmt::format("[{}]", run_lengths(status.letters)),
        status.eta ? fmt::format("[{:3.1f}%]", 100.0 * status.done_fraction) : "[-.-%]",
        rates(status.bytes_per_second, "",
              [&](std::uint64_t rate) { return rate_text(rate, base, status.unit_base); }),
        rates(status.ios_per_second, " IOPS", [](std::uint64_t rate) { return count_text(rate); }),
        status.eta ? fmt::format("[eta {}]", span_text(*status.eta)) : ""};
    std::size_t used = head.size() + 2;
    // On a terminal too narrow for all, what a user waits for stays: the time left above all.
    constexpr std::array<std::size_t, 5> by_worth = {4, 1, 2, 0, 3};
    if (used + parts[4].size() > room) return (status.eta ? parts[4] : head).substr(0, room);
    for (const std::size_t i : by_worth) {
        if (used + parts[i].size() > room) parts[i].clear();
        used += parts[i].size();
    }
    return fmt::format("{}: {}", head, fmt::join(parts, ""));
}

}  // namespace fathom
