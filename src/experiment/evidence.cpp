#include "experiment/evidence.h"

#include <algorithm>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>

#include "experiment/runs.h"
#include "report/quantity.h"
#include "stats/sample.h"

namespace fathom {

namespace {

/// A counter's median over a variant's runs.
struct CounterMedian {
    double value = 0;
    std::string unit;
};
using Medians = std::map<std::string, CounterMedian>;

/// What a counter that differs tells, and how far apart two medians have to be to say so.
struct Reading {
    const char* name;
    double apart;  ///< as a share of the larger
    double least;  ///< and the larger one at least so much
    const char* says;
};

constexpr Reading readings[] = {
    {"mean request at the device", 0.05, 1,
     "requests were merged or split on their way differently"},
    {"requests merged", 0.2, 100, "neighbours were joined before they reached the device"},
    {"device busy", 0.05, 5, "where it is low, the device waited for the tester"},
    {"queue depth reached", 0.1, 1.05, "the device had more to choose from where it is higher"},
    {"context switches per I/O", 0.1, 0.01, "each is a wait or a preemption"},
    {"processor time per I/O, user", 0.1, 50, ""},
    {"processor time per I/O, system", 0.1, 50, "the kernel's path differs"},
    {"major page faults", 0.2, 10, "pages came from the disk"},
    {"minor page faults per I/O", 0.2, 0.01, "memory was touched for the first time"},
    {"mean seek from I/O to I/O", 0.1, 4096, "a mechanical disk pays for each"},
    {"mean position in the file or device", 0.1, 2,
     "a mechanical disk is fastest at its start, the outer tracks"},
    {"times a processor was throttled by heat", 0.2, 1, "it ran slower than it can"},
    {"time held back by the control group's CPU limit", 0.2, 1e6,
     "the tester waited for its share of the processors"},
    {"syncs", 0.01, 1, "data was forced to the device more often where it is higher"},
};

class Evidence {
  public:
    explicit Evidence(const Experiment& experiment) : experiment_(experiment) {
        for (std::size_t v = 0; v < experiment.variants.size(); ++v)
            medians_.push_back(medians_of(v));
    }

    std::vector<std::string> all() {
        about_cache();
        about_depth();
        for (const Reading& reading : readings) about_counter(reading);
        about_processor();
        about_surroundings();
        about_settings();
        return std::move(hints_);
    }

  private:
    [[nodiscard]] const std::string& name(std::size_t variant) const {
        return experiment_.variants[variant].name;
    }
    [[nodiscard]] std::optional<double> median(std::size_t variant, const char* counter) const {
        const auto found = medians_[variant].find(counter);
        return found == medians_[variant].end() ? std::nullopt : std::optional(found->second.value);
    }

    [[nodiscard]] Medians medians_of(std::size_t variant) const {
        std::map<std::string, std::pair<std::vector<double>, std::string>> values;
        const auto add = [&](const std::string& counter, double value, const std::string& unit) {
            values[counter].first.push_back(value);
            values[counter].second = unit;
        };
        for (const TakenRun& run : experiment_.runs) {
            if (run.variant != variant || !run_counts(run.facts)) continue;
            double read = 0, written = 0, processor = 0;
            for (const PartFacts& part : run.facts.parts) {
                read += static_cast<double>(part.directions[Direction::read].bytes);
                written += static_cast<double>(part.directions[Direction::write].bytes);
                for (const Counter& counter : part.counters) {
                    // Of several groups each has its own; the first stands for the run.
                    if (&part == &run.facts.parts.front())
                        add(counter.name, counter.value, counter.unit);
                }
                double iops = 0;
                for (const DirectionFacts& facts : part.directions.values) iops += facts.iops;
                processor = std::max(processor, part.cpu_per_io.value_or(0) * iops / 1e7);
            }
            add("bytes asked to be read", read, "B");
            add("bytes asked to be written", written, "B");
            if (processor > 0) add("processor used", processor, "%");
            for (const Counter& counter : run.facts.counters)
                add(counter.name, counter.value, counter.unit);
        }
        Medians medians;
        for (const auto& [counter, seen] : values)
            medians[counter] = {stats::median(seen.first), seen.second};
        return medians;
    }

    /// "12 KiB (psync), 4 KiB (io_uring)"; empty when a variant does not have it.
    [[nodiscard]] std::string side_by_side(const char* counter) const {
        std::string text;
        for (std::size_t v = 0; v < medians_.size(); ++v) {
            const auto found = medians_[v].find(counter);
            if (found == medians_[v].end()) return {};
            if (!text.empty()) text += ", ";
            text +=
                fmt::format("{} ({})", quantity(found->second.value, found->second.unit), name(v));
        }
        return text;
    }

    void about_cache() {
        for (std::size_t v = 0; v < medians_.size(); ++v) {
            cache_hint(v, "bytes asked to be read", "bytes read from the device", "read",
                       "the page cache gave the rest", "readahead or other readers");
            cache_hint(v, "bytes asked to be written", "bytes written to the device", "written",
                       "the rest stayed in the page cache", "metadata, a journal or other writers");
        }
    }
    void cache_hint(std::size_t v, const char* asked_name, const char* moved_name, const char* verb,
                    const char* less, const char* more) {
        const auto asked = median(v, asked_name);
        const auto moved = median(v, moved_name);
        if (!asked || !moved || *asked <= 0) return;
        const double share = *moved / *asked;
        if (share > 0.95 && share < 1.05) return;
        hints_.push_back(fmt::format("{}: {} were {} and the device moved {}: {}", name(v),
                                     quantity(*asked, "B"), verb, quantity(*moved, "B"),
                                     share < 1 ? less : more));
    }

    void about_depth() {
        for (std::size_t v = 0; v < medians_.size(); ++v) {
            const auto asked = median(v, "queue depth asked");
            const auto reached = median(v, "queue depth reached");
            if (!asked || !reached || *asked < 2 || *reached > 0.8 * *asked) continue;
            hints_.push_back(
                fmt::format("{}: {:.1f} I/Os in flight on average, {:.0f} asked: the "
                            "queue was not kept full",
                            name(v), *reached, *asked));
        }
    }

    void about_counter(const Reading& reading) {
        double low = 0, high = 0;
        for (std::size_t v = 0; v < medians_.size(); ++v) {
            const auto value = median(v, reading.name);
            if (!value) return;
            low = v == 0 ? *value : std::min(low, *value);
            high = std::max(high, *value);
        }
        if (high < reading.least || high - low <= reading.apart * high) return;
        hints_.push_back(fmt::format("{}: {}{}{}", reading.name, side_by_side(reading.name),
                                     *reading.says == '\0' ? "" : "; ", reading.says));
    }

    void about_processor() {
        for (std::size_t v = 0; v < medians_.size(); ++v) {
            const auto used = median(v, "processor used");
            const auto asked = median(v, "queue depth asked");
            if (!used || *used < 95 || !asked) continue;
            hints_.push_back(
                fmt::format("{}: {:.0f} % of a processor was in use: it may be the "
                            "limit rather than the device",
                            name(v), *used));
        }
    }

    /// Facts that change by themselves from run to run say nothing.
    static bool restless(const std::string& fact) { return fact == "memory_available_kib"; }

    void about_surroundings() {
        std::map<std::string, std::vector<std::set<std::string>>> seen;
        const auto add = [&](const TakenRun& run, const std::string& what,
                             const std::string& value) {
            auto& variants = seen[what];
            variants.resize(experiment_.variants.size());
            variants[run.variant].insert(value);
        };
        for (const TakenRun& run : experiment_.runs) {
            if (!run_counts(run.facts)) continue;
            if (!run.facts.tester.empty()) add(run, "tester", run.facts.tester);
            for (const auto& fact : run.facts.surroundings.machine) {
                if (!restless(fact.name)) add(run, fact.name, fact.value);
            }
            for (const auto& place : run.facts.surroundings.places) {
                for (const auto& fact : place.facts) add(run, fact.name, fact.value);
            }
        }
        for (const auto& [what, variants] : seen) {
            const auto other =
                std::adjacent_find(variants.begin(), variants.end(), std::not_equal_to<>());
            if (other == variants.end()) continue;
            std::string text;
            for (std::size_t v = 0; v < variants.size(); ++v) {
                if (!text.empty()) text += ", ";
                text += fmt::format("{} ({})",
                                    variants[v].empty()
                                        ? "unknown"
                                        : fmt::format("{}", fmt::join(variants[v], " and ")),
                                    name(v));
            }
            hints_.push_back(fmt::format("{} differs: {}", what, text));
        }
    }

    /// Options whose values differ and that the variant's label does not name.
    void about_settings() {
        std::vector<std::map<std::string, std::string>> settings(experiment_.variants.size());
        for (const TakenRun& run : experiment_.runs) {
            if (!run_counts(run.facts) || !settings[run.variant].empty()) continue;
            for (const auto& [option, value] : run.facts.parts.front().settings) {
                // How a group stands in its file is not what it does.
                if (option == "stonewall" || option == "new_group") continue;
                settings[run.variant][option] = value;
            }
        }
        std::set<std::string> options;
        for (const auto& variant : settings) {
            for (const auto& [option, value] : variant) options.insert(option);
        }
        for (const std::string& option : options) {
            const auto value = [&](const auto& variant) {
                const auto found = variant.find(option);
                return found == variant.end() ? std::string("not set") : found->second;
            };
            const std::string first = value(settings.front());
            const bool same = std::all_of(settings.begin(), settings.end(),
                                          [&](const auto& v) { return value(v) == first; });
            const bool compared = std::any_of(
                experiment_.variants.begin(), experiment_.variants.end(),
                [&](const VariantLabel& label) {
                    return (" " + label.differs).find(" " + option + "=") != std::string::npos;
                });
            if (same || compared) continue;
            std::string text;
            for (std::size_t v = 0; v < settings.size(); ++v) {
                text +=
                    fmt::format("{}{} ({})", text.empty() ? "" : ", ", value(settings[v]), name(v));
            }
            hints_.push_back(fmt::format("setting {}: {}", option, text));
        }
    }

    const Experiment& experiment_;
    std::vector<Medians> medians_;
    std::vector<std::string> hints_;
};

}  // namespace

std::vector<std::string> evidence_of(const Experiment& experiment) {
    return Evidence(experiment).all();
}

}  // namespace fathom
