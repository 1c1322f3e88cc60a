// Chooses the leanest stream that does what a job asks.
#include "workload/workload.h"

#include <algorithm>

#include "base/error.h"
#include "workload/access_rules.h"
#include "workload/general.h"
#include "workload/plain.h"
#include "workload/seed.h"

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
/// span in a pass, or as many as reach io_size where that differs; never more
/// than number_ios.
std::uint64_t plain_ios(const Job& job, const WorkloadSetup& setup, std::uint64_t block) {
    const std::uint64_t length = setup.files[0].length;
    std::uint64_t ios = length / block;
    if (setup.io_size != 0 && setup.io_size != length)
        ios = setup.io_size / block + (setup.io_size % block != 0 ? 1 : 0);
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
    if (!job.access.random) return make_plain_sequential(shape);
    return rules.coverage == Coverage::order ? make_plain_random(shape)
                                             : make_plain_random_any(shape);
}

}  // namespace

std::unique_ptr<Workload> make_workload(const Job& job, const WorkloadSetup& setup) {
    if (setup.files.empty()) throw Error("job " + job.name + " has no file to work on", job.origin);
    const AccessRules rules(job);
    return is_plain(job, rules, setup) ? make_plain(job, rules, setup) : make_general(job, setup);
}

std::uint64_t worker_seed(const Job& job, std::uint64_t index, std::uint64_t entropy) {
    const bool repeats = job.randrepeat || job.allrandrepeat || job.randseed_set;
    return derive_seed(repeats ? job.randseed : entropy, index);
}

}  // namespace fathom
