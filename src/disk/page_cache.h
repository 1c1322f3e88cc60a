// A host's page cache before a drive: what is read stays and is read ahead when reads go forward,
// what is written is written back later. Used by ioengine=sim for jobs that are not direct. What a
// call costs the host is not reckoned here.
#pragma once

#include <array>
#include <cstdint>
#include <deque>
#include <list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <unordered_map>
#include <vector>

#include "disk/device.h"

namespace fathom::disk {

class PageCache final : public Device {
  public:
    static constexpr std::uint64_t page_bytes = 4096;

    struct Settings {
        std::uint64_t pages = 0;
        std::uint32_t readahead = 32;  ///< pages at most: 128 KiB
        double dirty_limit = 0.2;      ///< of all pages: a write waits
        double background = 0.1;       ///< from here on it writes back
    };

    PageCache(std::unique_ptr<Device> drive, const Settings& settings, std::uint32_t sector_bytes,
              std::uint64_t sectors);

    void submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write,
                Nanos now) override;
    /// Past the cache, which forgets what it has read of what is written so.
    void submit_direct(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write,
                       Nanos now);
    /// Whether a read of these sectors needs nothing of the drive that is not on its way.
    [[nodiscard]] bool holds(std::uint64_t sector, std::uint64_t count) const;
    bool flush(std::uint64_t id, Nanos now) override;
    void before_time_goes_on(Nanos now) override;
    [[nodiscard]] std::optional<Nanos> next_event() const override;
    void advance(Nanos now) override;
    std::optional<std::uint64_t> completed(Nanos now) override;

    [[nodiscard]] std::uint64_t dirty_pages() const { return dirty_.size() + writing_.size(); }

  private:
    using Page = std::uint64_t;
    /// What the drive is doing for the cache or past it.
    struct Errand {
        enum class Kind : std::uint8_t { fetch, write_back, direct, flush } kind = Kind::fetch;
        std::uint64_t id = 0;  ///< the host's, of direct and flush
        Page first = 0, end = 0;
        std::vector<std::uint64_t> waiting;  ///< tickets that wait for this fetch
    };
    /// A request that waits for fetches, or a write for room.
    struct Ticket {
        std::uint64_t id = 0;
        Page first = 0, end = 0;
        bool write = false;
        std::size_t fetches = 0;
    };
    struct Flush {
        std::uint64_t id = 0;
        std::set<Page> left;
    };
    /// Where a reader that goes forward will be next, and what is read for it.
    struct Stream {
        std::uint64_t next = 0;  ///< its next read begins at this sector
        Page mark = 0;           ///< a read that gets here has the next window read
        Page end = 0;            ///< of what is read ahead
        Page window = 0;         ///< pages of the last one
        std::uint64_t used = 0;
    };

    [[nodiscard]] bool has(Page page) const { return where_.contains(page) || is_dirty(page); }
    [[nodiscard]] bool is_dirty(Page page) const {
        return dirty_.contains(page) || writing_.contains(page);
    }
    std::uint64_t send(Errand errand, std::uint64_t sector, std::uint64_t count, bool write,
                       Nanos now);
    void fetch(Page first, Page end, Nanos now);
    /// The stream a read from here goes on with, or a new one.
    Stream& stream_of(std::uint64_t sector);
    void read_ahead(std::uint64_t sector, std::uint64_t end_sector, Nanos now);
    void touch(Page page);
    void forget(Page page);
    void let_writes_in(Nanos now);
    void write_back(Nanos now);
    void ended(const Errand& errand, Nanos now);
    void written(Page first, Page end, Nanos now);

    std::unique_ptr<Device> drive_;
    Settings settings_;
    std::uint64_t per_page_, sectors_;
    std::list<Page> clean_;  ///< used last in front
    std::unordered_map<Page, std::list<Page>::iterator> where_;
    std::set<Page> dirty_, writing_;
    std::unordered_map<Page, std::uint64_t> coming_;  ///< by which errand
    std::map<std::uint64_t, Errand> errands_;
    std::map<std::uint64_t, Ticket> tickets_;
    std::deque<Ticket> throttled_;  ///< writes that wait for fewer dirty pages
    std::vector<Flush> flushes_;
    std::array<Stream, 8> streams_{};
    std::deque<std::uint64_t> done_;
    Nanos now_{};
    std::uint64_t next_errand_ = 0, next_ticket_ = 0, uses_ = 0;
    Page hand_ = 0;  ///< writing back goes upward from here
    unsigned write_backs_ = 0;
};

}  // namespace fathom::disk
