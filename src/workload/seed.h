// Seeds: how one seed becomes many, so that workers, files and passes draw independent numbers.
// Used by every stream; knows nothing of jobs.
#pragma once

#include <cstdint>

#include "base/random.h"

namespace fathom {

/// A seed for part `part` of what `seed` stands for. Parts of one seed are independent.
constexpr std::uint64_t derive_seed(std::uint64_t seed, std::uint64_t part) {
    std::uint64_t state = part;
    state = splitmix64(state) ^ seed;
    return splitmix64(state);
}

}  // namespace fathom
