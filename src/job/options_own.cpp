// Options that fio does not have.
#include "job/rows.h"

namespace fathom::rows {

void add_own_rows(Rows& rows) {
    rows.push_back(choice("elevator", &Job::elevator, "none",
                          {pick("none", ElevatorOrder::none, "no cycles"),
                           pick("drawn", ElevatorOrder::drawn, "as drawn; cycles are timed"),
                           pick("oneway", ElevatorOrder::oneway, "each cycle upward (C-LOOK)"),
                           pick("alternating", ElevatorOrder::alternating,
                                "a cycle upward, the next downward (LOOK)"),
                           pick("nearest", ElevatorOrder::nearest, "the nearest first (SSTF)")},
                          "io", "Order of the requests of each elevator_cycle, not of fio's"));
    rows.push_back(number("elevator_cycle", &Job::elevator_cycle, "20", "io",
                          "Random requests that are gathered and sorted, not of fio's")
                       .under("elevator")
                       .at_least(1)
                       .at_most(16777216));
    rows.push_back(size("hop", &Job::hop, "0", "io",
                        "Distance from each random request to the next, up or down; not of fio's"));
}

}  // namespace fathom::rows
