// The plain streams: one file, one block size, nothing between the requests;
// one direction, or reads and writes mixed. Most jobs are these, so each is a
// loop of its own with nothing in it to decide.
#pragma once

#include <cstdint>
#include <memory>

#include "workload/workload.h"

namespace fathom {

struct PlainShape {
    FileSpan span;
    std::uint32_t block = 4096;       ///< bytes of every request
    Op op = Op::read;                 ///< of every request, unless mixed
    bool mixed = false;               ///< reads and writes
    std::uint32_t read_percent = 50;  ///< of a mixed stream
    std::uint64_t ios = 0;            ///< requests in all; ignored when endless
    bool endless = false;
    RandomGenerator generator = RandomGenerator::tausworthe;
    std::uint64_t seed = 0;  ///< of the random ones

    [[nodiscard]] std::uint64_t blocks() const { return span.length / block; }
    [[nodiscard]] std::uint64_t total_bytes() const { return endless ? 0 : ios * block; }
};

/// From the start to the end, and from the start again while requests are left.
std::unique_ptr<Workload> make_plain_sequential(const PlainShape& shape);

/// Every block once in random order; again in another order while requests are
/// left.
std::unique_ptr<Workload> make_plain_random(const PlainShape& shape);

/// Blocks drawn with replacement (norandommap).
std::unique_ptr<Workload> make_plain_random_any(const PlainShape& shape);

}  // namespace fathom
