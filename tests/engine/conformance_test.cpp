// One suite over every registered engine, plain and offloaded: the right bytes at the right places,
// each request done and counted once, errors reported, limits obeyed.
#include <algorithm>
#include <set>

#include "engine/data_mover.h"

namespace fathom::test {
namespace {

TEST_P(DataMover, WritesTheRightBytesAtTheRightOffsets) {
    constexpr unsigned count = 40;
    harness.add_file("f", std::uint64_t{count} * block);
    harness.write_only();
    make();
    const LoopOutcome outcome = harness.run(requests_scattered(Op::write, count));
    ASSERT_EQ(outcome.end, LoopOutcome::End::done) << outcome.error_text;
    EXPECT_EQ(harness.runner->close(harness.files[0]), 0);
    const std::string data = read_all(harness.files[0].path);
    ASSERT_EQ(data.size(), std::size_t{count} * block);
    // The payload stamps each 512 bytes with their place, mixed with one salt for all.
    const auto stamp_at = [&](std::uint64_t at) {
        std::uint64_t stamp = 0;
        std::memcpy(&stamp, data.data() + at, sizeof stamp);
        return stamp;
    };
    const std::uint64_t salt = stamp_at(0);
    for (std::uint64_t at = 0; at < data.size(); at += 512) ASSERT_EQ(stamp_at(at) ^ at, salt);
    EXPECT_EQ(harness.record(Direction::write).ios, count);
    EXPECT_EQ(harness.record(Direction::write).bytes, std::uint64_t{count} * block);
}

TEST_P(DataMover, ReadsTheRightBytesFromTheRightOffsets) {
    harness.add_file("f", std::uint64_t{64} * block);
    harness.read_only();
    make();
    // As many requests as slots: afterwards each slot still holds what it read.
    const auto slots = static_cast<unsigned>(harness.slots.size());
    std::vector<Request> requests = requests_scattered(Op::read, 64);
    requests.resize(slots);
    const LoopOutcome outcome = harness.run(requests);
    ASSERT_EQ(outcome.end, LoopOutcome::End::done) << outcome.error_text;
    if (slots == 1) harness.slots[0].request = requests[0];
    std::set<std::uint64_t> seen;
    for (const Slot& slot : harness.slots) {
        seen.insert(slot.request.offset);
        for (std::uint32_t i = 0; i < block; ++i)
            ASSERT_EQ(slot.buffer[i], pattern_at(slot.request.offset + i)) << "at " << i;
    }
    EXPECT_EQ(seen.size(), slots);
}

TEST_P(DataMover, CountsEveryRequestOnce) {
    harness.add_file("a", std::uint64_t{100} * block);
    harness.add_file("b", std::uint64_t{100} * block);
    harness.set_access(true, true, false);
    harness.job.iodepth_batch = 4;
    harness.job.iodepth_batch_complete_min = 2;
    make();
    std::vector<Request> requests;
    for (unsigned i = 0; i < 300; ++i) {
        requests.push_back({.offset = std::uint64_t{i * 37 % 100} * block,
                            .length = block,
                            .file = i % 2,
                            .op = i % 3 == 0 ? Op::write : Op::read});
    }
    const LoopOutcome outcome = harness.run(requests);
    ASSERT_EQ(outcome.end, LoopOutcome::End::done) << outcome.error_text;
    EXPECT_EQ(harness.record(Direction::read).ios, 200U);
    EXPECT_EQ(harness.record(Direction::write).ios, 100U);
    EXPECT_EQ(harness.record(Direction::read).bytes, 200U * block);
    EXPECT_EQ(harness.record(Direction::read).clat.moments().count, 200U);
    EXPECT_EQ(harness.record(Direction::write).short_ios, 0U);
    std::uint64_t by_depth = 0;
    for (const std::uint64_t ios : harness.recorder.depths) by_depth += ios;
    EXPECT_EQ(by_depth, 300U);
    for (std::size_t c = depth_class(static_cast<unsigned>(harness.slots.size())) + 1; c < 7; ++c)
        EXPECT_EQ(harness.recorder.depths[c], 0U) << "more in flight than slots";
}

TEST_P(DataMover, WorksWithoutReadingTheClock) {
    harness.add_file("f", std::uint64_t{32} * block);
    harness.read_only();
    harness.timed = false;
    make();
    const LoopOutcome outcome = harness.run(requests_scattered(Op::read, 32));
    EXPECT_EQ(outcome.end, LoopOutcome::End::done) << outcome.error_text;
    EXPECT_EQ(harness.record(Direction::read).ios, 32U);
    EXPECT_EQ(harness.record(Direction::read).clat.moments().count, 0U);
}

TEST_P(DataMover, ReadsWhatIsLeftAtTheEndOfTheFile) {
    harness.add_file("f", block + 1024);
    harness.read_only();
    make();
    const LoopOutcome outcome = harness.run({{.offset = block, .length = block, .op = Op::read}});
    EXPECT_EQ(outcome.end, LoopOutcome::End::done) << outcome.error_text;
    EXPECT_EQ(harness.record(Direction::read).ios, 1U);
    EXPECT_EQ(harness.record(Direction::read).bytes, 1024U);
}

TEST_P(DataMover, ReadingPastTheEndIsAnError) {
    harness.add_file("f", block);
    harness.read_only();
    make();
    const LoopOutcome outcome =
        harness.run({{.offset = 8 * block, .length = block, .op = Op::read}});
    EXPECT_EQ(outcome.end, LoopOutcome::End::error);
    EXPECT_NE(outcome.error, 0);
    EXPECT_NE(outcome.error_text.find("/f"), std::string::npos) << outcome.error_text;
    EXPECT_EQ(harness.record(Direction::read).ios, 0U);
}

TEST_P(DataMover, SyncRequestsAreCountedApart) {
    harness.add_file("f", std::uint64_t{16} * block);
    harness.write_only();
    make();
    std::vector<Request> requests = requests_in_order(Op::write, 8);
    requests.insert(requests.begin() + 4, {.length = block, .op = Op::fdatasync});
    requests.push_back({.op = Op::fsync});
    requests.push_back({.length = 8 * block, .op = Op::sync_range});
    const LoopOutcome outcome = harness.run(requests);
    ASSERT_EQ(outcome.end, LoopOutcome::End::done) << outcome.error_text;
    EXPECT_EQ(harness.record(Direction::write).ios, 8U);
    EXPECT_EQ(harness.recorder.sync_ios, 3U);
    EXPECT_EQ(harness.recorder.sync_latency.moments().count, 3U);
}

TEST_P(DataMover, FilesComeAndGoOnRequest) {
    harness.add_file("a", 8 * block);
    harness.add_file("b", 8 * block);
    harness.read_only();
    make();
    std::vector<Request> requests;
    for (std::uint32_t file = 0; file < 2; ++file) {
        requests.push_back({.file = file, .op = Op::close_file});
        requests.push_back({.file = file, .op = Op::open_file});
        for (Request r : requests_in_order(Op::read, 8)) {
            r.file = file;
            requests.push_back(r);
        }
        requests.push_back({.file = file, .op = Op::close_file});
    }
    const LoopOutcome outcome = harness.run(requests);
    ASSERT_EQ(outcome.end, LoopOutcome::End::done) << outcome.error_text;
    EXPECT_EQ(harness.record(Direction::read).ios, 16U);
    EXPECT_LT(harness.files[0].fd, 0);
}

TEST_P(DataMover, ATrimEmptiesThePartOfAFile) {
    harness.add_file("f", 16 * block);
    harness.set_access(false, true, true);
    make();
    std::vector<Request> requests = requests_in_order(Op::trim, 4);
    requests.push_back({.offset = 4 * block, .length = block, .op = Op::write});
    requests.push_back({.offset = 5 * block, .length = block, .op = Op::trim});
    const LoopOutcome outcome = harness.run(requests);
    ASSERT_EQ(outcome.end, LoopOutcome::End::done) << outcome.error_text;
    EXPECT_EQ(harness.record(Direction::trim).ios, 5U);
    EXPECT_EQ(harness.record(Direction::trim).bytes, 5U * block);
    const std::string data = read_all(harness.files[0].path);
    ASSERT_EQ(data.size(), 16U * block);
    EXPECT_TRUE(std::all_of(data.begin(), data.begin() + 4 * block, [](char c) { return c == 0; }));
    EXPECT_EQ(static_cast<std::byte>(data[6 * block]), pattern_at(6 * block));
}

TEST_P(DataMover, ATrimThatIsNotAllowedIsAnError) {
    harness.add_file("f", 16 * block);
    harness.read_only();
    make();
    const LoopOutcome outcome = harness.run(requests_in_order(Op::trim, 2));
    EXPECT_EQ(outcome.end, LoopOutcome::End::error);
    EXPECT_EQ(outcome.error, EBADF) << outcome.error_text;
    EXPECT_NE(outcome.error_text.find("trim offset="), std::string::npos) << outcome.error_text;
    EXPECT_EQ(harness.record(Direction::trim).ios, 0U);
}

TEST_P(DataMover, StopsWhenToldTo) {
    harness.add_file("f", std::uint64_t{64} * block);
    harness.read_only();
    make();
    ScriptedWorkload script(requests_scattered(Op::read, 64), true);
    unsigned fills = 0;
    script.on_fill = [&] { harness.stop = ++fills == 3; };
    const LoopOutcome outcome = harness.run(script);
    EXPECT_EQ(outcome.end, LoopOutcome::End::stopped) << outcome.error_text;
    EXPECT_GE(harness.record(Direction::read).ios, 64U);
}

TEST_P(DataMover, EndsWhenTheTimeIsUp) {
    for (const bool timed : {true, false}) {
        harness.add_file("f" + std::to_string(timed), std::uint64_t{64} * block);
        harness.read_only();
        harness.timed = timed;
        make();
        ScriptedWorkload script(requests_scattered(Op::read, 64), true);
        const LoopOutcome outcome = harness.run(script, 3_ms);
        EXPECT_EQ(outcome.end, LoopOutcome::End::time) << outcome.error_text;
    }
}

TEST_P(DataMover, AMissingFileIsNamed) {
    harness.add_path(harness.directory.file("missing"), block);
    harness.read_only();
    try {
        make();
        FAIL() << "opened what is not there";
    } catch (const Error& error) {
        EXPECT_EQ(error.code(), ENOENT);
        EXPECT_NE(std::string(error.what()).find("missing"), std::string::npos);
    }
}

INSTANTIATE_TEST_SUITE_P(Engines, DataMover, ::testing::ValuesIn(data_movers()), name_of_subject);

}  // namespace
}  // namespace fathom::test
