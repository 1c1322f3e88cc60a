// The parts of a saved result as JSON and back. Used by saved.cpp only.
#pragma once

#include <nlohmann/json.hpp>

#include "job/option.h"
#include "result/run_result.h"

namespace fathom {

using Json = nlohmann::ordered_json;

namespace saved {

Json job_json(const JobResult& job);
JobResult read_job(const Json& object, const OptionTable& table);
Json direction_json(const DirectionResult& direction);
DirectionResult read_direction(const Json& object);
Json latency_json(const Latency& latency);
Latency read_latency(const Json& object);
Json group_json(const GroupResult& group);
GroupResult read_group(const Json& object);
Json disk_json(const DiskUse& disk);
DiskUse read_disk(const Json& object);
Json options_json(const std::vector<GivenOption>& options);
std::vector<GivenOption> read_options(const Json& array);
Json problems_json(const std::vector<Problem>& problems);
std::vector<Problem> read_problems(const Json& array);

}  // namespace saved

}  // namespace fathom
