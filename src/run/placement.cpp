#include "run/placement.h"

#include <cerrno>
#include <memory>

#include <numa.h>
#include <numaif.h>
#include <sched.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "job/io_priority.h"

namespace fathom {

namespace {

struct FreeMask {
    void operator()(bitmask* mask) const { ::numa_free_nodemask(mask); }
};
using NodeMask = std::unique_ptr<bitmask, FreeMask>;

/// numa_mem_policy=MODE[:NODES] taken apart.
struct MemoryPolicy {
    int mode = MPOL_DEFAULT;
    std::string nodes;
};

MemoryPolicy parse_policy(const Job& job) {
    const std::string& text = job.numa_mem_policy;
    const std::size_t colon = text.find(':');
    const std::string mode = text.substr(0, colon);
    MemoryPolicy policy;
    if (colon != std::string::npos) policy.nodes = text.substr(colon + 1);
    bool needs_nodes = true;
    if (mode == "default") {
        needs_nodes = false;
    } else if (mode == "local") {
        policy.mode = MPOL_LOCAL;
        needs_nodes = false;
    } else if (mode == "prefer") {
        policy.mode = MPOL_PREFERRED;
    } else if (mode == "bind") {
        policy.mode = MPOL_BIND;
    } else if (mode == "interleave") {
        policy.mode = MPOL_INTERLEAVE;
    } else {
        throw Error(job.name + ": numa_mem_policy=" + text + " is not a policy", job.origin,
                    "default, prefer, bind, interleave or local");
    }
    if (needs_nodes && policy.nodes.empty()) {
        throw Error(job.name + ": numa_mem_policy=" + text + " needs nodes", job.origin,
                    mode + ":0 or " + mode + ":0-1");
    }
    return policy;
}

NodeMask parse_nodes(const Job& job, const std::string& nodes) {
    NodeMask mask(::numa_parse_nodestring(nodes.c_str()));
    if (!mask) {
        throw Error(job.name + ": NUMA nodes \"" + nodes + "\" are not on this host", job.origin,
                    "nodes 0-" + std::to_string(::numa_max_node()));
    }
    return mask;
}

void set_cpus(const Job& job, std::uint32_t number) {
    const std::vector<int> cpus = cpus_of_worker(job, number);
    if (cpus.empty()) return;
    int largest = 0;
    for (const int cpu : cpus) largest = std::max(largest, cpu);
    // Sized by hand: a cpu_set_t ends at CPU 1023.
    cpu_set_t* set = CPU_ALLOC(largest + 1);
    const std::size_t size = CPU_ALLOC_SIZE(largest + 1);
    CPU_ZERO_S(size, set);
    for (const int cpu : cpus) CPU_SET_S(static_cast<std::size_t>(cpu), size, set);
    const int failed = ::sched_setaffinity(0, size, set) == 0 ? 0 : errno;
    CPU_FREE(set);
    if (failed != 0) throw system_error(job.name + ": cpus_allowed", failed);
}

void set_numa(const Job& job) {
    if (!job.numa_cpu_nodes.empty()) {
        const NodeMask nodes = parse_nodes(job, job.numa_cpu_nodes);
        if (::numa_run_on_node_mask(nodes.get()) != 0)
            throw system_error(job.name + ": numa_cpu_nodes", errno);
    }
    if (job.numa_mem_policy.empty()) return;
    const MemoryPolicy policy = parse_policy(job);
    long failed = 0;
    if (policy.nodes.empty()) {
        failed = ::set_mempolicy(policy.mode, nullptr, 0);
    } else {
        const NodeMask nodes = parse_nodes(job, policy.nodes);
        failed = ::set_mempolicy(policy.mode, nodes->maskp, nodes->size + 1);
    }
    if (failed != 0) throw system_error(job.name + ": numa_mem_policy", errno);
}

void set_io_priority(const Job& job) {
    if (!job.prio && !job.prioclass && !job.priohint) return;
    constexpr int who_process = 1;  // with 0: the calling thread
    if (::syscall(SYS_ioprio_set, who_process, 0, io_priority(job)) != 0)
        throw system_error(job.name + ": prio/prioclass", errno);
}

}  // namespace

std::vector<int> cpus_of_worker(const Job& job, std::uint32_t number) {
    if (job.cpus_allowed.empty() || job.cpus_allowed_policy == CpuPolicy::shared)
        return job.cpus_allowed;
    return {job.cpus_allowed[number % job.cpus_allowed.size()]};
}

std::vector<Problem> placement_problems(const Job& job) {
    std::vector<Problem> problems;
    const auto count = static_cast<int>(::sysconf(_SC_NPROCESSORS_CONF));
    for (const int cpu : job.cpus_allowed) {
        if (cpu < count) continue;
        problems.push_back({job.name + ": CPU " + std::to_string(cpu) +
                                " too large (max=" + std::to_string(count - 1) + ")",
                            job.origin, "see lscpu"});
    }
    if (job.numa_cpu_nodes.empty() && job.numa_mem_policy.empty()) return problems;
    if (::numa_available() < 0) {
        problems.push_back(
            {job.name + ": numa_* options cannot act: the kernel has no NUMA support",
             job.origin,
             {}});
        return problems;
    }
    try {
        if (!job.numa_cpu_nodes.empty()) parse_nodes(job, job.numa_cpu_nodes);
        if (job.numa_mem_policy.empty()) return problems;
        const MemoryPolicy policy = parse_policy(job);
        if (!policy.nodes.empty()) parse_nodes(job, policy.nodes);
    } catch (const Error& error) {
        problems.insert(problems.end(), error.problems().begin(), error.problems().end());
    }
    return problems;
}

void place_thread(const Job& job, std::uint32_t number) {
    set_cpus(job, number);
    set_numa(job);
    // On Linux a thread has a nice value of its own.
    if (job.nice && ::setpriority(PRIO_PROCESS, 0, *job.nice) != 0)
        throw system_error(job.name + ": nice=" + std::to_string(*job.nice), errno);
    set_io_priority(job);
}

void become_user(const Job& job) {
    // The library's wrappers would change every thread of the process.
    if (job.gid) {
        const auto gid = static_cast<gid_t>(*job.gid);
        if (::syscall(SYS_setresgid, gid, gid, gid) != 0)
            throw system_error(job.name + ": gid=" + std::to_string(gid), errno);
    }
    if (job.uid) {
        const auto uid = static_cast<uid_t>(*job.uid);
        if (::syscall(SYS_setresuid, uid, uid, uid) != 0)
            throw system_error(job.name + ": uid=" + std::to_string(uid), errno);
    }
}

LockedMemory::LockedMemory(const Job& job)
    : start_(MAP_FAILED), size_(static_cast<std::size_t>(job.lockmem.count())) {
    constexpr int flags = MAP_PRIVATE | MAP_ANONYMOUS;
    start_ = ::mmap(nullptr, size_, PROT_READ | PROT_WRITE, flags, -1, 0);
    if (start_ == MAP_FAILED) throw system_error(job.name + ": lockmem", errno);
    if (::mlock(start_, size_) == 0) return;
    const int error = errno;
    ::munmap(start_, size_);
    throw system_error(job.name + ": lockmem", error);
}

LockedMemory::~LockedMemory() {
    ::munmap(start_, size_);
}

}  // namespace fathom
