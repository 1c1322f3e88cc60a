#include "workload/payload.h"

#include "base/wide.h"

namespace fathom {

namespace {

/// wyrand (Wang Yi, wyhash, 2019): a counter, multiplied with itself and folded. Words do not
/// depend on one another, so that many are in the making at once.
constexpr std::uint64_t increment = 0xa0761d6478bd642fULL;
constexpr std::uint64_t fold = 0xe7037ed1a0b428dbULL;

std::uint64_t word_of(std::uint64_t counter) {
    const Wide product = static_cast<Wide>(counter) * (counter ^ fold);
    return static_cast<std::uint64_t>(product >> 64) ^ static_cast<std::uint64_t>(product);
}

}  // namespace

Payload::Payload(Kind kind, std::uint64_t seed) : kind_(kind) {
    salt_ = splitmix64(seed);
    counter_ = splitmix64(seed);
}

void Payload::fill(std::span<std::byte> buffer) {
    constexpr std::size_t word = sizeof(std::uint64_t);
    std::byte* at = buffer.data();
    std::uint64_t counter = counter_;
    for (std::size_t n = buffer.size() / word; n > 0; --n, at += word) {
        const std::uint64_t value = word_of(counter += increment);
        std::memcpy(at, &value, word);
    }
    if (const std::size_t rest = buffer.size() % word; rest != 0) {
        const std::uint64_t value = word_of(counter += increment);
        std::memcpy(at, &value, rest);
    }
    counter_ = counter;
}

}  // namespace fathom
