#include "cli/compare_flag_values.h"

#include <algorithm>
#include <iterator>
#include <map>

#include <fmt/format.h>

#include "base/error.h"
#include "job/number.h"
#include "job/value.h"

namespace fathom {

void refuse_flag(const CompareFlag& flag, const std::string& value, const std::string& why) {
    throw Error(fmt::format("--{}={}: {}", flag.name, value.substr(0, 200), why), {},
                fmt::format("--{}={}: {}", flag.name, flag.argument, flag.help));
}

namespace {

using Id = CompareFlagId;

/// A percentage as a share, the sign optional.
double share(const CompareFlag& flag, std::string text, double least, double most) {
    const std::string given = text;
    if (text.ends_with('%')) text.pop_back();
    const auto value = parse_fraction(text);
    if (!value || !(*value > least) || !(*value < most)) {
        refuse_flag(flag, given,
                    fmt::format("not a percentage above {:g} and below {:g}", least, most));
    }
    return *value / 100;
}

Nanos span_of(const CompareFlag& flag, const std::string& text) {
    const auto nanos = parse_span(text, "s");
    if (!nanos) refuse_flag(flag, text, "not a time (30, 500ms, 10m)");
    return Nanos{*nanos};
}

std::uint64_t whole(const CompareFlag& flag, const std::string& text, std::uint64_t least,
                    std::uint64_t most) {
    const auto number = parse_integer(text, 1024);
    if (!number || *number < static_cast<SignedWide>(least) ||
        *number > static_cast<SignedWide>(most)) {
        refuse_flag(flag, text, fmt::format("not a number from {} to {}", least, most));
    }
    return static_cast<std::uint64_t>(*number);
}

std::vector<double> percentiles(const CompareFlag& flag, const std::string& text) {
    std::vector<double> found;
    for (const std::string_view word : split(text, ',')) {
        const auto percent = parse_fraction(word);
        const bool known =
            percent && std::find(std::begin(fact_percentiles), std::end(fact_percentiles),
                                 *percent) != std::end(fact_percentiles);
        if (!known) {
            refuse_flag(flag, text,
                        fmt::format("{} is none of {}", word, fmt::join(fact_percentiles, ", ")));
        }
        found.push_back(*percent);
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

template <class Value>
std::set<Value> chosen(const CompareFlag& flag, const std::string& text,
                       const std::map<std::string, Value>& known) {
    std::set<Value> found;
    if (text == "none") return found;
    for (const std::string_view word : split(text, ',')) {
        const auto one = known.find(std::string(word));
        if (one == known.end()) {
            std::vector<std::string> names;
            for (const auto& [name, value] : known) names.push_back(name);
            refuse_flag(flag, text, fmt::format("{} is none of {}", word, fmt::join(names, ", ")));
        }
        found.insert(one->second);
    }
    return found;
}

Metric metric_of(const CompareFlag& flag, const std::string& text) {
    if (text == "iops") return {MetricKind::iops, 0, {}};
    if (text == "bandwidth") return {MetricKind::bandwidth, 0, {}};
    if (text == "latency") return {MetricKind::mean_latency, 0, {}};
    if (text == "cpu") return {MetricKind::cpu_per_io, 0, {}};
    const auto percent =
        text.starts_with('p') ? parse_fraction(std::string_view(text).substr(1)) : std::nullopt;
    const bool known =
        percent && std::find(std::begin(fact_percentiles), std::end(fact_percentiles), *percent) !=
                       std::end(fact_percentiles);
    if (!known)
        refuse_flag(flag, text, "none of iops, bandwidth, latency, p50, p95, p99, p99.9, cpu");
    return {MetricKind::percentile, *percent, {}};
}

CompareFormat format_of(const CompareFlag& flag, const std::string& text) {
    static const std::map<std::string, CompareFormat> known = {
        {"text", CompareFormat::text},
        {"markdown", CompareFormat::markdown},
        {"csv", CompareFormat::csv},
        {"json", CompareFormat::json}};
    const auto found = known.find(text);
    if (found == known.end()) refuse_flag(flag, text, "none of text, markdown, csv, json");
    return found->second;
}

/// "NAME:COMMAND" or "COMMAND"; whether NAME is a variant's is looked at later.
VariantCommand command_of(const CompareFlag& flag, const std::string& text) {
    if (text.empty()) refuse_flag(flag, text, "no command");
    return {"", text};
}

/// Each once, in rising order.
template <class Number>
std::vector<Number> in_order(std::vector<Number> numbers) {
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    return numbers;
}

/// "2k,64k", "1k..128k" (doubling) or both.
std::vector<std::uint64_t> sizes_of(const CompareFlag& flag, const std::string& text) {
    std::vector<std::uint64_t> sizes;
    constexpr std::uint64_t most = std::uint64_t{1} << 30;
    for (const std::string_view word : split(text, ',')) {
        const auto dots = word.find("..");
        const std::uint64_t first = whole(flag, std::string(word.substr(0, dots)), 512, most);
        const std::uint64_t last =
            dots == word.npos ? first : whole(flag, std::string(word.substr(dots + 2)), 512, most);
        if (last < first) refuse_flag(flag, text, fmt::format("{} falls", word));
        for (std::uint64_t size = first; size <= last; size *= 2) sizes.push_back(size);
    }
    for (const std::uint64_t size : sizes)
        if (size % 512 != 0) refuse_flag(flag, text, fmt::format("{} is no multiple of 512", size));
    return in_order(sizes);
}

/// "1,20,all"; all is 0, and comes last.
std::vector<std::uint32_t> cycles_of(const CompareFlag& flag, const std::string& text) {
    constexpr std::uint64_t most = 1'000'000;
    std::vector<std::uint32_t> cycles;
    bool all = false;
    for (const std::string_view word : split(text, ',')) {
        if (word == "all") {
            all = true;
        } else {
            cycles.push_back(static_cast<std::uint32_t>(whole(flag, std::string(word), 1, most)));
        }
    }
    cycles = in_order(cycles);
    if (all) cycles.push_back(0);
    return cycles;
}

std::vector<std::string> orders_of(const CompareFlag& flag, const std::string& text) {
    std::map<std::string, std::string> known;
    for (const std::string_view one : seek_orders) known.emplace(one, one);
    const std::set<std::string> given = chosen<std::string>(flag, text, known);
    std::vector<std::string> orders;
    for (const std::string_view one : seek_orders)
        if (given.contains(std::string(one))) orders.emplace_back(one);
    if (orders.empty()) refuse_flag(flag, text, "no order");
    return orders;
}

}  // namespace

void apply_flag(const CompareFlag& flag, const std::string& value, CompareOptions& options) {
    switch (flag.id) {
        case Id::over:
            options.over.push_back(parse_axis("--over", value));
            return;
        case Id::latency_curve:
            options.latency_curve = true;
            return;
        case Id::metric:
            options.metric = metric_of(flag, value);
            return;
        case Id::vary:
            options.vary.push_back(parse_axis("--vary", value));
            return;
        case Id::variant:
            options.variants.push_back(value);
            return;
        case Id::rounds:
            options.limits.rounds = whole(flag, value, 1, 100'000);
            return;
        case Id::budget:
            options.limits.budget = span_of(flag, value);
            return;
        case Id::precision:
            options.limits.precision = options.question.precision = share(flag, value, 0, 100);
            return;
        case Id::margin:
            options.question.margin = share(flag, value, 0, 100);
            options.question.margin_given = true;
            return;
        case Id::confidence:
            options.question.confidence = share(flag, value, 50, 100);
            return;
        case Id::percentiles:
            options.metrics.percentiles = percentiles(flag, value);
            return;
        case Id::gate:
            options.metrics.gate = chosen<MetricKind>(flag, value,
                                                      {{"iops", MetricKind::iops},
                                                       {"bandwidth", MetricKind::bandwidth},
                                                       {"latency", MetricKind::mean_latency},
                                                       {"percentiles", MetricKind::percentile},
                                                       {"cpu", MetricKind::cpu_per_io}});
            return;
        case Id::fail_on:
            options.fail_on = chosen<FailOn>(flag, value,
                                             {{"regression", FailOn::regression},
                                              {"unresolved", FailOn::unresolved},
                                              {"difference", FailOn::difference}});
            return;
        case Id::aa:
            options.aa = true;
            return;
        case Id::seed:
            options.seed = whole(flag, value, 0, UINT64_MAX);
            return;
        case Id::settle:
            options.settle = span_of(flag, value);
            return;
        case Id::drop_caches:
            options.drop_caches = true;
            return;
        case Id::before:
            options.before.push_back(command_of(flag, value));
            return;
        case Id::after:
            options.after.push_back(command_of(flag, value));
            return;
        case Id::before_each:
            options.before_each.push_back(command_of(flag, value).command);
            return;
        case Id::save:
            if (value.empty()) refuse_flag(flag, value, "no directory");
            options.save = value;
            return;
        case Id::dry_run:
            options.dry_run = true;
            return;
        case Id::format:
            options.format = format_of(flag, value);
            return;
        case Id::wide:
            options.wide = true;
            return;
        case Id::sizes:
            options.seek.sizes = sizes_of(flag, value);
            return;
        case Id::cycle:
            options.seek.cycles = cycles_of(flag, value);
            return;
        case Id::order:
            options.seek.orders = orders_of(flag, value);
            return;
        case Id::range:
            options.seek.range = whole(flag, value, 512, INT64_MAX);
            return;
        case Id::requests:
            options.seek.requests = whole(flag, value, 1, 16'777'216);
            return;
        case Id::write:
            options.seek.write = true;
            return;
        case Id::zones:
            options.seek.zones = true;
            return;
        case Id::curve:
            options.seek.curve = true;
            return;
        case Id::help:
            options.help = true;
            return;
    }
}

}  // namespace fathom
