// --debug topics that are about a part of the job language (verify, rate, zbd, ...): which settings
// of that part each job has in force, and whether this version acts on them.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/debug.h"
#include "job/build.h"
#include "job/option.h"

namespace fathom {

/// One line a job: "a: rate=1m rate_process=poisson", with "(not supported yet)" after a setting
/// that keeps the job from running, or "a: sets none of: rate, rate_min, ..."; empty for a topic
/// that is about no part of the language.
std::vector<std::string> topic_settings(Topic topic, std::span<const Job> jobs,
                                        const OptionTable& table);

/// Writes those lines of every topic that is on.
void trace_topics(std::span<const Job> jobs, const OptionTable& table);

}  // namespace fathom
