#include "run/trigger.h"

#include <algorithm>

#include <unistd.h>

#include "run/hooks.h"

namespace fathom {

namespace {
constexpr Nanos look_every = 50_ms;
}

bool Trigger::due(Nanos now) {
    if (gone_off_ || !options_.set()) return false;
    const bool late = options_.timeout.count() > 0 && now - begin_ >= options_.timeout;
    // Removed, not only seen: the next run would go off at once.
    const bool seen = !options_.file.empty() && ::unlink(options_.file.c_str()) == 0;
    gone_off_ = late || seen;
    return gone_off_;
}

std::optional<Nanos> Trigger::next_moment(Nanos now) const {
    if (gone_off_ || !options_.set()) return std::nullopt;
    const Nanos by_time = begin_ + options_.timeout;
    if (options_.file.empty()) return by_time;
    return options_.timeout.count() > 0 ? std::min(by_time, now + look_every) : now + look_every;
}

void Trigger::run_command() const {
    if (!options_.command.empty()) run_shell(options_.command);
}

}  // namespace fathom
