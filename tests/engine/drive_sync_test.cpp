// The synchronous loop under an engine that fails on purpose: short transfers, interruptions,
// errors on the n-th call.
#include <cerrno>
#include <map>

#include "engine/drive.h"
#include "engine/harness.h"

namespace fathom::test {
namespace {

/// What each call answers; calls not listed move all they are asked for.
struct Faults {
    std::map<unsigned, std::int64_t> answers;
    unsigned calls = 0;
    std::vector<Request> seen;
    bool again_is_final = false;
    std::function<void()> on_call;
};
Faults* faults = nullptr;

class Faulty {
  public:
    static constexpr EngineTraits traits{};
    explicit Faulty(const EngineContext& context) : clock_(context.clock) {}
    [[nodiscard]] Ticks now() const { return clock_.now(); }
    void open(File&) {}
    int close(File&) { return faults->answers.contains(1000) ? -EIO : 0; }
    std::int64_t transfer(const Request& r, File&, std::byte*) {
        faults->seen.push_back(r);
        if (faults->on_call) faults->on_call();
        const auto answer = faults->answers.find(faults->calls++);
        return answer == faults->answers.end() ? r.length : answer->second;
    }
    std::int64_t sync(const Request&, File&) { return -EIO; }
    [[nodiscard]] bool again_is_final() const { return faults->again_is_final; }
    [[nodiscard]] std::string explain(int error) const { return error == EIO ? " (as asked)" : ""; }

  private:
    Clock clock_;
};

class DriveSync : public ::testing::Test {
  protected:
    void SetUp() override {
        faults = &mine;
        harness.add_path("file", 64 * block);
        harness.make_slots(1);
        harness.start([](const EngineContext& context) {
            return std::make_unique<RunnerOf<Faulty>>(context);
        });
    }
    LoopOutcome run(unsigned count) {
        std::vector<Request> requests;
        for (unsigned i = 0; i < count; ++i)
            requests.push_back({.offset = i * block, .length = block, .op = Op::read});
        return harness.run(requests);
    }
    [[nodiscard]] DirectionRecord& reads() { return harness.record(Direction::read); }

    Faults mine;
    Harness harness;
};

TEST_F(DriveSync, a_short_transfer_goes_on_where_it_ended) {
    mine.answers = {{1, 1000}, {2, 96}};
    EXPECT_EQ(run(3).end, LoopOutcome::End::done);
    EXPECT_EQ(reads().ios, 3U);
    EXPECT_EQ(reads().bytes, 3U * block);
    EXPECT_EQ(reads().short_ios, 2U);
    ASSERT_EQ(mine.seen.size(), 5U);
    EXPECT_EQ(mine.seen[3].offset, block + 1096);
    EXPECT_EQ(mine.seen[3].length, block - 1096);
}

TEST_F(DriveSync, interruptions_are_tried_again_and_not_counted) {
    mine.answers = {{0, -EINTR}, {1, -EAGAIN}, {3, -EINTR}};
    EXPECT_EQ(run(2).end, LoopOutcome::End::done);
    EXPECT_EQ(reads().ios, 2U);
    EXPECT_EQ(reads().short_ios, 0U);
    EXPECT_EQ(mine.calls, 5U);
}

TEST_F(DriveSync, an_interruption_after_a_stop_ends_quietly) {
    mine.answers = {{0, -EINTR}};
    mine.on_call = [&] { harness.stop = true; };
    const LoopOutcome outcome = run(1);
    EXPECT_EQ(outcome.end, LoopOutcome::End::stopped);
    EXPECT_EQ(outcome.error, 0);
}

TEST_F(DriveSync, an_error_ends_the_loop_and_keeps_what_was_done) {
    mine.answers = {{2, -EIO}};
    const LoopOutcome outcome = run(5);
    EXPECT_EQ(outcome.end, LoopOutcome::End::error);
    EXPECT_EQ(outcome.error, EIO);
    EXPECT_EQ(outcome.error_text,
              "io_u error on file file: Input/output error: read offset=8192, buflen=4096 (as "
              "asked)");
    EXPECT_EQ(reads().ios, 2U);
    EXPECT_EQ(mine.calls, 3U);
}

TEST_F(DriveSync, an_error_after_a_short_transfer_is_an_error) {
    mine.answers = {{0, 512}, {1, -ENOSPC}};
    const LoopOutcome outcome = run(1);
    EXPECT_EQ(outcome.error, ENOSPC);
    EXPECT_EQ(reads().ios, 0U);
    EXPECT_EQ(reads().short_ios, 1U);
}

TEST_F(DriveSync, nothing_moved_is_the_end_of_the_file) {
    mine.answers = {{0, 512}, {1, 0}, {2, 0}};
    const LoopOutcome outcome = run(2);
    EXPECT_EQ(outcome.error, EIO);
    EXPECT_EQ(reads().ios, 1U);
    EXPECT_EQ(reads().bytes, 512U);
}

TEST_F(DriveSync, EAGAIN_ends_it_where_the_job_asked_not_to_wait) {
    mine.answers = {{1, -EAGAIN}};
    mine.again_is_final = true;
    const LoopOutcome outcome = run(3);
    EXPECT_EQ(outcome.end, LoopOutcome::End::error);
    EXPECT_EQ(outcome.error, EAGAIN);
    EXPECT_EQ(mine.calls, 2U);
}

TEST_F(DriveSync, failed_syncs_and_closes_are_errors) {
    EXPECT_EQ(harness.run({{.op = Op::fsync}}).error, EIO);
    EXPECT_EQ(harness.recorder.sync_ios, 0U);
    mine.answers[1000] = 0;
    EXPECT_EQ(harness.run({{.op = Op::close_file}}).error, EIO);
}

}  // namespace
}  // namespace fathom::test
