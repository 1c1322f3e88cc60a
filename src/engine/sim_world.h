// The time of simulated disks: all workers on such disks share one clock, and it goes on only while
// every one of them waits. One works at a time, those with a lower number first, so a run is the
// same on any number of processors. A worker alone waits for nobody.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <deque>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

#include "disk/device.h"

namespace fathom {

class SimWorld {
  public:
    struct Disk;

    /// A worker's place in the world. Made before its batch starts; until its first enter() the
    /// clock stands still.
    class Member {
      public:
        /// `cache_pages`: of a page cache before the disk; `direct`: past it.
        Member(std::shared_ptr<SimWorld> world, std::uint32_t number, const std::string& disk,
               const disk::Parameters& parameters, std::uint64_t cache_pages, bool direct);
        ~Member();
        Member(const Member&) = delete;
        Member& operator=(const Member&) = delete;

        /// Virtual nanoseconds. The first call waits for the worker's turn.
        Nanos now();
        /// Lets time go on until `at`, or until `completions` of this worker's requests are done.
        void wait(Nanos at, std::size_t completions);
        /// A request to this worker's disk, now.
        void submit(std::uint64_t id, std::uint64_t sector, std::uint64_t count, bool write);
        /// Likewise, of what is not wanted any more; false: the drive knows no such thing.
        bool discard(std::uint64_t id, std::uint64_t sector, std::uint64_t count);
        /// Whether the page cache before the disk has these sectors, or they are on their way to
        /// it.
        [[nodiscard]] bool cached(std::uint64_t sector, std::uint64_t count);
        /// A flush of its write cache; false: there is nothing to wait for.
        bool flush(std::uint64_t id);
        /// Requests that are done, in order.
        std::deque<std::uint64_t> done;

      private:
        friend class SimWorld;
        enum class State : std::uint8_t { preparing, waiting, working };
        void enter();

        std::shared_ptr<SimWorld> world_;
        std::uint32_t number_;
        Disk* disk_;
        bool direct_;
        State state_ = State::preparing;
        std::condition_variable turn_;
        Nanos wake_{};
        std::size_t wanted_ = 0;
    };

    static constexpr Nanos never{std::numeric_limits<std::int64_t>::max()};

    /// The world of this moment: a new one when no worker is in any.
    static std::shared_ptr<SimWorld> join();

  private:
    /// Gives the turn to whoever is next, time going on as far as it has to. Nobody works.
    void pass_turn();
    [[nodiscard]] Member* first_ready();
    void advance();

    std::mutex mutex_;
    Nanos now_{1'000'000'000};  ///< not 0, which means "not set" elsewhere
    std::map<std::uint32_t, Member*> members_;
    std::map<std::string, std::unique_ptr<Disk>> disks_;
};

}  // namespace fathom
