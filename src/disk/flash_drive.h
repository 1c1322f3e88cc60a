// A flash drive in virtual time. A request is cut into pages; each goes to its chip, waits there,
// and shares the chip's channel with the others on it. Pages of the host lie round the drive:
// channel first, then chip, die and plane.
//
// Not pipelined, a chip does one thing at a time, and data that leave go before commands, so the
// chips of a channel sense together and then send one after another. Pipelined, each die does, and
// senses while its channel is taken.
#pragma once

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <queue>
#include <unordered_map>
#include <vector>

#include "disk/device.h"
#include "disk/flash_plane.h"
#include "disk/flash_settings.h"
#include "disk/map_cache.h"

namespace fathom::disk {

class FlashDrive final : public Device {
  public:
    struct Totals {
        std::uint64_t pages_read = 0;  ///< for the host
        std::uint64_t map_misses = 0;
        std::uint64_t erases = 0;
    };

    /// Throws std::invalid_argument for a drive that cannot work.
    explicit FlashDrive(const Parameters& parameters);

    void submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write,
                Nanos now) override;
    bool discard(std::uint64_t id, std::uint64_t sector, std::uint64_t count, Nanos now) override;
    bool flush(std::uint64_t id, Nanos now) override;
    void before_time_goes_on(Nanos) override {}
    [[nodiscard]] std::optional<Nanos> next_event() const override;
    void advance(Nanos now) override;
    std::optional<std::uint64_t> completed(Nanos now) override;

    [[nodiscard]] const Totals& totals() const { return totals_; }
    /// Pages programmed for each that the host wrote; 1 before it wrote any.
    [[nodiscard]] double write_amplification() const;

  private:
    static constexpr std::uint64_t nobody = ~std::uint64_t{0};

    enum class Kind : std::uint8_t { read, write, map_read, ahead };
    /// What a chip does with one page.
    struct Work {
        Kind kind = Kind::read;
        std::uint64_t id = nobody;  ///< of the request
        std::uint64_t page = 0;     ///< of the host, over the whole drive
        std::uint32_t bytes = 0;    ///< of map_read: those of the read that follows
    };
    struct Unit {
        bool busy = false;
        Work now;
        std::deque<Work> waiting;
    };
    struct Channel {
        bool busy = false;
        std::deque<std::uint32_t> leaving, entering;  ///< units with data to send, or to be told
    };
    enum class What : std::uint8_t { told, sensed, sent, programmed };
    struct Event {
        Nanos at{};
        std::uint64_t number = 0;  ///< in the order they were planned
        What what = What::told;
        std::uint32_t unit = 0;
        bool operator>(const Event& other) const {
            return at != other.at ? at > other.at : number > other.number;
        }
    };
    struct Done {
        Nanos at{};
        std::uint64_t number = 0, id = 0;
        bool operator>(const Done& other) const {
            return at != other.at ? at > other.at : number > other.number;
        }
    };
    /// A write on its way into the buffer.
    struct Entering {
        std::uint64_t id = 0, at = 0, end = 0;  ///< bytes that are left of it
    };
    struct Buffered {
        std::uint32_t slots = 0;  ///< versions of the page
        std::uint32_t bytes = 0;  ///< of the version that has not begun
        bool waits = false;       ///< there is one
    };
    struct Ahead {
        bool ready = false;
        std::vector<std::uint64_t> waiting;  ///< requests
    };

    [[nodiscard]] std::uint32_t unit_of(std::uint64_t page) const;
    [[nodiscard]] std::uint32_t channel_of(std::uint32_t unit) const {
        return unit % settings_.channels;
    }
    FlashPlane& plane_of(std::uint64_t page);
    [[nodiscard]] std::uint32_t page_in_plane(std::uint64_t page) const {
        return static_cast<std::uint32_t>(page / settings_.all_planes());
    }
    /// Which page of the map has its entry.
    [[nodiscard]] std::uint64_t map_page_of(std::uint64_t page) const;
    [[nodiscard]] Nanos across(std::uint32_t bytes) const;

    void read(std::uint64_t id, std::uint64_t at, std::uint64_t end, Nanos now);
    void read_page(std::uint64_t id, std::uint64_t page, std::uint32_t bytes, Nanos now);
    void read_ahead(std::uint64_t from, Nanos now);
    void let_in(Nanos now);
    void give(const Work& work, Nanos now);
    void begin(std::uint32_t unit, Nanos now);
    void pump(std::uint32_t channel, Nanos now);
    void plan(Nanos at, What what, std::uint32_t unit);
    void happens(const Event& event);
    void program(std::uint32_t unit, Nanos now);
    void free_unit(std::uint32_t unit, Nanos now);
    void page_done(const Work& work, Nanos now);
    void part_done(std::uint64_t id, Nanos now);
    void tell(std::uint64_t id, Nanos at) { done_.push({at, number_++, id}); }

    FlashSettings settings_;
    std::uint32_t sector_bytes_;
    std::uint64_t pages_;                              ///< of the host
    std::vector<std::unique_ptr<FlashPlane>> planes_;  ///< made when they are used
    std::vector<Unit> units_;
    std::vector<Channel> channels_;
    MapCache map_;
    std::priority_queue<Event, std::vector<Event>, std::greater<>> events_;
    std::priority_queue<Done, std::vector<Done>, std::greater<>> done_;
    std::unordered_map<std::uint64_t, std::uint32_t> parts_;  ///< of a request that are not done
    std::deque<Entering> entering_;
    std::unordered_map<std::uint64_t, Buffered> buffered_;
    std::uint64_t room_;  ///< pages the buffer can take
    std::vector<std::uint64_t> flushes_;
    std::unordered_map<std::uint64_t, Ahead> ahead_;
    std::uint64_t next_read_ = nobody;  ///< where the last read ended, bytes
    std::uint64_t number_ = 0;
    Totals totals_;
};

}  // namespace fathom::disk
