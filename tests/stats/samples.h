// Random samples for the properties of tests/stats: multiples of 1/8, so that ties and zeros come
// often and shifting, mirroring and doubling are exact.
#pragma once

#include <cstddef>
#include <vector>

#include <rapidcheck.h>

namespace fathom::stats::test {

inline std::vector<double> any_sample(std::size_t least, std::size_t most, int reach = 200) {
    const auto n = *rc::gen::inRange<std::size_t>(least, most + 1);
    const auto eighths = *rc::gen::container<std::vector<int>>(n, rc::gen::inRange(-reach, reach));
    std::vector<double> x;
    for (const int e : eighths) x.push_back(e / 8.0);
    return x;
}

/// scale x_i + shift
inline std::vector<double> moved(std::vector<double> x, double scale, double shift) {
    for (double& value : x) value = scale * value + shift;
    return x;
}

}  // namespace fathom::stats::test
