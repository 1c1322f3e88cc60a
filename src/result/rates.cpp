#include "result/rates.h"

#include "base/wide.h"

namespace fathom {

std::uint64_t runtime_ms(Nanos runtime) {
    return runtime.count() <= 0 ? 0
                                : static_cast<std::uint64_t>((runtime.count() - 1) / 1'000'000 + 1);
}

std::uint64_t bytes_per_second(std::uint64_t bytes, Nanos runtime) {
    const std::uint64_t ms = runtime_ms(runtime);
    return ms == 0 ? 0 : static_cast<std::uint64_t>(static_cast<Wide>(bytes) * 1000 / ms);
}

double ios_per_second(std::uint64_t ios, Nanos runtime) {
    const std::uint64_t ms = runtime_ms(runtime);
    return ms == 0 ? 0.0 : static_cast<double>(ios) * 1000.0 / static_cast<double>(ms);
}

}  // namespace fathom
