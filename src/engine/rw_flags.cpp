#include "engine/rw_flags.h"

#include <cerrno>

#include <sys/uio.h>

namespace fathom {

namespace {
// Newer than the headers of Debian 12; values of the kernel's ABI.
constexpr int rwf_atomic = 0x40;
constexpr int rwf_dontcache = 0x80;
}  // namespace

RwFlags::RwFlags(const Job& job)
    : nowait_(EngineOptions(job).on("nowait")),
      uncached_(EngineOptions(job).on("uncached")),
      atomic_(job.atomic) {
    if (nowait_) read_ |= RWF_NOWAIT;
    if (uncached_) read_ |= rwf_dontcache;
    write_ = read_;
    if (atomic_) write_ |= rwf_atomic;
}

std::string RwFlags::explain(int error) const {
    if (error == EAGAIN && nowait_) return " (nowait=1: the I/O could not be done without waiting)";
    if (error != EOPNOTSUPP && error != EINVAL) return {};
    std::string lacking;
    const auto name = [&](bool used, const char* text) {
        if (!used) return;
        if (!lacking.empty()) lacking += ", ";
        lacking += text;
    };
    name(uncached_, "uncached=1 (RWF_DONTCACHE, Linux 6.14)");
    name(atomic_, "atomic=1 (RWF_ATOMIC, Linux 6.11)");
    name(nowait_, "nowait=1 (RWF_NOWAIT)");
    if (lacking.empty()) return {};
    return " (the kernel or the file system lacks what was asked for: " + lacking + ")";
}

}  // namespace fathom
