// The RWF_* flags of preadv2, pwritev2, io_uring and libaio that a job asks for, and what the
// kernel's answer means when it lacks one. Used by the engines that take flags per I/O.
#pragma once

#include <string>

#include "engine/engine_options.h"
#include "workload/request.h"

namespace fathom {

class RwFlags {
  public:
    /// Reads nowait, uncached and atomic.
    explicit RwFlags(const Job& job);

    [[nodiscard]] int of(Op op) const { return op == Op::write ? write_ : read_; }
    [[nodiscard]] bool any() const { return read_ != 0 || write_ != 0; }
    /// EAGAIN is then an answer.
    [[nodiscard]] bool nowait() const { return nowait_; }
    /// " (hint)" when `error` is how a kernel or file system says that it lacks a flag in use.
    [[nodiscard]] std::string explain(int error) const;

  private:
    bool nowait_;
    bool uncached_;
    bool atomic_;
    int read_ = 0;
    int write_ = 0;
};

}  // namespace fathom
