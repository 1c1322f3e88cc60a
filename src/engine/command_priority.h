// The cmdprio options of io_uring and libaio: which I/Os carry an I/O priority of their own, and
// which one. Used by those two engines.
#pragma once

#include <cstdint>
#include <vector>

#include "base/random.h"
#include "engine/engine_options.h"
#include "workload/request.h"

namespace fathom {

class CommandPriority {
  public:
    /// cmdprio_percentage, cmdprio_class, cmdprio_hint, cmdprio and cmdprio_bssplit.
    static std::vector<OptionRow> rows();

    /// Throws Error when the options contradict each other.
    explicit CommandPriority(const Job& job);

    [[nodiscard]] bool active() const { return !shares_[0].empty() || !shares_[1].empty(); }
    /// The priority of this request, drawn anew; 0 leaves it to the thread's.
    std::uint16_t draw(const Request& request);
    /// Those that draw() can give to requests of this direction, each once.
    [[nodiscard]] std::vector<std::uint16_t> priorities(Direction d) const;

  private:
    /// Of the I/Os of `length` bytes (0: of any), `percent` get `priority`.
    struct Share {
        std::uint64_t length = 0;
        std::uint32_t percent = 0;
        std::uint16_t priority = 0;
    };
    using Shares = std::vector<Share>;

    /// Reads "4k/50:8k/20/1/3" (size, percent, class, level, hint). Throws Error.
    static Shares read_split(std::string_view text, std::uint32_t kb_base, std::uint16_t unset);
    static void check_split(Job& job, const OptionRow& row, std::string_view text,
                            const ValueContext& context);

    Shares shares_[2];  ///< reads, writes
    Random random_;
};

}  // namespace fathom
