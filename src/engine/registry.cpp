#include <algorithm>

#include "engine/engine.h"

namespace fathom {

namespace {
std::vector<EngineEntry>& table() {
    static std::vector<EngineEntry> entries;
    return entries;
}
}  // namespace

bool detail::register_engine(EngineEntry entry) {
    auto& entries = table();
    const auto place = std::lower_bound(
        entries.begin(), entries.end(), entry.name,
        [](const EngineEntry& e, const std::string& name) { return e.name < name; });
    entries.insert(place, std::move(entry));
    return true;
}

QueueShape EngineEntry::shape(const Job& job) const {
    if (own_shape != nullptr) return own_shape(job);
    const unsigned depth = std::max(job.iodepth, 1U);
    const bool queues = !synchronous || job.io_submit_mode == SubmitMode::offload;
    return {queues ? depth : 1, synchronous};
}

bool EngineEntry::does_io_in_the_call(const Job& job) const {
    return own_shape != nullptr ? own_shape(job).synchronous : synchronous;
}

std::span<const EngineEntry> engines() {
    return table();
}

const EngineEntry* find_engine(std::string_view name) {
    for (const EngineEntry& entry : table()) {
        if (entry.name == name) return &entry;
    }
    return nullptr;
}

}  // namespace fathom
