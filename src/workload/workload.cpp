// Chooses the leanest stream that does what a job asks.
#include "workload/workload.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "workload/access_rules.h"
#include "workload/general.h"
#include "workload/hops.h"
#include "workload/one_by_one.h"
#include "workload/pass_marks.h"
#include "workload/plain.h"
#include "workload/seed.h"
#include "workload/sorted_cycles.h"

namespace fathom {

namespace {

Op only_op(const Access& access) {
    return access.read ? Op::read : access.write ? Op::write : Op::trim;
}

/// One file, one size, nothing in between.
bool is_plain(const Job& job, const AccessRules& rules, const WorkloadSetup& setup) {
    const Access& access = job.access;
    if (setup.files.size() != 1 || !rules.one_size() || access.trim_then_write) return false;
    if (access.write && (job.fsync != 0 || job.fdatasync != 0 || job.sync_file_range.every != 0))
        return false;
    if (!access.random) return access.sequential_step == 0;
    if (access.random_run > 1) return false;
    for (const Direction d : all_directions) {
        if (!rules.active[d]) continue;
        if (job.percentage_random[d] < 100 || rules.align[d].divisor() != rules.least) return false;
    }
    return true;
}

/// How many requests of `block` bytes a plain stream makes: whole blocks of the
/// span in a pass, or as many as reach io_size where that is set; never more
/// than number_ios.
std::uint64_t plain_ios(const Job& job, const WorkloadSetup& setup, std::uint64_t block) {
    const std::uint64_t pass = setup.files[0].length / block;
    std::uint64_t ios = pass;
    if (setup.io_size != 0 && pass != 0) {
        // What is left after whole passes starts another one only where it is a block or more.
        const std::uint64_t passes = setup.io_size / (pass * block);
        const std::uint64_t left = setup.io_size % (pass * block);
        ios = passes * pass;
        if (passes == 0 || left >= block) ios += left / block + (left % block != 0 ? 1 : 0);
    }
    return job.number_ios != 0 ? std::min(ios, job.number_ios) : ios;
}

std::unique_ptr<Workload> make_plain(const Job& job, const AccessRules& rules,
                                     const WorkloadSetup& setup) {
    PlainShape shape;
    shape.span = setup.files[0];
    shape.block = static_cast<std::uint32_t>(rules.least);
    shape.op = only_op(job.access);
    shape.mixed = job.access.read && job.access.write;
    shape.read_percent = job.rwmixread;
    shape.ios = plain_ios(job, setup, rules.least);
    shape.endless = setup.repeat;
    shape.generator = job.random_generator;
    shape.seed = derive_seed(setup.seed, setup.loop);
    // Drawn with replacement there are no passes.
    if (job.access.random && rules.coverage != Coverage::order) return make_plain_random_any(shape);
    auto stream = job.access.random ? make_plain_random(shape) : make_plain_sequential(shape);
    const bool again = shape.endless || shape.ios > shape.blocks();
    if (!setup.mark_passes || !again || shape.blocks() == 0) return stream;
    return mark_passes(std::move(stream), shape.blocks());
}

/// Where the file goes on behind the span, the last block of a sequential job may reach over the
/// span's end, as fio's does: a part of a file that is no multiple of the block is done in full.
void take_whole_blocks(const Job& job, const AccessRules& rules, WorkloadSetup& setup) {
    if (job.access.random || job.access.sequential_step != 0) return;
    if (!rules.one_size() || setup.files.size() != 1) return;
    FileSpan& span = setup.files[0];
    const std::uint64_t tail = span.length % rules.least;
    if (tail == 0) return;
    const std::uint64_t whole = span.length + rules.least - tail;
    if (span.offset + whole <= span.file_size) span.length = whole;
}

}  // namespace

std::unique_ptr<Workload> make_workload(const Job& job, const WorkloadSetup& setup) {
    if (setup.files.empty()) throw Error("job " + job.name + " has no file to work on", job.origin);
    const AccessRules rules(job);
    WorkloadSetup own = setup;
    std::uint64_t spans = 0;
    for (const FileSpan& span : own.files) spans += span.length;
    if (own.io_size == spans) own.io_size = 0;
    take_whole_blocks(job, rules, own);
    const bool mixed = job.access.read && job.access.write;
    if (own.pace != nullptr && mixed && job.elevator == ElevatorOrder::none)
        return make_general(job, own);
    if (job.elevator != ElevatorOrder::none && own.files.size() > 1)
        throw Error("elevator sorts requests to one file", job.origin, "filename= names several");
    if (job.hop != 0 && own.files.size() > 1)
        throw Error("hop goes from place to place of one file", job.origin,
                    "filename= names several");
    auto stream = is_plain(job, rules, own) ? make_plain(job, rules, own) : make_general(job, own);
    if (job.hop != 0 && job.access.random) {
        std::uint64_t align = rules.least;
        for (const Direction d : all_directions)
            if (rules.active[d]) align = std::max(align, rules.align[d].divisor());
        stream = hops(std::move(stream),
                      {own.files.front(), job.hop, align, derive_seed(own.seed, own.loop)});
    }
    if (job.elevator != ElevatorOrder::none)
        stream = sorted_cycles(std::move(stream), job.elevator, job.elevator_cycle);
    return own.pace != nullptr ? one_by_one(std::move(stream)) : std::move(stream);
}

std::uint64_t worker_seed(const Job& job, std::uint64_t index, std::uint64_t entropy) {
    const bool repeats = job.randrepeat || job.allrandrepeat || job.randseed_set;
    return derive_seed(repeats ? job.randseed : entropy, index);
}

}  // namespace fathom
