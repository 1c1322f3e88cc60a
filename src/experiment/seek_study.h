// What `fathom seek` says: of each request size, cycle length and order the figures of its runs,
// and what the order gains. A pure function of a sweep's runs; printed by seek_text.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "experiment/sweep.h"
#include "experiment/sweep_result.h"

namespace fathom {

/// What was asked about, for people, and the bytes the places were drawn from.
struct SeekSubject {
    std::string target;      ///< "sim:ide1gb", "/dev/sdb"
    std::string how;         ///< "random reads of the first 1.00 GB, one at a time by psync"
    std::uint64_t span = 0;  ///< bytes
    std::vector<std::string> notes;  ///< what makes the figures doubtful
};

/// Medians over the runs of one order in one cell.
struct SeekFigures {
    std::size_t cell = 0, variant = 0;
    std::uint64_t size = 0;   ///< bytes
    std::uint32_t cycle = 0;  ///< requests
    std::string order;
    std::size_t runs = 0;
    double iops = 0, bandwidth = 0;     ///< per second
    double request = 0;                 ///< ns
    std::optional<double> request_p99;  ///< ns
    Latency cycles;                     ///< of all runs together
    std::optional<double> distance;     ///< a share of the span
    std::optional<double> theory;       ///< what the closed form has for it
    std::optional<std::size_t> gain;    ///< its row in `gains`; none of the first order
};

struct SeekStudy {
    SeekSubject subject;
    SweepResult gains;  ///< IOPS of the other orders against the first
    std::vector<SeekFigures> figures;
};

/// The names of a seek study's axes.
inline constexpr const char* seek_size_option = "bs";
inline constexpr const char* seek_cycle_option = "elevator_cycle";

/// Of a seek study's job, which does one kind of thing.
Direction direction_worked_on(const PartFacts& part);

/// Throws Error when no cell has a run that counts.
SeekStudy seek_study(const Sweep& sweep, SeekSubject subject);

}  // namespace fathom
