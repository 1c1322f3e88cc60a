#include "cli/seek_plan.h"

#include <algorithm>
#include <set>

#include <fmt/format.h>

#include "base/error.h"
#include "base/wide.h"
#include "report/quantity.h"

namespace fathom {

namespace {

constexpr std::uint64_t usual_size = 2048;
constexpr std::uint32_t usual_cycle = 20;
constexpr std::uint64_t usual_sizes[] = {1024, 2048, 4096, 8192, 16384, 32768, 65536, 131072};
constexpr std::uint32_t usual_cycles[] = {1, 2, 5, 10, 20, 50, 100, 0};
/// In a run: a second of an arm, as much as means something of what has none, virtual time.
constexpr std::uint64_t requests_of_arm = 500, requests_without = 20'000, requests_simulated = 4000;
constexpr std::uint64_t hops_of_arm = 200, hops_simulated = 1000;
constexpr std::uint64_t zone_places = 16, zone_bytes = 64 << 20, zone_request = 1 << 20;
/// All of a queue's buffers are there at once.
constexpr std::uint64_t most_queued_bytes = std::uint64_t{1} << 30;

struct Size {
    std::uint64_t bytes;
    std::uint32_t cycle;  ///< 0: all of a run
};

/// Every size with every cycle; without either, the sizes at one cycle and the cycles at one size.
std::vector<Size> wanted(const SeekChoice& choice, std::uint64_t block) {
    std::vector<std::uint64_t> sizes = choice.sizes;
    if (sizes.empty()) sizes.assign(std::begin(usual_sizes), std::end(usual_sizes));
    const std::uint64_t one_size = std::max(usual_size, block);
    std::vector<Size> found;
    if (choice.sizes.empty() && choice.cycles.empty()) {
        for (const std::uint64_t size : sizes)
            if (size >= block) found.push_back({size, usual_cycle});
        for (const std::uint32_t cycle : usual_cycles)
            if (cycle != usual_cycle) found.push_back({one_size, cycle});
        return found;
    }
    if (choice.sizes.empty()) sizes = {one_size};
    const std::vector<std::uint32_t> cycles =
        choice.cycles.empty() ? std::vector{usual_cycle} : choice.cycles;
    for (const std::uint64_t size : sizes)
        for (const std::uint32_t cycle : cycles) found.push_back({size, cycle});
    return found;
}

void check(const SeekTarget& target, const SeekChoice& choice, std::uint64_t span) {
    const auto refuse = [](const std::string& what, const std::string& hint = {}) {
        throw Error(what, {}, hint);
    };
    if (choice.range && *choice.range > target.bytes) {
        refuse(
            fmt::format("--range={}: {} has {} bytes", *choice.range, target.name, target.bytes));
    }
    for (const std::uint64_t size : choice.sizes) {
        if (size % target.block != 0) {
            refuse(
                fmt::format("--sizes: {} bytes are no whole blocks of {}, which has blocks of {}",
                            size, target.name, target.block));
        }
        if (size > span / 2) {
            refuse(
                fmt::format("--sizes: requests of {} bytes in a range of {}: there is nowhere "
                            "to seek to",
                            size, span));
        }
    }
}

/// The jobs' words and the subject, which all studies have alike.
void describe(SeekPlan& plan, const SeekTarget& target, const SeekChoice& choice,
              std::uint64_t span, const std::string& what) {
    plan.words = {"--name=seek"};
    plan.words.insert(plan.words.end(), target.words.begin(), target.words.end());
    plan.subject.target = target.name;
    plan.subject.span = span;
    plan.subject.notes = target.notes;
    const std::string all = quantity(static_cast<double>(target.bytes), "B");
    plan.subject.how = fmt::format(
        "{}; {} {} of {}", target.medium, choice.write ? "writes" : "reads", what,
        span + target.block > target.bytes
            ? "all its " + all
            : fmt::format("the first {} of its {}", quantity(static_cast<double>(span), "B"), all));
    const double share = static_cast<double>(span) / static_cast<double>(target.bytes);
    if (share < 0.2) {
        plan.subject.notes.push_back(fmt::format(
            "the range is {:.2g} % of the target: the arm moves less than over all of it, and "
            "caches may hold much of it",
            100 * share));
    }
}

NamedSettings settings_of(const std::string& order, std::uint32_t cycle, bool simulated) {
    NamedSettings one{order, {}};
    const bool queue = order == "queue";
    const char* const sorted = order == "elevator"      ? "oneway"
                               : order == "alternating" ? "alternating"
                               : order == "nearest"     ? "nearest"
                                                        : "drawn";
    one.settings = {{"elevator", sorted}};
    if (!simulated) one.settings.emplace_back("ioengine", queue ? "io_uring" : "psync");
    if (!queue) return one;
    // The whole cycle is handed over, then waited for: the drive's or the kernel's elevator has it.
    for (const char* option :
         {"iodepth", "iodepth_batch", "iodepth_batch_complete_min", "iodepth_batch_complete_max"})
        one.settings.emplace_back(option, std::to_string(cycle));
    return one;
}

/// The cells of a profile, and what all their jobs have.
struct Places {
    std::vector<std::uint64_t> points;
    Cell settings;

    void set(const char* option, std::uint64_t value) {
        settings.emplace_back(option, std::to_string(value));
    }
};

Places places_of_zones(SeekPlan& plan, const SeekTarget& target, const SeekChoice& choice,
                       std::uint64_t span) {
    const std::uint64_t size = choice.sizes.empty() ? zone_request : choice.sizes.front();
    plan.each = std::min(zone_bytes, span / zone_places) / size * size;
    if (plan.each == 0) {
        throw Error(
            fmt::format("--zones: {} bytes are too few for {} places", span, zone_places + 1), {},
            "smaller --sizes, or a larger target");
    }
    Places places;
    for (std::uint64_t i = 0; i <= zone_places; ++i) {
        const auto place =
            static_cast<std::uint64_t>(static_cast<Wide>(span - plan.each) * i / zone_places);
        places.points.push_back(place / size * size);
    }
    places.set("bs", size);
    places.set("size", plan.each);
    describe(plan, target, choice, span, "one after another");
    plan.words.emplace_back(choice.write ? "--rw=write" : "--rw=read");
    return places;
}

Places places_of_curve(SeekPlan& plan, const SeekTarget& target, const SeekChoice& choice,
                       std::uint64_t span) {
    plan.each = choice.sizes.empty() ? target.block : choice.sizes.front();
    const std::uint64_t requests =
        choice.requests.value_or(target.simulated ? hops_simulated : hops_of_arm);
    // From near to the whole span, each half as far again.
    constexpr double shortest = 256 * 1024, factor = 1.5, longest = 0.93;
    const double least = std::max(shortest, 2 * static_cast<double>(plan.each));
    Places places;
    for (double d = static_cast<double>(span) * longest; d >= least; d /= factor)
        places.points.push_back(static_cast<std::uint64_t>(d) / plan.each * plan.each);
    std::reverse(places.points.begin(), places.points.end());
    if (places.points.size() < 4) {
        throw Error(fmt::format("--curve: {} bytes are too few to seek over", span), {},
                    "a larger target or --range");
    }
    places.set("bs", plan.each);
    places.set("size", span);
    places.set("io_size", requests * plan.each);
    describe(plan, target, choice, span,
             fmt::format("in runs of {}, each so far from the last,", requests));
    for (const char* word : {choice.write ? "--rw=randwrite" : "--rw=randread", "--norandommap"})
        plan.words.emplace_back(word);
    return places;
}

}  // namespace

SeekPlan plan_seek(const SeekTarget& target, const SeekChoice& choice) {
    const std::uint64_t span = choice.range.value_or(target.bytes) / target.block * target.block;
    check(target, choice, span);
    SeekPlan plan;
    std::vector<std::string> orders = choice.orders;
    if (orders.empty()) orders = {"unsorted", "elevator"};
    const std::uint64_t requests =
        choice.requests.value_or(target.simulated                    ? requests_simulated
                                 : target.rotational.value_or(false) ? requests_of_arm
                                                                     : requests_without);
    std::set<std::uint64_t> runs;  ///< requests of one
    Axis sizes{seek_size_option, {}}, cycles{seek_cycle_option, {}};
    for (const Size& size : wanted(choice, target.block)) {
        if (size.bytes > span / 2) continue;
        const auto cycle = size.cycle == 0 ? static_cast<std::uint32_t>(requests) : size.cycle;
        const std::uint64_t whole = (requests + cycle - 1) / cycle * cycle;
        runs.insert(whole);
        const bool queues = std::find(orders.begin(), orders.end(), "queue") != orders.end();
        if (queues && cycle * size.bytes > most_queued_bytes) {
            throw Error(fmt::format("--order=queue: {} requests of {} bytes at once take more than "
                                    "{} of memory",
                                    cycle, size.bytes,
                                    quantity(static_cast<double>(most_queued_bytes), "B")),
                        {}, "a shorter --cycle or smaller --sizes");
        }
        const Cell cell = {{seek_size_option, std::to_string(size.bytes)},
                           {seek_cycle_option, std::to_string(cycle)}};
        if (std::find(plan.sweep.cells.begin(), plan.sweep.cells.end(), cell) !=
            plan.sweep.cells.end())
            continue;
        plan.sweep.cells.push_back(cell);
        const auto add = [](Axis& axis, const std::string& value) {
            if (std::find(axis.values.begin(), axis.values.end(), value) == axis.values.end())
                axis.values.push_back(value);
        };
        add(sizes, cell[0].second);
        add(cycles, cell[1].second);
        auto& variants = plan.cells.emplace_back();
        for (const std::string& order : orders) {
            NamedSettings one = settings_of(order, cycle, target.simulated);
            one.settings.insert(one.settings.begin(), cell.begin(), cell.end());
            one.settings.emplace_back("io_size", std::to_string(whole * size.bytes));
            variants.push_back(std::move(one));
        }
    }
    if (plan.cells.empty()) {
        throw Error(fmt::format("a range of {} bytes leaves nowhere to seek to", span), {},
                    "a larger --range or target");
    }
    plan.sweep.axes = {std::move(sizes), std::move(cycles)};
    describe(plan, target, choice, span,
             fmt::format("in runs of {}{}, at random places", *runs.begin(),
                         runs.size() > 1 ? fmt::format(" to {}", *runs.rbegin()) : std::string()));
    for (const char* word : {choice.write ? "--rw=randwrite" : "--rw=randread", "--norandommap"})
        plan.words.emplace_back(word);
    plan.words.push_back(fmt::format("--size={}", span));
    return plan;
}

SeekPlan plan_profile(const SeekTarget& target, const SeekChoice& choice, ProfileKind kind) {
    const bool zones = kind == ProfileKind::zones;
    const char* const flag = zones ? "--zones" : "--curve";
    if (!choice.cycles.empty() || !choice.orders.empty())
        throw Error(fmt::format("{} sorts nothing: leave out --cycle and --order", flag));
    if (choice.sizes.size() > 1)
        throw Error(fmt::format("{} takes one of --sizes, here are {}", flag, choice.sizes.size()));
    const std::uint64_t span = choice.range.value_or(target.bytes) / target.block * target.block;
    check(target, choice, span);
    SeekPlan plan;
    const Places places = zones ? places_of_zones(plan, target, choice, span)
                                : places_of_curve(plan, target, choice, span);
    Axis axis{profile_option(kind), {}};
    for (const std::uint64_t point : places.points) {
        axis.values.push_back(std::to_string(point));
        plan.sweep.cells.push_back({{axis.option, axis.values.back()}});
        NamedSettings one{"", places.settings};
        if (!target.simulated) one.settings.emplace_back("ioengine", "psync");
        one.settings.emplace_back(axis.option, axis.values.back());
        plan.cells.push_back({std::move(one)});
    }
    plan.sweep.axes = {std::move(axis)};
    return plan;
}

}  // namespace fathom
