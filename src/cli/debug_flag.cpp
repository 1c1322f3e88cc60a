#include "cli/debug_flag.h"

#include <algorithm>
#include <cstdio>

#include "cli/output.h"
#include "job/number.h"
#include "job/value.h"

namespace fathom {

std::string all_debug_topics() {
    std::string all;
    for (const std::string_view name : topic_names) {
        all += std::string(name) + (name == "job" ? ":N, " : ", ");
    }
    return all + "all";
}

void add_debug_topics(const std::string& list, const Origin& at, DebugChoice& choice) {
    for (const std::string_view part : split(list, ',')) {
        const std::string_view word = trimmed(part);
        const auto colon = word.find(':');
        const std::string_view name = word.substr(0, colon);
        const auto known = std::find(topic_names.begin(), topic_names.end(), name);
        if (name == "job") {
            const auto number =
                colon == word.npos ? std::nullopt : parse_integer(word.substr(colon + 1), 1024);
            if (number && *number >= 0 && *number <= 0xffffffff) {
                choice.only_worker = static_cast<std::uint32_t>(*number);
            } else {
                choice.not_found.push_back({"missing job number: --debug=" + std::string(word), at,
                                            "job:N, the first job is 1"});
            }
        } else if (word == "all") {
            for (std::size_t i = 0; i < topic_names.size(); ++i)
                choice.topics.push_back(static_cast<Topic>(i));
        } else if (known != topic_names.end() && colon == word.npos) {
            choice.topics.push_back(static_cast<Topic>(known - topic_names.begin()));
        } else {
            choice.not_found.push_back({"debug mask " + std::string(word) + " not found", at,
                                        "known: " + all_debug_topics()});
        }
    }
}

Debugging::Debugging(const DebugChoice& choice) {
    for (const Topic topic : choice.topics) debug_topic_on(topic);
    debug_only_worker(choice.only_worker);
}

Debugging::~Debugging() {
    // What was kept for a report that never came.
    debug_to(print_at_once);
    debug_to({});
    debug_topics_off();
}

Debugging::ToOutput::ToOutput(Output& output) {
    debug_to([&output](std::string_view text) { output.write(text); });
}

Debugging::ToOutput::~ToOutput() {
    debug_to({});
}

}  // namespace fathom
