// Pace: when the next I/O of a job may be issued, by its rates and its think time. Pure: times are
// spans since the run began, handed in; who waits is engine/.
//
// Rates follow an absolute schedule: the k-th I/O of a direction is due at k intervals, however
// late the ones before it were, so the long-run mean is the rate. A pause for think time moves the
// schedule, so that no burst follows it, unless rate_ignore_thinktime=0 asks to catch up.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

#include "job/job.h"
#include "workload/random_gap.h"

namespace fathom {

class Pace {
  public:
    /// Whether a job asks for any of it; a plain job needs no Pace.
    static bool paces(const Job& job);

    Pace(const Job& job, std::uint64_t seed);

    /// Not before something in flight has completed.
    static constexpr Nanos after_completion{INT64_MAX};
    /// When a request of this direction may be issued.
    [[nodiscard]] Nanos due(Direction d) const;
    /// Whether this direction has a rate, and so a time each of its I/Os is due.
    [[nodiscard]] bool limited(Direction d) const { return schedules_[d].limited(); }
    /// Which of reads and writes is next when the mix has drawn `drawn`: the other one where that
    /// one's turn comes first, so that rates decide where they differ from rwmixread.
    [[nodiscard]] Direction choose(Direction drawn) const;

    /// How far the schedule is behind now: since when the next I/O has been due. Think time is no
    /// delay.
    [[nodiscard]] Nanos behind() const;
    /// The time; what follows is decided by it.
    void set_now(Nanos now) { now_ = now; }
    /// A request has been issued.
    void issued(Direction d, std::uint64_t bytes);
    /// So many I/Os are in flight now that some have completed.
    void completed(unsigned in_flight);

    /// The busy part of the pause that is due: spin until then.
    [[nodiscard]] Nanos busy_until() const { return busy_until_; }
    /// Rounds of arithmetic that the last pause asks for (thinkcycles), once.
    std::uint64_t take_cycles() { return std::exchange(cycles_due_, 0); }

    /// "rate_min=1048576B/s not met, got 4096B/s" when the last whole rate_cycle missed what was
    /// asked for at least; looks once a cycle.
    std::optional<std::string> shortfall();

  private:
    struct Schedule {
        std::uint64_t bytes_per_second = 0, ios_per_second = 0;  ///< 0: no limit
        std::uint64_t least_bytes = 0, least_ios = 0;            ///< per second, or the job ends
        Nanos base{};                      ///< start of the schedule; moves with each pause
        Nanos due{};                       ///< of the next I/O
        std::uint64_t bytes = 0, ios = 0;  ///< issued since `base`
        std::uint64_t cycle_bytes = 0, cycle_ios = 0;  ///< issued in this rate_cycle
        bool operator==(const Schedule&) const = default;
        [[nodiscard]] bool limited() const { return (bytes_per_second | ios_per_second) != 0; }
    };
    /// Where the linear schedule is after what was issued since its base.
    [[nodiscard]] static Nanos linear(const Schedule& schedule);
    void look_for_pause();
    void pause();
    void move_schedules();

    PerDirection<Schedule> schedules_{};
    bool poisson_ = false;
    RandomGap gap_;

    Nanos thinktime_{}, spin_{}, iotime_{};
    std::uint64_t cycles_ = 0, cycles_due_ = 0;
    std::uint64_t blocks_ = 0;  ///< I/Os between pauses; 0: only iotime_ counts
    bool counts_issue_ = false;
    bool catches_up_ = false;
    std::uint64_t since_pause_ = 0;  ///< issued
    bool pause_wanted_ = false;      ///< as soon as nothing is in flight
    Nanos now_{};
    Nanos work_began_{};  ///< end of the last pause
    Nanos resume_{}, busy_until_{};

    Nanos cycle_{}, cycle_began_{};
};

}  // namespace fathom
