// Statistics of a short series of samples (bandwidth or IOPS per window): what fio prints on its
// "bw" and "iops" lines. Welford's update, mergeable (Chan, Golub, LeVeque 1979).
#pragma once

#include <cstdint>

namespace fathom {

struct Samples {
    std::uint64_t count = 0;
    double min = 0;
    double max = 0;
    double mean = 0;
    double m2 = 0;  ///< sum of squared deviations from the mean

    void add(double value);
    void merge(const Samples& other);
    [[nodiscard]] double stddev() const;  ///< n - 1; 0 below two samples
    bool operator==(const Samples&) const = default;
};

}  // namespace fathom
