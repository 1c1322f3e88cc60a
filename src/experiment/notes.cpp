#include "experiment/notes.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "experiment/row_text.h"
#include "experiment/runs.h"
#include "report/quantity.h"
#include "stats/modes.h"
#include "stats/oddities.h"
#include "stats/order_effect.h"
#include "stats/trend.h"
#include "stats/warm_up.h"

namespace fathom {

namespace {

/// One in a hundred comparisons without drift is noted.
constexpr double remarkable = 0.01;
/// Seconds below which a run's own course is not judged.
constexpr std::size_t fewest_seconds = 20;

class NoteTaker {
  public:
    NoteTaker(const Experiment& experiment, const ComparisonResult& result)
        : experiment_(experiment), result_(result) {}

    std::vector<std::string> all() {
        about_the_runs();
        about_pairs();
        for (const RunPicture& picture : result_.pictures) about_picture(picture);
        about_noise();
        for (std::size_t v = 0; v < experiment_.variants.size(); ++v) about_seconds(v);
        about_warnings();
        return std::move(notes_);
    }

  private:
    template <class... Values>
    void note(fmt::format_string<Values...> form, Values&&... values) {
        notes_.push_back(fmt::format(form, std::forward<Values>(values)...));
    }
    [[nodiscard]] const std::string& name(std::size_t variant) const {
        return experiment_.variants[variant].name;
    }
    /// "read IOPS of psync", with the part's name where there are several.
    [[nodiscard]] std::string subject(const RunPicture& picture, std::size_t variant) const {
        std::string text =
            picture.metric.direction
                ? fmt::format("{} {}", name_of(*picture.metric.direction), name_of(picture.metric))
                : name_of(picture.metric);
        if (result_.parts.size() > 1) text += " of " + result_.parts[picture.part];
        return fmt::format("{} with {}", text, name(variant));
    }

    void about_the_runs() {
        for (const std::string& text : experiment_.notes) note("{}", text);
        if (result_.interrupted) note("interrupted: what was done until then is compared");
        std::size_t failed = 0, interrupted = 0;
        std::string first;
        for (const TakenRun& run : experiment_.runs) {
            if (run_counts(run.facts)) continue;
            if (run.facts.interrupted) {
                ++interrupted;
                continue;
            }
            ++failed;
            for (const PartFacts& part : run.facts.parts) {
                if (first.empty() && part.error != 0)
                    first = fmt::format("{}: {}", name(run.variant), part.error_text);
            }
        }
        if (failed != 0) {
            note("{} of {} runs failed and do not count{}", failed, experiment_.runs.size(),
                 first.empty() ? "" : " (" + first + ")");
        }
        if (interrupted != 0) note("{} interrupted runs do not count", interrupted);
        if (!experiment_.interleaved) {
            note(
                "the sets were not run in turn: a difference may be the machine's drift between "
                "them. `fathom compare` of jobs interleaves");
        }
    }

    void about_pairs() {
        const std::size_t most = *std::max_element(result_.runs.begin(), result_.runs.end());
        const std::size_t least = *std::min_element(result_.runs.begin(), result_.runs.end());
        if (most != least) {
            note(
                "{} runs of one variant, {} of another: those without a partner are drawn, but "
                "not compared",
                most, least);
        }
        const bool too_few =
            std::any_of(result_.rows.begin(), result_.rows.end(),
                        [](const MetricComparison& row) { return row.result.too_few_pairs; });
        if (too_few) {
            note(
                "too few pairs for a statement at {:g} % confidence: at least 6 are needed for "
                "95 %",
                100 * result_.question.confidence);
        }
    }

    void about_picture(const RunPicture& picture) {
        for (const RunValues& runs : picture.variants) {
            const std::string what = subject(picture, runs.variant);
            if (const auto drift = stats::trend(runs.values);
                drift && drift->p < remarkable &&
                std::abs(drift->change) > result_.question.margin) {
                note("{} drifted by {} from the first run to the last; runs in turn cancel it",
                     what, signed_percent(drift->change));
            }
            if (const auto modes = stats::two_modes(runs.values); modes && modes->found) {
                note(
                    "{} has two modes: {} in {} runs, {} in {}; their median is a value it may "
                    "never have",
                    what, quantity(modes->low, unit_of(picture.metric)), modes->n_low,
                    quantity(modes->high, unit_of(picture.metric)),
                    runs.values.size() - modes->n_low);
            }
            const stats::Outliers outliers = stats::outliers(runs.values);
            if (outliers.low + outliers.high != 0) {
                note("{} has outliers: {} low, {} high, of {} runs; they count as all others", what,
                     outliers.low, outliers.high, runs.values.size());
            }
        }
        about_order(picture);
    }

    void about_order(const RunPicture& picture) {
        if (!experiment_.interleaved) return;
        std::vector<stats::PlacedRun> placed;
        for (const TakenRun& run : experiment_.runs) {
            if (!run_counts(run.facts)) continue;
            const auto value = value_of(picture.metric, run.facts.parts[picture.part]);
            if (value) placed.push_back({run.block, run.place, run.variant, std::log(*value)});
        }
        // Blocks that were not finished have no place for every run.
        std::erase_if(placed, [&](const stats::PlacedRun& one) {
            const std::size_t k = experiment_.variants.size();
            return std::count_if(placed.begin(), placed.end(), [&](const stats::PlacedRun& other) {
                       return other.block == one.block;
                   }) != static_cast<std::ptrdiff_t>(k * k);
        });
        const auto effect = stats::order_effect(placed);
        if (!effect || effect->p >= remarkable) return;
        const auto place =
            std::max_element(effect->effect.begin(), effect->effect.end(),
                             [](double a, double b) { return std::abs(a) < std::abs(b); });
        note(
            "the place in a block matters: {} run of each is {} off the others' mean (p = {:.3f}); "
            "a longer --settle or ramp_time may help",
            ordinal(place - effect->effect.begin()), signed_percent(std::expm1(*place)), effect->p);
    }

    static std::string ordinal(std::ptrdiff_t index) {
        static constexpr const char* names[] = {"the first", "the second", "the third"};
        return index < 3 ? names[index] : fmt::format("the {}th", index + 1);
    }

    void about_noise() {
        for (const MetricComparison& row : result_.rows) {
            if (!row.in_gate || !row.result.asymmetric_noise) continue;
            note(
                "asymmetric noise: for {} of {} the signed-rank and the sign interval disagree "
                "about zero; look at the dots",
                name_of(row.metric), name(row.variant));
        }
    }

    void about_seconds(std::size_t variant) {
        std::size_t judged = 0, cold = 0, stalled = 0, trending = 0;
        for (const TakenRun& run : experiment_.runs) {
            if (run.variant != variant || !run_counts(run.facts)) continue;
            for (const PartFacts& part : run.facts.parts) {
                for (const DirectionFacts& facts : part.directions.values) {
                    if (facts.per_second.size() < fewest_seconds) continue;
                    ++judged;
                    const auto warm = stats::mser5(facts.per_second);
                    const bool is_cold =
                        warm && (!warm->over || warm->values * 4 > facts.per_second.size());
                    if (is_cold) ++cold;
                    if (stats::stalls(facts.per_second).count != 0) ++stalled;
                    const auto slope = stats::trend(facts.per_second);
                    if (!is_cold && slope && slope->p < remarkable && std::abs(slope->change) > 0.1)
                        ++trending;
                }
            }
        }
        if (cold != 0) {
            note(
                "{} of {} runs of {} were still warming up after a quarter of their time: a "
                "longer ramp_time",
                cold, judged, name(variant));
        }
        if (stalled != 0) {
            note("{} of {} runs of {} had stalls: intervals under a tenth of the median", stalled,
                 judged, name(variant));
        }
        if (trending != 0) {
            note("{} of {} runs of {} changed by more than 10 % from start to end", trending,
                 judged, name(variant));
        }
    }

    /// What the runs themselves remarked, once for each variant.
    void about_warnings() {
        std::map<std::pair<std::size_t, std::string>, std::size_t> seen;
        std::vector<std::size_t> runs(experiment_.variants.size());
        for (const TakenRun& run : experiment_.runs) {
            if (!run_counts(run.facts)) continue;
            ++runs[run.variant];
            std::set<std::string> texts;
            for (const Problem& warning : run.facts.warnings) texts.insert(warning.what);
            for (const std::string& text : texts) ++seen[{run.variant, text}];
        }
        for (const auto& [what, count] : seen) {
            const auto& [variant, text] = what;
            note("{}, {} of {} runs: {}", name(variant), count, runs[variant], text);
        }
    }

    const Experiment& experiment_;
    const ComparisonResult& result_;
    std::vector<std::string> notes_;
};

}  // namespace

std::vector<std::string> notes_of(const Experiment& experiment, const ComparisonResult& result) {
    return NoteTaker(experiment, result).all();
}

}  // namespace fathom
