// How random offsets are spread: the value of random_distribution, read and checked.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "base/direction.h"
#include "job/option.h"

namespace fathom {

enum class DistributionKind : std::uint8_t {
    uniform,
    zipf,
    pareto,
    normal,
    zoned,
    zoned_abs,
    sequence
};

/// A part of the file and the share of accesses that go there.
struct AccessZone {
    double access = 0;       ///< percent of the accesses
    std::uint64_t size = 0;  ///< zoned: percent of the file; zoned_abs: bytes
    bool operator==(const AccessZone&) const = default;
};

struct Distribution {
    DistributionKind kind = DistributionKind::uniform;
    double parameter = 0;          ///< theta of zipf, h of pareto, deviation in percent of normal
    std::optional<double> center;  ///< of the most frequent place, 0 to 1; else at random
    PerDirection<std::vector<AccessZone>> zones;  ///< zoned and zoned_abs
    bool operator==(const Distribution&) const = default;
};

/// "zipf:1.2:0.5", "zoned:60/10:40/90". Throws Error with what is wrong and the limits.
Distribution read_distribution(const OptionRow& row, std::string_view text,
                               const ValueContext& context);

}  // namespace fathom
