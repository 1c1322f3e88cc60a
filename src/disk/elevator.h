// Which of the waiting requests a drive does next: first come first served, nearest first, to and
// fro or one way (to the ends of the stroke or to the last request), or by the shortest time to get
// there (satf).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "disk/mechanics.h"

namespace fathom::disk {

enum class Policy : std::uint8_t { fcfs, sstf, scan, cscan, look, clook, satf };

struct Waiting {
    std::uint64_t id = 0;
    std::uint64_t sector = 0, count = 0;
    bool write = false;
    Nanos arrival{};
    Place place;
    Nanos data_here{};  ///< a write's data have come over the bus
};

class Elevator {
  public:
    /// A waiting request, and cylinders the arm goes to first (scan and cscan: the ends).
    struct Choice {
        std::size_t index = 0;
        std::array<std::uint32_t, 2> by_way_of{};
        unsigned stops = 0;
    };

    /// `age_weight`: satf counts so many nanoseconds less for each that a request has waited.
    explicit Elevator(Policy policy, double age_weight = 0)
        : policy_(policy), age_weight_(age_weight) {}

    /// Of at least one, in order of arrival. `start`: when the heads could begin to move; `now`:
    /// for the ages.
    Choice pick(std::span<const Waiting> waiting, const Mechanics& mechanics, Nanos start,
                Nanos now);

  private:
    /// The nearest at or beyond the last sector in this direction; -1: none.
    [[nodiscard]] std::ptrdiff_t ahead(std::span<const Waiting> waiting, bool upward) const;
    [[nodiscard]] std::size_t nearest(std::span<const Waiting> waiting) const;
    [[nodiscard]] std::size_t soonest(std::span<const Waiting> waiting, const Mechanics& mechanics,
                                      Nanos start, Nanos now) const;
    Choice to_and_fro(std::span<const Waiting> waiting, const Mechanics& mechanics, bool to_ends);
    Choice one_way(std::span<const Waiting> waiting, const Mechanics& mechanics, bool to_ends);

    Policy policy_;
    double age_weight_;
    bool upward_ = true;
    std::uint64_t last_ = 0;  ///< where the request before began
};

}  // namespace fathom::disk
