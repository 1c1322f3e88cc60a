#include "workload/payload.h"

namespace fathom {

void Payload::fill(std::span<std::byte> buffer) {
    std::size_t at = 0;
    for (; at + sizeof(std::uint64_t) <= buffer.size(); at += sizeof(std::uint64_t)) {
        const std::uint64_t word = random_.next();
        std::memcpy(buffer.data() + at, &word, sizeof word);
    }
    const std::uint64_t last = random_.next();
    std::memcpy(buffer.data() + at, &last, buffer.size() - at);
}

}  // namespace fathom
