// Where each page of the host is in a plane: a vector where the drive is small, else only what has
// been written, so that a large drive costs nothing before it is used.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <unordered_map>
#include <vector>

namespace fathom::disk {

class PageTable {
  public:
    static constexpr std::uint32_t nowhere = std::numeric_limits<std::uint32_t>::max();

    /// `in_place`: page p is at place p until it is moved; else it is nowhere.
    PageTable(std::uint32_t pages, bool in_place) : in_place_(in_place) {
        if (pages > most_dense) return;
        dense_.resize(pages, nowhere);
        for (std::uint32_t p = 0; in_place && p < pages; ++p) dense_[p] = p;
    }
    [[nodiscard]] std::uint32_t at(std::uint32_t page) const {
        if (!dense_.empty()) return dense_[page];
        const auto found = moved_.find(page);
        if (found != moved_.end()) return found->second;
        return in_place_ ? page : nowhere;
    }
    void set(std::uint32_t page, std::uint32_t place) {
        if (!dense_.empty()) {
            dense_[page] = place;
        } else {
            moved_[page] = place;
        }
    }

  private:
    static constexpr std::uint32_t most_dense = 1U << 16;
    bool in_place_;
    std::vector<std::uint32_t> dense_;
    std::unordered_map<std::uint32_t, std::uint32_t> moved_;
};

}  // namespace fathom::disk
