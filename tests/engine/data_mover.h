// Tests that run over every engine that carries bytes between buffers and files, plain and
// offloaded, or over those of them that can do what is tested.
#pragma once

#include <ostream>
#include <string>
#include <vector>

#include "engine/harness.h"

namespace fathom::test {

struct Subject {
    std::string engine;
    bool offload = false;
};

inline std::string to_string(const Subject& subject) {
    return subject.engine + (subject.offload ? "_offloaded" : "");
}
inline std::string name_of_subject(const ::testing::TestParamInfo<Subject>& info) {
    return to_string(info.param);
}
inline void PrintTo(const Subject& subject, std::ostream* out) {
    *out << to_string(subject);
}

/// Engines that carry bytes between buffers and files; of these the ones `fit`.
inline std::vector<Subject> data_movers(bool (*fit)(const Subject&) = [](const Subject&) {
    return true;
}) {
    std::vector<Subject> subjects;
    for (const EngineEntry& entry : engines()) {
        if (entry.traits.moves_no_data || entry.traits.diskless) continue;
#if defined(__SANITIZE_THREAD__)
        // glibc's helper threads make threads themselves, which ThreadSanitizer knows nothing of:
        // its allocator crashes in them.
        if (entry.name == "posixaio") continue;
#endif
        for (const Subject& subject : {Subject{entry.name, false}, Subject{entry.name, true}}) {
            if (fit(subject)) subjects.push_back(subject);
        }
    }
    return subjects;
}

class DataMover : public ::testing::TestWithParam<Subject> {
  protected:
    void SetUp() override {
        harness.job.io_submit_mode = GetParam().offload ? SubmitMode::offload : SubmitMode::inline_;
        harness.job.fadvise_hint = FadviseHint::off;
    }
    void make() { harness.make(GetParam().engine); }

    Harness harness;
};

inline std::vector<Request> requests_in_order(Op op, unsigned count, std::uint32_t length = block) {
    std::vector<Request> requests;
    for (unsigned i = 0; i < count; ++i)
        requests.push_back({.offset = std::uint64_t{i} * length, .length = length, .op = op});
    return requests;
}

/// Every block once, far apart from the one before.
inline std::vector<Request> requests_scattered(Op op, unsigned count) {
    std::vector<Request> requests = requests_in_order(op, count);
    std::vector<Request> scattered;
    for (unsigned i = 0; i < count; ++i) scattered.push_back(requests[i * 7 % count]);
    return scattered;
}

}  // namespace fathom::test
