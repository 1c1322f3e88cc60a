// Where the next request of one file goes: sequential positions per direction, the random order or
// map, and how much of the pass is done. One per file of a worker; small, since there may be a
// hundred thousand.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <optional>

#include "workload/access_rules.h"
#include "workload/block_map.h"
#include "workload/lfsr.h"
#include "workload/permutation.h"
#include "workload/place.h"
#include "workload/workload.h"

namespace fathom {

class FileCursor {
  public:
    explicit FileCursor(const FileSpan& span) : span_(span) {}

    /// Begins a pass: positions at the start, a new random order.
    void start_pass(const AccessRules& rules, Generator& generator);
    /// True when the pass has nothing left for any direction.
    [[nodiscard]] bool done(const AccessRules& rules) const;
    /// Bytes this pass has been asked for.
    [[nodiscard]] std::uint64_t issued() const { return issued_; }
    /// The next place for direction `d`; none when this pass has no more for it.
    std::optional<Place> next(const AccessRules& rules, Direction d, Generator& generator);
    [[nodiscard]] const FileSpan& span() const { return span_; }

  private:
    /// The requests of one direction.
    struct Lane {
        std::uint64_t begin = 0;  ///< of the last request
        std::uint64_t end = 0;    ///< of the last request
        std::uint64_t run_left = 0;
    };
    struct Orders {
        PermutationOrder permutation;
        LfsrOrder lfsr;
        std::optional<BlockMap> map;
    };

    std::optional<Place> next_random(const AccessRules& rules, Direction d, std::uint64_t length,
                                     Generator& generator);
    std::optional<Place> next_sequential(const AccessRules& rules, Direction d,
                                         std::uint64_t length);
    /// `length` bytes or what the region has room for from `offset`; none below the least length.
    [[nodiscard]] std::optional<Place> fit(const LengthDraw& draw, std::uint64_t offset,
                                           std::uint64_t length) const;
    std::optional<Place> draw_place(const AccessRules& rules, Direction d, std::uint64_t length,
                                    Generator& generator);
    std::uint64_t next_block(const AccessRules& rules, Generator& generator);
    void make_map(const AccessRules& rules);

    FileSpan span_;
    std::uint64_t issued_ = 0;
    std::array<Lane, direction_count> lanes_{};
    bool finished_ = false;  ///< a stepped walk has left the region
    std::unique_ptr<Orders> orders_;
};

}  // namespace fathom
