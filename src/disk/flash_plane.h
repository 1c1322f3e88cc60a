// The pages of one plane: a write goes to the next free page of the open block and leaves a hole
// where the page was; when few blocks are free, a block is chosen, what is valid in it is moved and
// it is erased. Knows no time.
#pragma once

#include <cstdint>
#include <deque>
#include <vector>

#include "base/random.h"
#include "disk/flash_settings.h"
#include "disk/page_table.h"

namespace fathom::disk {

class FlashPlane {
  public:
    /// What collecting has done.
    struct Collected {
        std::uint32_t moved = 0;   ///< pages
        std::uint32_t erased = 0;  ///< blocks
    };

    FlashPlane(const FlashSettings& settings, std::uint64_t seed);

    /// Page `page` of the host is written anew; what was collected to make room.
    Collected write(std::uint32_t page);
    /// It holds nothing any more.
    void trim(std::uint32_t page);
    [[nodiscard]] bool holds(std::uint32_t page) const {
        return table_.at(page) != PageTable::nowhere;
    }

    [[nodiscard]] std::uint64_t host_writes() const { return host_writes_; }
    /// Pages programmed for the host and in collecting.
    [[nodiscard]] std::uint64_t flash_writes() const { return flash_writes_; }

  private:
    void leave(std::uint32_t page);
    void append(std::uint32_t page);
    void open_next();
    [[nodiscard]] std::size_t victim();
    void collect(Collected& done);

    std::uint32_t pages_, host_pages_, reserve_;
    GarbageCollection gc_;
    std::uint32_t choices_;
    Random random_;
    PageTable table_;
    std::vector<std::uint32_t> valid_;                ///< pages of each block
    std::vector<std::vector<std::uint32_t>> owners_;  ///< of each block's pages; empty: in place
    std::deque<std::uint32_t> free_;
    std::deque<std::uint32_t> closed_;   ///< in the order they were filled
    std::uint32_t open_ = 0, used_ = 0;  ///< the open block, and its pages that are written
    std::uint64_t host_writes_ = 0, flash_writes_ = 0;
};

}  // namespace fathom::disk
