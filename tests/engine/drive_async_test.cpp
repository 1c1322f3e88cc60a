// The asynchronous loop against an engine made of imagination: virtual time, completions in random
// order, short transfers and errors on demand.
#include "engine/drive_async.h"

#include <map>

#include <gtest/gtest.h>

#include "base/random.h"
#include "loop_fixture.h"

namespace fathom {
namespace {

class ImaginaryQueue {
  public:
    static constexpr EngineTraits traits{.moves_no_data = true};

    explicit ImaginaryQueue(std::uint64_t seed) : random_(seed) {}

    [[nodiscard]] Ticks now() const { return time_; }
    void open(File&) { ++opened; }
    int close(File&) {
        EXPECT_TRUE(held_.empty()) << "a file was closed with I/O in flight";
        ++closed;
        return 0;
    }
    bool queue(Slot& slot) {
        if (queued_.size() >= queue_limit) return false;
        queued_.push_back(&slot);
        return true;
    }
    int commit() {
        if (commit_errors > 0) {
            --commit_errors;
            return -EAGAIN;
        }
        const std::size_t taken = std::min(queued_.size(), commit_limit);
        time_ += 10;
        for (std::size_t i = 0; i < taken; ++i) held_.push_back(queued_[i]);
        queued_.erase(queued_.begin(), queued_.begin() + static_cast<std::ptrdiff_t>(taken));
        deepest = std::max(deepest, held_.size());
        return static_cast<int>(taken);
    }
    int reap(unsigned min, std::span<Completion> out) {
        EXPECT_LE(min, held_.size()) << "waiting for more than is in flight never ends";
        time_ += 100;
        std::size_t n = std::min({held_.size(), out.size(), std::size_t{min} + random_.below(3)});
        for (std::size_t i = 0; i < n; ++i) {
            const std::size_t pick = random_.below(held_.size());
            Slot* slot = held_[pick];
            held_.erase(held_.begin() + static_cast<std::ptrdiff_t>(pick));
            out[i] = {slot, answer(*slot)};
        }
        return static_cast<int>(n);
    }

    std::size_t queue_limit = 1000;
    std::size_t commit_limit = 1000;
    int commit_errors = 0;
    int opened = 0, closed = 0;
    std::size_t deepest = 0;
    std::int64_t fail_at = -1;  ///< offset that answers EIO
    bool short_transfers = false;
    std::map<std::uint64_t, std::uint64_t> moved;  ///< offset -> bytes

  private:
    std::int64_t answer(Slot& slot) {
        if (!moves_data(slot.request.op)) return 0;
        if (static_cast<std::int64_t>(slot.request.offset) == fail_at) return -EIO;
        std::int64_t bytes = slot.remaining();
        if (short_transfers) {
            const auto dice = random_.below(4);
            if (dice == 0) return -EAGAIN;
            if (dice == 1) return -EINTR;
            if (dice == 2 && bytes > 1) bytes /= 2;
        }
        moved[slot.position()] += static_cast<std::uint64_t>(bytes);
        return bytes;
    }

    Random random_;
    Ticks time_ = 1000;
    std::vector<Slot*> queued_, held_;
};

std::vector<Request> reads(unsigned count, std::uint32_t length = 4096) {
    std::vector<Request> script;
    for (unsigned i = 0; i < count; ++i)
        script.push_back({.offset = std::uint64_t{i} * length, .length = length, .op = Op::read});
    return script;
}

class DriveAsync : public testing::TestWithParam<std::tuple<int, int, int, int>> {};

TEST_P(DriveAsync, does_each_request_once_and_counts_it) {
    const auto [depth, batch, reap_min, low] = GetParam();
    for (std::uint64_t seed = 0; seed < 20; ++seed) {
        LoopFixture fixture(reads(500), static_cast<unsigned>(depth));
        fixture.job.iodepth_batch = static_cast<std::uint32_t>(batch);
        fixture.job.iodepth_batch_complete_min = static_cast<std::uint32_t>(reap_min);
        fixture.job.iodepth_batch_complete_max = static_cast<std::uint32_t>(reap_min + 3);
        fixture.job.iodepth_low = static_cast<std::uint32_t>(low);
        ImaginaryQueue engine(seed);
        engine.short_transfers = seed % 2 == 1;
        engine.commit_limit = seed % 3 == 0 ? 1000 : 2;
        engine.queue_limit = seed % 5 == 0 ? 3 : 1000;
        engine.commit_errors = seed % 7 == 0 ? 5 : 0;
        Loop loop = fixture.loop();
        loop.arm(engine.now());
        const LoopOutcome outcome = detail::AsyncLoop<ImaginaryQueue, true>(engine, loop).run();
        EXPECT_EQ(outcome.end, LoopOutcome::End::done);
        const DirectionRecord& record = fixture.recorder.directions[Direction::read];
        EXPECT_EQ(record.ios, 500U);
        EXPECT_EQ(record.bytes, 500U * 4096U);
        EXPECT_EQ(record.clat.moments().count, 500U);
        EXPECT_EQ(record.lat.moments().count, 500U);
        EXPECT_LE(engine.deepest, static_cast<std::size_t>(depth));
        std::uint64_t total = 0;
        for (const auto& [offset, bytes] : engine.moved) total += bytes;
        EXPECT_EQ(total, 500U * 4096U);
        for (const auto& [offset, bytes] : engine.moved) EXPECT_LE(bytes, 4096U);
    }
}

INSTANTIATE_TEST_SUITE_P(Depths, DriveAsync,
                         testing::Values(std::tuple{1, 1, 1, 0}, std::tuple{4, 1, 1, 0},
                                         std::tuple{32, 16, 16, 0}, std::tuple{32, 8, 1, 4},
                                         std::tuple{8, 100, 0, 0}, std::tuple{3, 2, 2, 1}));

TEST(DriveAsyncErrors, an_error_ends_the_loop_with_its_place) {
    LoopFixture fixture(reads(100), 8);
    ImaginaryQueue engine(3);
    engine.fail_at = 40 * 4096;
    Loop loop = fixture.loop();
    loop.arm(engine.now());
    const LoopOutcome outcome = detail::AsyncLoop<ImaginaryQueue, true>(engine, loop).run();
    EXPECT_EQ(outcome.end, LoopOutcome::End::error);
    EXPECT_EQ(outcome.error, EIO);
    EXPECT_NE(outcome.error_text.find("read offset=163840, buflen=4096"), std::string::npos);
    EXPECT_LT(fixture.recorder.directions[Direction::read].ios, 100U);
    EXPECT_GE(fixture.recorder.directions[Direction::read].ios, 32U);
}

TEST(DriveAsyncErrors, a_stop_ends_it_and_what_was_done_counts) {
    LoopFixture fixture(reads(100), 8);
    fixture.stop = true;
    ImaginaryQueue engine(3);
    Loop loop = fixture.loop();
    loop.arm(engine.now());
    EXPECT_EQ((detail::AsyncLoop<ImaginaryQueue, false>(engine, loop).run().end),
              LoopOutcome::End::stopped);
}

TEST(DriveAsyncTime, run_end_is_held_within_one_reap) {
    LoopFixture fixture(reads(100'000, 512), 4);
    ImaginaryQueue engine(3);
    Loop loop = fixture.loop();
    loop.run_end = engine.now() + 50'000;
    loop.arm(engine.now());
    const LoopOutcome outcome = detail::AsyncLoop<ImaginaryQueue, true>(engine, loop).run();
    EXPECT_EQ(outcome.end, LoopOutcome::End::time);
    EXPECT_GE(engine.now(), loop.run_end);
    EXPECT_LT(engine.now(), loop.run_end + 1'000);
}

TEST(DriveAsyncFiles, a_close_waits_for_what_is_in_flight) {
    std::vector<Request> script = reads(10);
    script.push_back({.op = Op::close_file});
    script.push_back({.op = Op::open_file});
    script.push_back({.op = Op::fsync});
    for (const Request& request : reads(10)) script.push_back(request);
    LoopFixture fixture(script, 8);
    ImaginaryQueue engine(3);
    Loop loop = fixture.loop();
    loop.arm(engine.now());
    EXPECT_EQ((detail::AsyncLoop<ImaginaryQueue, true>(engine, loop).run().end),
              LoopOutcome::End::done);
    EXPECT_EQ(engine.closed, 1);
    EXPECT_EQ(engine.opened, 1);
    EXPECT_EQ(fixture.recorder.directions[Direction::read].ios, 20U);
    EXPECT_EQ(fixture.recorder.sync_ios, 1U);
}

}  // namespace
}  // namespace fathom
