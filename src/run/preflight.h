// What can be known to be wrong before the first file is made. Of a plan as it stands: engines and
// what they cannot do, --readonly, directories, processors; of a worker's files as they are found:
// permissions, devices in use.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <tuple>

#include "engine/engine.h"
#include "run/plan.h"
#include "run/run.h"

namespace fathom {

/// Looks at the files of one worker after the other, and at each only once.
class PathCheck {
  public:
    /// Throws Error when `worker` may not do with one of its files what its job asks.
    void check(const Job& job, const PlannedWorker& worker, const EngineTraits& traits);

  private:
    /// Path, read, changed, changed even when in use.
    using Use = std::tuple<std::string, bool, bool, bool>;
    std::map<Use, std::optional<Error>> seen_;
};

}  // namespace fathom
