// Both loops with rates and think time, in virtual time: who waits moves the clock, so figures are
// exact and nothing sleeps.
#include <deque>

#include <gtest/gtest.h>

#include "engine/drive.h"
#include "job/job_text.h"
#include "loop_fixture.h"
#include "workload/one_by_one.h"

namespace fathom {
namespace {

/// One I/O at a time, each takes `service`.
class SlowTape {
  public:
    static constexpr EngineTraits traits{.moves_no_data = true};
    explicit SlowTape(Ticks service) : service_(service) {}
    [[nodiscard]] Ticks now() const { return time_; }
    void wait_until(Ticks at) { time_ = std::max(time_, at); }
    void open(File&) {}
    int close(File&) { return 0; }
    std::int64_t transfer(const Request& request, File&, std::byte*) {
        issued.push_back(time_);
        time_ += service_;
        return request.length;
    }
    std::int64_t sync(const Request&, File&) { return 0; }
    std::vector<Ticks> issued;

  private:
    Ticks service_;
    Ticks time_ = 5'000'000;
};

/// Any number at once, each takes `service`.
class WideDisk {
  public:
    static constexpr EngineTraits traits{.moves_no_data = true};
    explicit WideDisk(Ticks service) : service_(service) {}
    [[nodiscard]] Ticks now() const { return time_; }
    void wait_until(Ticks at) { time_ = std::max(time_, at); }
    void open(File&) {}
    int close(File&) { return 0; }
    bool queue(Slot& slot) {
        queued_.push_back(&slot);
        return true;
    }
    int commit() {
        const int count = static_cast<int>(queued_.size());
        for (Slot* slot : queued_) {
            issued.push_back(time_);
            held_.push_back({slot, time_ + service_});
        }
        queued_.clear();
        return count;
    }
    int reap(unsigned min, std::span<Completion> out) {
        if (min > 0) time_ = std::max(time_, held_.at(min - 1).done);
        unsigned got = 0;
        for (; !held_.empty() && held_.front().done <= time_ && got < out.size(); ++got) {
            out[got] = {held_.front().slot, held_.front().slot->remaining()};
            held_.pop_front();
        }
        return static_cast<int>(got);
    }
    int reap_until(Ticks deadline, std::span<Completion> out) {
        time_ = std::max(time_, std::min(deadline, held_.front().done));
        return reap(0, out);
    }
    std::vector<Ticks> issued;

  private:
    struct Held {
        Slot* slot;
        Ticks done;
    };
    Ticks service_;
    Ticks time_ = 5'000'000;
    std::vector<Slot*> queued_;
    std::deque<Held> held_;
};

/// Runs a job of these lines for `runtime` and keeps what was recorded.
struct PacedRun : LoopFixture {
    PacedRun(const std::string& lines, Nanos runtime) : runtime_(runtime) {
        job = test::job_with(lines);
        workload = ScriptedWorkload({{.offset = 0, .length = 4096, .op = Op::read}}, true);
        files.resize(1);
        make_slots(job.iodepth);
        RecorderSetup setup;
        setup.paced = true;
        recorder = Recorder(setup);
    }
    template <class E>
    LoopOutcome run(E& engine) {
        Pace pace(job, 7);
        const auto stream = one_by_one(std::make_unique<ScriptedWorkload>(workload));
        Loop one = loop(*stream);
        one.pace = &pace;
        one.begin = one.pace_begin = engine.now();
        one.run_end = engine.now() + static_cast<Ticks>(runtime_.count());
        return detail::drive(engine, one);
    }
    [[nodiscard]] const DirectionRecord& reads() const {
        return recorder.directions[Direction::read];
    }

  private:
    Nanos runtime_;
};

TEST(DrivePaced, a_synchronous_loop_keeps_the_rate_to_the_nanosecond) {
    PacedRun run("rate_iops=1000", 10_s);
    SlowTape tape(100'000);
    EXPECT_EQ(run.run(tape).end, LoopOutcome::End::time);
    ASSERT_EQ(run.reads().ios, 10'000U);
    for (std::size_t i = 0; i < tape.issued.size(); ++i)
        ASSERT_EQ(tape.issued[i], 5'000'000 + i * 1'000'000);
    EXPECT_EQ(run.reads().clat.moments().max, 100'000U);
    EXPECT_EQ(run.reads().lateness.moments().max, 0U);
    EXPECT_EQ(run.reads().intended.moments().mean(), 100'000);
}

TEST(DrivePaced, a_queueing_loop_keeps_the_rate_to_the_nanosecond) {
    PacedRun run("rate_iops=1000\niodepth=16", 10_s);
    WideDisk disk(7'300'000);
    EXPECT_EQ(run.run(disk).end, LoopOutcome::End::time);
    ASSERT_EQ(disk.issued.size(), 10'000U);
    for (std::size_t i = 0; i < disk.issued.size(); ++i)
        ASSERT_EQ(disk.issued[i], 5'000'000 + i * 1'000'000);
    // Completions are seen when they happen, not when the next I/O is due.
    EXPECT_EQ(run.reads().clat.moments().min, 7'300'000U);
    EXPECT_EQ(run.reads().clat.moments().max, 7'300'000U);
    EXPECT_EQ(run.reads().lateness.moments().max, 0U);
}

TEST(DrivePaced, what_a_slow_disk_makes_wait_counts_from_when_it_was_due) {
    PacedRun run("rate_iops=1000", 1_s);
    SlowTape tape(2'000'000);
    run.run(tape);
    EXPECT_EQ(run.reads().ios, 500U);
    EXPECT_EQ(run.reads().clat.moments().max, 2'000'000U);
    // The k-th I/O is due at k ms and begins at 2 k ms.
    EXPECT_EQ(run.reads().lateness.moments().max, 499'000'000U);
    EXPECT_EQ(run.reads().intended.moments().max, 501'000'000U);
}

TEST(DrivePaced, a_stall_is_made_up_for) {
    class Stalling : public SlowTape {
      public:
        Stalling() : SlowTape(10'000) {}
        std::int64_t transfer(const Request& request, File& file, std::byte* buffer) {
            if (issued.size() == 100) wait_until(now() + 3'000'000'000);
            return SlowTape::transfer(request, file, buffer);
        }
    };
    PacedRun run("rate_iops=1000", 10_s);
    Stalling tape;
    run.run(tape);
    EXPECT_EQ(run.reads().ios, 10'000U);
}

TEST(DrivePaced, pauses_end_a_burst_of_exactly_so_many_blocks) {
    for (const char* depth : {"1", "32"}) {
        PacedRun run("thinktime=10ms\nthinktime_blocks=4\niodepth=" + std::string(depth), 1_s);
        WideDisk disk(1'000'000);
        run.run(disk);
        // Depth 1: 4 ms of work; deeper: all four at once.
        const std::size_t cycles = depth == std::string("1") ? 1000 / 14 + 1 : 1000 / 11 + 1;
        EXPECT_NEAR(static_cast<double>(disk.issued.size()), static_cast<double>(4 * cycles), 4)
            << depth;
    }
}

TEST(DrivePaced, a_missed_least_rate_ends_the_job) {
    PacedRun run("rate_iops_min=600\nrate_cycle=100", 10_s);
    SlowTape tape(2'000'000);
    const LoopOutcome outcome = run.run(tape);
    EXPECT_EQ(outcome.end, LoopOutcome::End::error);
    EXPECT_EQ(outcome.error, EIO);
    EXPECT_STREQ(outcome.function, "check_min_rate");
    EXPECT_EQ(outcome.error_text, "a: rate_iops_min=600 not met, got 500 IOPS");
    EXPECT_EQ(run.reads().ios, 50U);
}

TEST(DrivePaced, the_run_time_ends_within_an_io_of_a_slow_rate) {
    PacedRun run("rate_iops=1", 2500_ms);
    SlowTape tape(1000);
    run.run(tape);
    EXPECT_EQ(run.reads().ios, 3U);
    EXPECT_EQ(tape.now(), 5'000'000U + 2'500'000'000U);
}

}  // namespace
}  // namespace fathom
