// What a flash drive is made of.
#pragma once

#include <cmath>
#include <cstdint>

#include "base/units.h"

namespace fathom::disk {

enum class GarbageCollection : std::uint8_t { greedy, fifo, choices };
/// What the drive holds before anything is written: nothing, every page in its place, or what many
/// random writes leave.
enum class Precondition : std::uint8_t { none, sequential, random };

struct FlashSettings {
    std::uint32_t channels = 0;  ///< each a bus of its own
    std::uint32_t chips = 0;     ///< on a channel
    std::uint32_t dies = 1;      ///< in a chip
    std::uint32_t planes = 1;    ///< in a die
    std::uint32_t blocks = 0;    ///< in a plane
    std::uint32_t pages = 0;     ///< in a block
    std::uint32_t page_kib = 0;
    std::uint64_t bus_rate = 0;  ///< bytes a second
    Nanos command{}, read{}, program{}, erase{};
    bool pipelined = false;   ///< dies work while their channel is taken
    bool map_cached = false;  ///< else all of the map is in memory
    std::uint32_t map_cache_kib = 0;
    std::uint32_t buffer_kib = 0;  ///< of writes; 0: none
    std::uint32_t readahead_kib = 0;
    double over_provision = 0.07;  ///< physical pages over the host's, less one
    double gc_start = 0.01;        ///< share of free blocks below which a plane collects
    GarbageCollection gc = GarbageCollection::greedy;
    std::uint32_t gc_choices = 0;  ///< blocks that are looked at, of choices
    Precondition precondition = Precondition::none;
    std::uint64_t seed = 1;

    [[nodiscard]] std::uint64_t page_bytes() const { return std::uint64_t{page_kib} * 1024; }
    /// Independent planes of the whole drive.
    [[nodiscard]] std::uint32_t all_planes() const { return channels * chips * dies * planes; }
    /// Pages of the host in each plane.
    [[nodiscard]] std::uint32_t host_pages() const {
        return static_cast<std::uint32_t>(static_cast<double>(blocks) * pages /
                                          (1 + over_provision));
    }
    /// Free blocks a plane keeps.
    [[nodiscard]] std::uint32_t reserve() const {
        const auto wanted = static_cast<std::uint32_t>(std::lround(gc_start * blocks));
        return wanted < 2 ? 2 : wanted;
    }
};

/// Throws std::invalid_argument for a drive that cannot work.
void check_flash(const FlashSettings& settings);

}  // namespace fathom::disk
