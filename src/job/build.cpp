#include "job/build.h"

#include <algorithm>
#include <array>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <unistd.h>

#include "job/nearest.h"
#include "job/number.h"
#include "job/parse_trace.h"
#include "job/settle.h"
#include "job/value.h"

namespace fathom {

namespace {

/// A job being made. An engine's options are kept while another engine is named, as a global
/// section may set them for one engine and a job choose another.
struct Draft {
    Job job;
    std::map<std::string, std::map<std::string, std::string>> set_aside;
    std::string profile;                     ///< the built-in test that is asked for
    std::map<std::string, Problem> not_yet;  ///< by option: a later value may take it back

    void switch_engine(const std::string& before) {
        if (before == job.ioengine) return;
        set_aside[before] = std::exchange(job.engine_options, {});
        if (const auto kept = set_aside.find(job.ioengine); kept != set_aside.end()) {
            job.engine_options = kept->second;
        }
    }
};

std::string joined(const std::vector<std::string>& words) {
    std::string all;
    for (const std::string& word : words) all += (all.empty() ? "" : ", ") + word;
    return all;
}

std::string as_written(const RawOption& option) {
    std::string text = option.name.substr(0, 200);
    if (option.has_value) text += "=" + option.value.substr(0, 200);
    for (char& c : text) {
        if ((c >= 0 && c < ' ') || c == 127) c = '?';
    }
    return text;
}

/// $pagesize, $mb_memory and $ncpus replaced; an arithmetic expression with them is worked out.
std::string with_keywords(std::string value, std::uint32_t kb_base) {
    if (value.find('$') == std::string::npos) return value;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE));
    const auto pages = static_cast<std::uint64_t>(sysconf(_SC_PHYS_PAGES));
    const std::array<std::pair<std::string_view, std::uint64_t>, 3> keywords = {{
        {"$pagesize", page},
        {"$mb_memory", (pages * page) >> 20},
        {"$ncpus", static_cast<std::uint64_t>(sysconf(_SC_NPROCESSORS_ONLN))},
    }};
    bool replaced = false;
    for (const auto& [word, number] : keywords) {
        for (auto at = value.find(word); at != std::string::npos; at = value.find(word)) {
            value.replace(at, word.size(), std::to_string(number));
            replaced = true;
        }
    }
    if (replaced && value.find_first_of("+-*/") != std::string::npos) {
        if (const auto result = evaluate(value, kb_base)) return to_text(*result);
    }
    return value;
}

bool equals_default(const OptionRow& row, std::string_view value, const ValueContext& context) {
    const bool off = row.kind == OptionKind::boolean || row.kind == OptionKind::flag ||
                     row.kind == OptionKind::integer || row.kind == OptionKind::size ||
                     row.kind == OptionKind::time;
    const std::string_view fallback =
        row.default_text.empty() && off ? std::string_view("0") : row.default_text;
    if (fallback.empty()) return false;
    if (value == fallback) return true;
    if (!off) return false;
    try {
        OptionRow any = row;  // a default may lie outside the limits (0 for "none")
        any.min = std::numeric_limits<std::int64_t>::min();
        any.max = std::numeric_limits<std::int64_t>::max();
        return normal_text(any, value, context) == normal_text(any, fallback, context);
    } catch (const Error&) {
        return false;
    }
}

class Builder {
  public:
    Builder(const OptionTable& table, const BuildOptions& options)
        : table_(table), options_(options) {}

    BuildResult build(const Spec& spec) {
        for (const Section& section : spec.sections) {
            if (section.is_global) {
                apply(global_, section, true);
            } else if (wanted(section)) {
                add_job(section);
            }
        }
        check_sections(spec);
        check_waiting();
        if (problems_.empty() && result_.jobs.empty())
            problems_.push_back({"No job(s) defined", {}, {}});
        if (!problems_.empty()) throw Error(each_once(problems_));
        return std::move(result_);
    }

  private:
    /// An override is the same mistake in every job.
    static std::vector<Problem> each_once(const std::vector<Problem>& problems) {
        std::vector<Problem> once;
        std::set<std::string> said;
        for (const Problem& problem : problems)
            if (said.insert(to_text(problem)).second) once.push_back(problem);
        return once;
    }

    [[nodiscard]] bool wanted(const Section& section) const {
        const auto& only = options_.sections;
        return only.empty() || std::find(only.begin(), only.end(), section.name) != only.end();
    }

    void check_sections(const Spec& spec) {
        for (const std::string& name : options_.sections) {
            const bool found =
                std::any_of(spec.sections.begin(), spec.sections.end(),
                            [&](const Section& s) { return !s.is_global && s.name == name; });
            if (!found) problems_.push_back({"no section [" + name + "]", {}, {}});
        }
    }

    void add_job(const Section& section) {
        Draft draft = global_;
        draft.job.name = section.name;
        draft.job.origin = section.origin;
        apply(draft, section, false);
        check_engine(draft.job);
        settle(draft.job, result_.warnings, problems_);
        for (const auto& [name, problem] : draft.not_yet) add_once(result_.not_yet, problem);
        result_.jobs.push_back(std::move(draft.job));
    }

    /// What a global section causes is reported once, not for each of its jobs.
    void add_once(std::vector<Problem>& problems, const Problem& problem) {
        if (said_.insert(to_text(problem)).second) problems.push_back(problem);
    }

    /// Core options first, as one of them names the engine whose options the rest may be.
    void apply(Draft& draft, const Section& section, bool is_global) {
        const std::string engine_before = draft.job.ioengine;
        const std::size_t problems_before = problems_.size();
        std::vector<const RawOption*> others;
        // On the command line each word acts from where it stands on, as with fio.
        const bool in_order = section.origin.file.empty();
        for (const bool early : {true, false}) {
            for (const RawOption& option : section.options) {
                const OptionRow* row = table_.find(option.name);
                const bool goes_first = row != nullptr && row->early && !in_order;
                if (row != nullptr && goes_first == early) set(draft, *row, option, is_global);
                if (row == nullptr && !early) others.push_back(&option);
            }
        }
        draft.switch_engine(engine_before);
        for (const RawOption* option : others) {
            const OptionRow* row = table_.find(draft.job.ioengine, option->name);
            if (row == nullptr) row = table_.find("profile:" + draft.profile, option->name);
            if (row != nullptr) {
                set(draft, *row, *option, is_global);
            } else if (!of_another_profile(*option)) {
                unknown(draft.job, *option);
            }
        }
        in_order_of(section, problems_before);
    }

    /// Problems from `first` on, in the order their options stand in the section.
    void in_order_of(const Section& section, std::size_t first) {
        if (problems_.size() <= first + 1) return;
        std::map<std::pair<std::string_view, int>, std::ptrdiff_t> place_of;
        for (const RawOption& option : section.options) {
            place_of.emplace(std::pair(std::string_view(option.origin.file), option.origin.line),
                             &option - section.options.data());
        }
        const auto place = [&](const Problem& problem) {
            const auto found =
                place_of.find({std::string_view(problem.where.file), problem.where.line});
            return found == place_of.end() ? std::ssize(section.options) : found->second;
        };
        std::stable_sort(problems_.begin() + static_cast<std::ptrdiff_t>(first), problems_.end(),
                         [&](const Problem& a, const Problem& b) { return place(a) < place(b); });
    }

    void set(Draft& draft, const OptionRow& row, const RawOption& option, bool is_global) {
        Job& job = draft.job;
        const ValueContext context{job.kb_base, option.origin, &result_.warnings};
        if (!option.has_value && row.kind != OptionKind::flag && !row.bare) {
            problems_.push_back({fmt::format("Option {} requires an argument", row.name),
                                 option.origin, "allowed: " + allowed_text(row)});
            return;
        }
        const std::string value = with_keywords(option.value, job.kb_base);
        trace_option(row, value, option.has_value, job.kb_base);
        try {
            if (option.has_value && trimmed(value).empty() && !row.bare) {
                refuse(row, value, context, "no value after '='");
            }
            draft.not_yet.erase(std::string(row.name));
            store(job, row, option, value, context);
        } catch (const NotYet& lack) {
            draft.not_yet.emplace(row.name, lack.problems().front());
        } catch (const Error& failure) {
            const auto& found = failure.problems();
            problems_.insert(problems_.end(), found.begin(), found.end());
            return;
        }
        if (row.name == "profile") draft.profile = value;
        record(job, {std::string(row.name), value, option.origin, is_global});
    }

    /// Throws NotYet for what cannot be acted on, Error for what cannot be read.
    void store(Job& job, const OptionRow& row, const RawOption& option, const std::string& value,
               const ValueContext& context) {
        switch (row.standing) {
            case OptionStanding::current:
                row.store(job, row, value, context);
                return;
            case OptionStanding::later:
                // The default may lie outside the limits (0 for none).
                if (!value.empty() && value == row.default_text) return;
                row.store(job, row, value, context);
                if (equals_default(row, option.has_value ? value : "1", context)) return;
                throw NotYet(fmt::format("not supported yet: {}", as_written(option)),
                             option.origin, std::string(row.help));
            case OptionStanding::ignored:
                result_.warnings.push_back({fmt::format("Option {} is deprecated", row.name),
                                            option.origin, "it has no effect"});
                return;
            case OptionStanding::gone:
                throw Error(fmt::format("Option {} is deprecated", row.name), option.origin,
                            std::string(row.help));
        }
    }

    /// A repeated option replaces its earlier record; a job's over a global one is added.
    void record(Job& job, GivenOption given) {
        for (GivenOption& earlier : job.given) {
            if (earlier.name != given.name) continue;
            const bool from_command_line = earlier.from_global && earlier.origin.file.empty();
            if (from_command_line && given.origin.line != 0 && !given.origin.file.empty()) {
                const std::string job_text =
                    given.from_global ? std::string() : fmt::format(" on job '{}'", job.name);
                result_.warnings.push_back(
                    {fmt::format("--{} had no effect{}: line {} of {} sets it", earlier.name,
                                 job_text, given.origin.line, given.origin.file),
                     {},
                     fmt::format("--override {}={} wins over the file", earlier.name,
                                 earlier.value)});
            }
            if (earlier.from_global == given.from_global) {
                earlier = std::move(given);
                return;
            }
        }
        job.given.push_back(std::move(given));
    }

    /// Whether it is an option of a built-in test that is not asked for: fio takes those anywhere.
    bool of_another_profile(const RawOption& option) {
        for (const std::string& profile : table_.engines(EngineStanding::profile)) {
            if (table_.find(profile, option.name) == nullptr) continue;
            const std::string near = table_.nearest("", option.name);
            result_.warnings.push_back(
                {fmt::format("{} has no effect: it belongs to profile={}", as_written(option),
                             profile.substr(profile.find(':') + 1)),
                 option.origin, near.empty() ? "" : "Did you mean " + near + "?"});
            return true;
        }
        return false;
    }

    void unknown(const Job& job, const RawOption& option) {
        std::string hint;
        const auto owners = table_.engines_with(option.name);
        const std::string near = table_.nearest(job.ioengine, option.name);
        if (!owners.empty()) {
            hint = fmt::format("{} belongs to {}; the engine here is {}", option.name,
                               joined(owners), job.ioengine);
        } else if (std::find(options_.flags.begin(), options_.flags.end(), option.name) !=
                   options_.flags.end()) {
            hint = "this one belongs on the command line: --" + option.name;
        } else if (!near.empty()) {
            hint = "Did you mean " + near + "?";
        }
        problems_.push_back({"Bad option <" + as_written(option) + ">", option.origin, hint});
    }

    void check_engine(const Job& job) {
        const EngineStanding standing = table_.engine_standing(job.ioengine);
        if (standing == EngineStanding::built) return;
        Origin where = job.origin;
        for (const GivenOption& given : job.given) {
            if (given.name == "ioengine") where = given.origin;
        }
        const auto names = table_.engines();
        const std::string hint = "available: " + joined(names);
        if (standing == EngineStanding::later) {
            add_once(result_.not_yet,
                     {fmt::format("not supported yet: ioengine={}", job.ioengine), where, hint});
            return;
        }
        if (standing == EngineStanding::foreign) {
            add_once(problems_,
                     {fmt::format("not supported yet: ioengine={}", job.ioengine), where, hint});
            return;
        }
        const std::string near = nearest_word(job.ioengine, {names.begin(), names.end()});
        add_once(problems_, {fmt::format("engine {} not loadable", job.ioengine.substr(0, 200)),
                             where, (near.empty() ? "" : "Did you mean " + near + "? ") + hint});
    }

    void check_waiting() {
        std::set<std::string_view> before;
        for (const Job& job : result_.jobs) {
            const bool found = job.wait_for.empty() || before.contains(job.wait_for);
            before.insert(job.name);
            if (!found) {
                problems_.push_back({fmt::format("wait_for={}: no job of this name before {}",
                                                 job.wait_for, job.name),
                                     job.origin,
                                     {}});
            }
        }
    }

    const OptionTable& table_;
    const BuildOptions& options_;
    Draft global_;
    BuildResult result_;
    std::vector<Problem> problems_;
    std::set<std::string> said_;  ///< what add_once has added
};

}  // namespace

BuildResult build_jobs(const Spec& spec, const OptionTable& table, const BuildOptions& options) {
    return Builder(table, options).build(spec);
}

}  // namespace fathom
