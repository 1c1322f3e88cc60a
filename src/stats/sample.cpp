#include "stats/sample.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace fathom::stats {

double mean(std::span<const double> x) {
    if (x.empty()) return std::numeric_limits<double>::quiet_NaN();
    // Around the first value, so that a constant series has exactly that mean.
    const double origin = x.front();
    double sum = 0;
    for (const double value : x) sum += value - origin;
    return origin + sum / static_cast<double>(x.size());
}

double variance(std::span<const double> x) {
    if (x.size() < 2) return 0;
    const double centre = mean(x);
    double sum = 0;
    for (const double value : x) sum += (value - centre) * (value - centre);
    return sum / static_cast<double>(x.size() - 1);
}

double median_in_place(std::vector<double>& x) {
    if (x.empty()) return std::numeric_limits<double>::quiet_NaN();
    const auto middle = x.begin() + static_cast<std::ptrdiff_t>(x.size() / 2);
    std::nth_element(x.begin(), middle, x.end());
    if (x.size() % 2 == 1) return *middle;
    return std::midpoint(*std::max_element(x.begin(), middle), *middle);
}

double median(std::span<const double> x) {
    std::vector<double> copy(x.begin(), x.end());
    return median_in_place(copy);
}

double median_deviation(std::span<const double> x) {
    const double centre = median(x);
    std::vector<double> distances;
    distances.reserve(x.size());
    for (const double value : x) distances.push_back(std::abs(value - centre));
    return median_in_place(distances);
}

}  // namespace fathom::stats
