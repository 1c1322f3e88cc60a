// Rows: how the I/O is done. Engine, depth, caching, buffers.
#include <cctype>

#include "job/rows.h"

namespace fathom::rows {

namespace {

void store_memory(Job& job, const OptionRow& row, std::string_view text,
                  const ValueContext& context) {
    const auto colon = text.find(':');
    const Value kind =
        read_value(OptionRow{.name = row.name, .kind = OptionKind::choice, .choices = row.choices},
                   text.substr(0, colon), context);
    const auto memory = static_cast<MemoryKind>(kind.number);
    const bool takes_file = memory == MemoryKind::mmap || memory == MemoryKind::mmapshared ||
                            memory == MemoryKind::mmaphuge;
    if (colon != std::string_view::npos && (!takes_file || colon + 1 == text.size())) {
        refuse(row, text, context, takes_file ? "no file after ':'" : "this kind takes no file");
    }
    job.memory = memory;
    job.memory_file = colon == std::string_view::npos ? "" : text.substr(colon + 1);
}

void store_engine(Job& job, const OptionRow& row, std::string_view text,
                  const ValueContext& context) {
    const std::string_view name = trimmed(text);
    if (name.empty()) refuse(row, text, context, "no name");
    // Old names that fio still takes.
    job.ioengine = name == "aio" || name == "linuxaio" ? "libaio" : name;
}

void add_depth_rows(Rows& rows) {
    rows.push_back(custom("ioengine", store_engine, "psync", "io",
                          "How the I/O is done; --enghelp lists the engines"));
    rows.back().kind = OptionKind::string;
    rows.push_back(number("iodepth", &Job::iodepth, "1", "io", "I/Os kept under way at once")
                       .at_least(1)
                       .at_most(1 << 24));
    rows.push_back(number("iodepth_batch", &Job::iodepth_batch, "1", "io",
                          "How many are submitted together (0: as many as there is room for)")
                       .alias("iodepth_batch_submit")
                       .under("iodepth"));
    rows.push_back(number("iodepth_batch_complete_min", &Job::iodepth_batch_complete_min, "1", "io",
                          "Wait until this many are done before going on")
                       .alias("iodepth_batch_complete")
                       .under("iodepth"));
    rows.push_back(number("iodepth_batch_complete_max", &Job::iodepth_batch_complete_max, "", "io",
                          "Take at most this many at a time (default: as the minimum)")
                       .under("iodepth"));
    rows.push_back(number("iodepth_low", &Job::iodepth_low, "", "io",
                          "When full, drain to this depth before filling again")
                       .under("iodepth"));
    rows.push_back(choice("io_submit_mode", &Job::io_submit_mode, "inline",
                          {pick("inline", SubmitMode::inline_, "by the job's own thread"),
                           pick("offload", SubmitMode::offload, "by a thread of its own")},
                          "io", "Who submits the I/O"));
}

void add_caching_rows(Rows& rows) {
    rows.push_back(boolean("direct", &Job::direct, "0", "io", "Bypass the page cache (O_DIRECT)")
                       .inverse_of("buffered"));
    rows.push_back(boolean("buffered", &Job::direct, "1", "io", "Go through the page cache")
                       .inverse_of("direct")
                       .store([](Job& job, const OptionRow& row, std::string_view text,
                                 const ValueContext& context) {
                           job.direct = read_value(row, text, context).number == 0;
                       }));
    rows.push_back(
        boolean("atomic", &Job::atomic, "0", "io", "Writes are atomic (O_ATOMIC); implies direct"));
    rows.push_back(choice("sync", &Job::sync, "none",
                          {pick("none", SyncMode::none, "plain writes"),
                           pick("0", SyncMode::none, "the same as none"),
                           pick("sync", SyncMode::sync, "O_SYNC: data and metadata"),
                           pick("1", SyncMode::sync, "the same as sync"),
                           pick("dsync", SyncMode::dsync, "O_DSYNC: data")},
                          "io", "Each write reaches the medium before it is done"));
}

void add_buffer_rows(Rows& rows) {
    rows.push_back(flag("zero_buffers", &Job::zero_buffers, "io", "Buffers hold only zeroes"));
    rows.push_back(
        flag("refill_buffers", &Job::refill_buffers, "io", "New random data for every write"));
    rows.push_back(boolean("scramble_buffers", &Job::scramble_buffers, "1", "io",
                           "Change a few bytes before every write, so that no two are equal"));
    rows.push_back(
        custom("mem", store_memory, "malloc", "io", "Where the buffers are").alias("iomem"));
    rows.back().choices = {
        pick("malloc", MemoryKind::malloc, "the heap"),
        pick("shm", MemoryKind::shm, "System V shared memory"),
        pick("shmhuge", MemoryKind::shmhuge, "the same in huge pages"),
        pick("mmap", MemoryKind::mmap, "an anonymous mapping, or a FILE after ':'"),
        pick("mmapshared", MemoryKind::mmapshared, "a shared mapping, or a FILE after ':'"),
        pick("mmaphuge", MemoryKind::mmaphuge, "a mapping in huge pages, or a FILE after ':'")};
    rows.push_back(
        number("iomem_align", &Job::iomem_align, "0", "io", "Buffers begin at multiples of this")
            .alias("mem_align")
            .under("mem"));
    rows.push_back(
        number("hugepage-size", &Job::hugepage_size, "2097152", "general", "Size of a huge page")
            .at_least(1));
    rows.push_back(size("lockmem", &Job::lockmem, "0", "general",
                        "Pin this much memory for each worker, so that the cache has less"));
}

}  // namespace

void add_how_rows(Rows& rows) {
    add_depth_rows(rows);
    add_caching_rows(rows);
    add_buffer_rows(rows);
}

}  // namespace fathom::rows
