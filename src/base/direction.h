// The three data directions of an I/O, and containers indexed by them.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fathom {

enum class Direction : std::uint8_t { read = 0, write = 1, trim = 2 };

inline constexpr std::size_t direction_count = 3;
inline constexpr std::array<Direction, direction_count> all_directions = {
    Direction::read, Direction::write, Direction::trim};

constexpr std::size_t index_of(Direction d) {
    return static_cast<std::size_t>(d);
}

constexpr std::string_view name_of(Direction d) {
    constexpr std::array<std::string_view, direction_count> names = {"read", "write", "trim"};
    return names[index_of(d)];
}

/// One value per direction, indexed by Direction.
template <class T>
struct PerDirection {
    std::array<T, direction_count> values{};
    constexpr T& operator[](Direction d) { return values[index_of(d)]; }
    constexpr const T& operator[](Direction d) const { return values[index_of(d)]; }
    constexpr bool operator==(const PerDirection&) const requires std::equality_comparable<T>
    = default;
    static constexpr PerDirection all(const T& v) { return PerDirection{{v, v, v}}; }
};

}  // namespace fathom
