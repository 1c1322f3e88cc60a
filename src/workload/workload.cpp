// Chooses the leanest stream that does what a job asks.
#include "workload/workload.h"

#include <algorithm>

#include "workload/plain.h"
#include "workload/seed.h"

namespace fathom {

namespace {

Op only_op(const Access& access) {
    return access.read ? Op::read : access.write ? Op::write : Op::trim;
}

/// How many requests of `block` bytes a plain stream makes: whole blocks of the span in a pass, or
/// as many as reach io_size where that differs; never more than number_ios.
std::uint64_t plain_ios(const Job& job, const WorkloadSetup& setup, std::uint32_t block) {
    const std::uint64_t length = setup.files[0].length;
    std::uint64_t ios = length / block;
    if (setup.io_size != 0 && setup.io_size != length)
        ios = setup.io_size / block + (setup.io_size % block != 0 ? 1 : 0);
    return job.number_ios != 0 ? std::min(ios, job.number_ios) : ios;
}

}  // namespace

std::unique_ptr<Workload> make_workload(const Job& job, const WorkloadSetup& setup) {
    const Op op = only_op(job.access);
    PlainShape shape;
    shape.span = setup.files.at(0);
    shape.block = static_cast<std::uint32_t>(job.bs[direction_of(op)].min.count());
    shape.op = op;
    shape.ios = plain_ios(job, setup, shape.block);
    shape.endless = setup.repeat;
    shape.generator = job.random_generator;
    shape.seed = derive_seed(setup.seed, setup.loop);
    if (!job.access.random) return make_plain_sequential(shape);
    return job.norandommap && job.random_generator != RandomGenerator::lfsr
               ? make_plain_random_any(shape)
               : make_plain_random(shape);
}

std::uint64_t worker_seed(const Job& job, std::uint64_t index, std::uint64_t entropy) {
    const bool repeats = job.randrepeat || job.allrandrepeat || job.randseed_set;
    return derive_seed(repeats ? job.randseed : entropy, index);
}

}  // namespace fathom
