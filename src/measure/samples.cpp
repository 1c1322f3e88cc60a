#include "measure/samples.h"

#include <algorithm>
#include <cmath>

namespace fathom {

void Samples::add(double value) {
    min = count == 0 ? value : std::min(min, value);
    max = count == 0 ? value : std::max(max, value);
    ++count;
    const double delta = value - mean;
    mean += delta / static_cast<double>(count);
    m2 += delta * (value - mean);
}

void Samples::merge(const Samples& other) {
    if (other.count == 0) return;
    if (count == 0) {
        *this = other;
        return;
    }
    const double n = static_cast<double>(count), k = static_cast<double>(other.count);
    const double delta = other.mean - mean;
    min = std::min(min, other.min);
    max = std::max(max, other.max);
    mean += delta * k / (n + k);
    m2 += other.m2 + delta * delta * n * k / (n + k);
    count += other.count;
}

double Samples::stddev() const {
    return count < 2 ? 0.0 : std::sqrt(m2 / static_cast<double>(count - 1));
}

}  // namespace fathom
