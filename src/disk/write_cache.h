// The part of a drive's memory that holds what is written but not yet on the platters: runs of
// consecutive sectors, written back when the drive finds the time or needs the room.
#pragma once

#include <cstdint>
#include <vector>

#include "base/units.h"
#include "disk/elevator.h"
#include "disk/mechanics.h"

namespace fathom::disk {

/// report: a write is told as done when it is taken in, one run at a time; back: as many as there
/// is room for.
enum class WriteCaching : std::uint8_t { off, report, back };
/// Which runs a write joins: one that it continues, also one that it leads up to, none.
enum class Merge : std::uint8_t { forward, both, none };

struct WriteCacheSettings {
    WriteCaching mode = WriteCaching::off;
    std::uint64_t kib = 1024;
    std::uint32_t entries = 16;
    Merge merge = Merge::forward;
    Policy destage = Policy::fcfs;  ///< fcfs, clook, satf
    Nanos idle{};                   ///< without a request before it writes back unforced
    bool flush_on_end = false;
};

class WriteCache {
  public:
    struct Piece {
        std::uint64_t sector = 0, count = 0;
    };

    WriteCache(const WriteCacheSettings& settings, std::uint32_t sector_bytes);

    [[nodiscard]] bool on() const { return on_; }
    /// Something waits to be written back.
    [[nodiscard]] bool dirty() const { return !runs_.empty(); }
    /// All is on the platters.
    [[nodiscard]] bool clean() const { return used_ == 0; }
    /// The first sector from this one on that it does not hold.
    [[nodiscard]] std::uint64_t reach(std::uint64_t sector) const;

    /// Takes in as much as there is room for, from the start on; how many sectors.
    std::uint64_t take(std::uint64_t sector, std::uint64_t count, Nanos now,
                       const Geometry& geometry);
    /// What is written next: a run up to its end or its track's. It makes room for another run now,
    /// for other bytes when it is written.
    Piece begin_next(const Mechanics& mechanics, Nanos now);
    /// The piece begun last is on the platters.
    void written();

  private:
    /// Sectors about to be written anew leave the runs that begin among them.
    void carve(std::uint64_t sector, std::uint64_t end, const Geometry& geometry);
    /// The run that ends where this begins, or begins where it ends; none: the end.
    [[nodiscard]] std::vector<Waiting>::iterator before(std::uint64_t sector);
    [[nodiscard]] std::vector<Waiting>::iterator behind(std::uint64_t end);
    void insert(std::uint64_t sector, std::uint64_t count, Nanos now, const Geometry& geometry);

    bool on_;
    std::size_t most_runs_;
    std::uint64_t most_;  ///< sectors
    Merge merge_;
    Elevator elevator_;
    std::vector<Waiting> runs_;  ///< in order of arrival, apart from one another
    std::uint64_t used_ = 0;     ///< sectors, with those being written
    Piece piece_;
};

}  // namespace fathom::disk
