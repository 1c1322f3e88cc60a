// Around a plain stream: says where a pass over the file begins anew, by Op::next_pass before the
// first request of each pass but the first. Between two marks it only hands batches on.
#pragma once

#include <memory>

#include "workload/workload.h"

namespace fathom {

/// `inner` does `pass` data requests in each pass, and nothing but data requests.
std::unique_ptr<Workload> mark_passes(std::unique_ptr<Workload> inner, std::uint64_t pass);

}  // namespace fathom
