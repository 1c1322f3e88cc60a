// Engines with a purpose of their own: names instead of data, allocation, truncation, CPU load,
// nothing at all; and what belongs to one engine only.
#include <sys/stat.h>

#include "engine/harness.h"
#include "engine/rw_flags.h"

namespace fathom::test {
namespace {

/// One request for each of `count` files.
std::vector<Request> one_per_file(std::uint32_t count) {
    std::vector<Request> requests;
    for (std::uint32_t i = 0; i < count; ++i)
        requests.push_back({.length = block, .file = i, .op = Op::read});
    return requests;
}

bool exists(const std::string& path) {
    struct stat st {};
    return ::stat(path.c_str(), &st) == 0;
}

TEST(FileCreate, makes_each_file_and_counts_it) {
    Harness harness;
    for (int i = 0; i < 5; ++i)
        harness.add_path(harness.directory.file("f" + std::to_string(i)), block);
    harness.make("filecreate");
    const LoopOutcome outcome = harness.run(one_per_file(5));
    ASSERT_EQ(outcome.end, LoopOutcome::End::done) << outcome.error_text;
    for (const File& file : harness.files) EXPECT_TRUE(exists(file.path)) << file.path;
    EXPECT_EQ(harness.record(Direction::read).ios, 5U);
    EXPECT_EQ(harness.record(Direction::read).bytes, 5U * block);
}

TEST(FileCreate, a_missing_directory_is_an_error) {
    Harness harness;
    harness.add_path(harness.directory.file("no/f"), block);
    harness.make("filecreate");
    EXPECT_EQ(harness.run(one_per_file(1)).error, ENOENT);
}

TEST(FileDelete, removes_each_file_once) {
    Harness harness;
    harness.add_file("a", 2 * block);
    harness.add_file("b", block);
    harness.make("filedelete");
    std::vector<Request> requests = one_per_file(2);
    requests.push_back({.offset = block, .length = block, .file = 0, .op = Op::read});
    const LoopOutcome outcome = harness.run(requests);
    ASSERT_EQ(outcome.end, LoopOutcome::End::done) << outcome.error_text;
    for (const File& file : harness.files) EXPECT_FALSE(exists(file.path)) << file.path;
    EXPECT_EQ(harness.record(Direction::read).bytes, 3U * block);
    EXPECT_EQ(harness.run(one_per_file(1)).error, ENOENT);
}

TEST(FileStat, looks_up_by_each_call) {
    for (const char* type : {"stat", "lstat", "statx"}) {
        Harness harness;
        harness.add_file("a", block);
        harness.job.engine_options["stat_type"] = type;
        harness.make("filestat");
        EXPECT_EQ(harness.run(one_per_file(1)).end, LoopOutcome::End::done) << type;
        ::unlink(harness.files[0].path.c_str());
        EXPECT_EQ(harness.run(one_per_file(1)).error, ENOENT) << type;
    }
}

TEST(FileStat, only_lstat_is_content_with_a_dangling_link) {
    for (const char* type : {"stat", "lstat"}) {
        Harness harness;
        harness.add_path(harness.directory.file("link"), block);
        ASSERT_EQ(::symlink("nowhere", harness.files[0].path.c_str()), 0);
        harness.job.engine_options["stat_type"] = type;
        harness.make("filestat");
        EXPECT_EQ(harness.run(one_per_file(1)).error, std::string(type) == "stat" ? ENOENT : 0);
    }
}

TEST(Falloc, allocates_keeps_the_size_and_punches) {
    Harness harness;
    harness.add_path(harness.directory.file("f"), 8 * block);
    harness.set_access(true, true, true);
    harness.make("falloc");
    struct stat st {};
    ASSERT_EQ(harness.run({{.length = 4 * block, .op = Op::read}}).end, LoopOutcome::End::done);
    ASSERT_EQ(::stat(harness.files[0].path.c_str(), &st), 0);
    EXPECT_EQ(st.st_size, 0);
    EXPECT_GE(st.st_blocks * 512, 4 * block);
    ASSERT_EQ(harness.run({{.length = 8 * block, .op = Op::write}}).end, LoopOutcome::End::done);
    ASSERT_EQ(::stat(harness.files[0].path.c_str(), &st), 0);
    EXPECT_EQ(st.st_size, 8 * block);
    const auto full = st.st_blocks;
    ASSERT_EQ(harness.run({{.length = 4 * block, .op = Op::trim}}).end, LoopOutcome::End::done);
    ASSERT_EQ(::stat(harness.files[0].path.c_str(), &st), 0);
    EXPECT_LT(st.st_blocks, full);
}

TEST(Ftruncate, sets_the_size_to_each_offset) {
    Harness harness;
    harness.add_file("f", 8 * block);
    harness.write_only();
    harness.make("ftruncate");
    ASSERT_EQ(harness.run({{.offset = 3 * block, .length = block, .op = Op::write}}).end,
              LoopOutcome::End::done);
    EXPECT_EQ(read_all(harness.files[0].path).size(), 3U * block);
}

TEST(Ftruncate, refuses_to_read_and_says_why) {
    Harness harness;
    harness.add_file("f", 8 * block);
    harness.read_only();
    harness.make("ftruncate");
    const LoopOutcome outcome = harness.run({{.length = block, .op = Op::read}});
    EXPECT_EQ(outcome.error, EINVAL);
    EXPECT_NE(outcome.error_text.find("rw=write"), std::string::npos) << outcome.error_text;
}

TEST(Null, is_synchronous_alone_and_queues_when_deep) {
    const EngineEntry* null = find_engine("null");
    Job job;
    job.iodepth = 1;
    EXPECT_TRUE(null->shape(job).synchronous);
    job.iodepth = 4;
    EXPECT_FALSE(null->shape(job).synchronous);
    EXPECT_EQ(null->shape(job).depth, 4U);
}

TEST(EngineEntry, knows_who_does_io_in_the_call) {
    Job job;
    job.iodepth = 8;
    for (const SubmitMode mode : {SubmitMode::inline_, SubmitMode::offload}) {
        job.io_submit_mode = mode;
        for (const char* name : {"sync", "psync", "vsync", "mmap", "ftruncate", "cpuio"})
            EXPECT_TRUE(find_engine(name)->does_io_in_the_call(job)) << name;
        for (const char* name : {"io_uring", "libaio", "posixaio", "null"})
            EXPECT_FALSE(find_engine(name)->does_io_in_the_call(job)) << name;
    }
}

TEST(Null, counts_submissions_only_when_deep) {
    for (const unsigned depth : {1U, 4U}) {
        Harness harness;
        harness.job.iodepth = depth;
        harness.add_path("none", 100 * block);
        harness.make("null");
        ScriptedWorkload script(
            std::vector<Request>(100, Request{.length = block, .op = Op::read}));
        ASSERT_EQ(harness.run(script).end, LoopOutcome::End::done);
        EXPECT_EQ(harness.record(Direction::read).ios, 100U);
        std::uint64_t submitted = 0;
        for (const std::uint64_t count : harness.recorder.submits) submitted += count;
        EXPECT_EQ(submitted == 0, depth == 1);
        EXPECT_EQ(harness.record(Direction::read).slat.moments().count, depth == 1 ? 0U : 100U);
    }
}

TEST(CpuIo, needs_a_load) {
    Harness harness;
    EXPECT_THROW(harness.make("cpuio"), Error);
}

TEST(CpuIo, says_what_it_is_to_do) {
    Job job;
    job.name = "a";
    job.engine_options = {{"cpuload", "150"}, {"cpumode", "qsort"}};
    EXPECT_EQ(find_engine("cpuio")->opening_line(job),
              "a (qsort): ioengine=cpuio, cpuload=100, cpucycle=50000");
}

TEST(CpuIo, burns_until_the_time_is_up_or_it_is_stopped) {
    for (const char* mode : {"noop", "qsort"}) {
        Harness harness;
        harness.job.engine_options = {{"cpuload", "50"}, {"cpuchunks", "200"}, {"cpumode", mode}};
        harness.make("cpuio");
        ScriptedWorkload nothing({});
        EXPECT_EQ(harness.run(nothing, 3_ms).end, LoopOutcome::End::time) << mode;
        EXPECT_GT(harness.record(Direction::read).ios, 0U);
        EXPECT_EQ(harness.record(Direction::read).bytes, 0U);
        harness.stop = true;
        EXPECT_EQ(harness.run(nothing).end, LoopOutcome::End::stopped) << mode;
    }
}

TEST(Atomic, is_refused_by_engines_that_cannot) {
    Harness harness;
    harness.add_file("f", block);
    harness.write_only();
    harness.job.atomic = true;
    try {
        harness.make("psync");
        FAIL() << "took atomic=1";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("psync"), std::string::npos) << error.what();
    }
}

TEST(Nowait, EAGAIN_is_an_answer) {
    Job job;
    EXPECT_FALSE(RwFlags(job).nowait());
    job.engine_options["nowait"] = "1";
    const RwFlags flags(job);
    EXPECT_TRUE(flags.nowait());
    EXPECT_NE(flags.of(Op::read), 0);
    EXPECT_NE(flags.explain(EAGAIN).find("nowait"), std::string::npos);
    EXPECT_NE(flags.explain(EOPNOTSUPP).find("RWF_NOWAIT"), std::string::npos);
    EXPECT_EQ(flags.explain(EIO), "");
}

TEST(Uncached, a_refusal_names_the_flag) {
    Job job;
    job.engine_options["uncached"] = "1";
    job.atomic = true;
    const std::string text = RwFlags(job).explain(EOPNOTSUPP);
    EXPECT_NE(text.find("RWF_DONTCACHE"), std::string::npos) << text;
    EXPECT_NE(text.find("RWF_ATOMIC"), std::string::npos) << text;
}

/// Options of io_uring that change how it talks to the kernel, each reading the right bytes.
class IoUringOptions : public ::testing::TestWithParam<std::vector<std::string>> {};

TEST_P(IoUringOptions, read_the_right_bytes) {
    Harness harness;
    harness.job.iodepth = 4;
    harness.add_file("f", 16 * block);
    harness.read_only();
    for (const std::string& option : GetParam()) {
        const std::size_t equals = option.find('=');
        harness.job.engine_options[option.substr(0, equals)] = option.substr(equals + 1);
    }
    harness.make("io_uring");
    std::vector<Request> requests;
    for (unsigned i = 0; i < 4; ++i)
        requests.push_back({.offset = i * 5 * block, .length = block, .op = Op::read});
    const LoopOutcome outcome = harness.run(requests);
    ASSERT_EQ(outcome.end, LoopOutcome::End::done) << outcome.error_text;
    for (const Slot& slot : harness.slots) {
        for (std::uint32_t i = 0; i < block; ++i)
            ASSERT_EQ(slot.buffer[i], pattern_at(slot.request.offset + i));
    }
    ScriptedWorkload again(requests, true);
    EXPECT_EQ(harness.run(again, 2_ms).end, LoopOutcome::End::time);
}

INSTANTIATE_TEST_SUITE_P(
    Sets, IoUringOptions,
    ::testing::Values(std::vector<std::string>{"fixedbufs=1"},
                      std::vector<std::string>{"registerfiles=1"},
                      std::vector<std::string>{"fixedbufs=1", "registerfiles=1"},
                      std::vector<std::string>{"nonvectored=0"},
                      std::vector<std::string>{"sqthread_poll=1"},
                      std::vector<std::string>{"force_async=2"},
                      std::vector<std::string>{"cmdprio_percentage=50,50"},
                      std::vector<std::string>{"sqthread_poll=1", "fixedbufs=1", "force_async=1"}));

TEST(IoUring, a_poll_thread_cpu_that_is_not_there_is_named) {
    Harness harness;
    harness.add_file("f", block);
    harness.read_only();
    harness.job.engine_options = {{"sqthread_poll", "1"}, {"sqthread_poll_cpu", "9999"}};
    try {
        harness.make("io_uring");
        FAIL() << "took a CPU that is not there";
    } catch (const Error& error) {
        EXPECT_NE(std::string(error.what()).find("sqthread_poll_cpu=9999"), std::string::npos)
            << error.what();
    }
}

TEST(IoUring, polled_completions_need_direct) {
    Harness harness;
    harness.add_file("f", block);
    harness.job.engine_options = {{"hipri", "1"}};
    EXPECT_THROW(harness.make("io_uring"), Error);
}

TEST(Libaio, reaps_in_user_space) {
    Harness harness;
    harness.add_file("f", 64 * block);
    harness.read_only();
    harness.job.engine_options = {{"userspace_reap", "1"}};
    harness.make("libaio");
    std::vector<Request> requests;
    for (unsigned i = 0; i < 640; ++i)
        requests.push_back({.offset = i % 64 * block, .length = block, .op = Op::read});
    ASSERT_EQ(harness.run(requests).end, LoopOutcome::End::done);
    EXPECT_EQ(harness.record(Direction::read).ios, 640U);
}

TEST(Offload, helpers_tell_what_they_used) {
    Harness harness;
    harness.job.io_submit_mode = SubmitMode::offload;
    harness.add_path("/dev/zero", 1 << 20, FileType::character);
    harness.read_only();
    harness.make("psync");
    ScriptedWorkload script(std::vector<Request>(64, {.length = block, .op = Op::read}), true);
    ASSERT_EQ(harness.run(script, 20_ms).end, LoopOutcome::End::time);
    // The kernel may count CPU time in ticks, but each sleep of a helper is a context switch.
    const ThreadUsage used = harness.runner->helpers_usage();
    EXPECT_GT(used.context_switches, 0U);
    harness.runner->forget_helpers_usage();
    const ThreadUsage again = harness.runner->helpers_usage();
    EXPECT_LT(again.context_switches, used.context_switches);
    EXPECT_LE(again.user + again.system, used.user + used.system);
}

TEST(Vsync, gathers_what_follows_on) {
    Harness harness;
    harness.job.iodepth = 8;
    harness.job.iodepth_batch = 4;
    harness.add_file("f", 64 * block);
    harness.read_only();
    harness.make("vsync");
    std::vector<Request> requests;
    for (unsigned i = 0; i < 32; ++i)
        requests.push_back({.offset = i * block, .length = block, .op = Op::read});
    ASSERT_EQ(harness.run(requests).end, LoopOutcome::End::done);
    EXPECT_EQ(harness.record(Direction::read).ios, 32U);
    EXPECT_EQ(harness.recorder.submits[batch_class(4)], 8U);
}

}  // namespace
}  // namespace fathom::test
