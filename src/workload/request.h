// A Request: the next thing to do, as the workload decides it. Requests travel in small batches so
// that the hot loop pays one virtual call for many of them.
#pragma once

#include <array>
#include <cstdint>

#include "base/direction.h"

namespace fathom {

enum class Op : std::uint8_t {
    read,
    write,
    trim,
    // Below: not data; the loop leaves its fast path for them.
    fsync,
    fdatasync,
    sync_range,  ///< sync_file_range over offset, length
    open_file,   ///< openfiles: open before the next request to it
    close_file,  ///< openfiles: no more requests to it; waits for those in flight
    next_pass    ///< the file is gone over once more; whoever asked for marks acts on it
};

constexpr bool moves_data(Op op) {
    return op <= Op::trim;
}
constexpr Direction direction_of(Op op) {
    return static_cast<Direction>(op);
}

struct Request {
    std::uint64_t offset = 0;  ///< bytes from the start of the file
    std::uint32_t length = 0;  ///< bytes
    std::uint32_t file = 0;    ///< index into the worker's file table
    Op op = Op::read;
};

struct RequestBatch {
    static constexpr unsigned capacity = 64;
    std::array<Request, capacity> requests;
    unsigned count = 0;
};

}  // namespace fathom
