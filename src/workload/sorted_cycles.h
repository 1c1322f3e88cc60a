// Around a random stream: takes a cycle of requests, sorts it by place and hands it on, as a server
// does that gathers requests before it asks the disk. What the order gains is the question of
// `fathom seek`.
#pragma once

#include <cstdint>
#include <memory>

#include "job/job.h"
#include "workload/workload.h"

namespace fathom {

/// Cycles of `cycle` data requests of one file. Orders: as drawn (a cycle is only gathered), one
/// way (upward each time, C-LOOK), alternating (up, then down, LOOK), nearest first (from where the
/// last request ended, SSTF). What moves no data ends a cycle and keeps its place.
std::unique_ptr<Workload> sorted_cycles(std::unique_ptr<Workload> stream, ElevatorOrder order,
                                        std::uint32_t cycle);

}  // namespace fathom
