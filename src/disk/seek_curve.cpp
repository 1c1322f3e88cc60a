#include "disk/seek_curve.h"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include <fmt/format.h>

namespace fathom::disk {

SeekCurve::SeekCurve(Points table, std::optional<Root> root, std::optional<Line> line)
    : table_(std::move(table)), root_(root), line_(line) {
    if (table_.empty() && !root_ && !line_) throw std::invalid_argument("a seek takes some time");
    const std::uint32_t first = table_.empty() ? 1 : table_.back().first;
    if (root_ && root_->a + root_->b * std::sqrt(static_cast<double>(first)) < 0)
        throw std::invalid_argument("a seek of one cylinder takes less than no time");
}

double SeekCurve::milliseconds(std::uint32_t distance) const {
    if (!table_.empty() && (distance <= table_.back().first || (!root_ && !line_))) {
        const auto next =
            std::lower_bound(table_.begin(), table_.end(), distance,
                             [](const auto& point, std::uint32_t d) { return point.first < d; });
        if (next == table_.end()) return table_.back().second;
        if (next->first == distance || next == table_.begin()) return next->second;
        const auto& before = *std::prev(next);
        return before.second + (next->second - before.second) * (distance - before.first) /
                                   (next->first - before.first);
    }
    if (root_ && (distance <= root_->most || !line_))
        return root_->a + root_->b * std::sqrt(static_cast<double>(distance));
    return line_->c + line_->e * distance;
}

Nanos SeekCurve::at(std::uint32_t distance) const {
    if (distance == 0) return {};
    return Nanos(static_cast<std::int64_t>(std::llround(milliseconds(distance) * 1e6)));
}

double SeekCurve::mean_ms(std::uint32_t cylinders) const {
    // Of n^2 ordered pairs 2 (n - d) lie d apart. Long strokes are sampled.
    const std::uint32_t step = std::max(1U, cylinders / 4096);
    double sum = 0, weights = 0;
    for (std::uint32_t d = 1; d < cylinders; d += step) {
        sum += milliseconds(d) * (cylinders - d);
        weights += cylinders - d;
    }
    return weights == 0 ? 0 : sum / weights * (1 - 1.0 / cylinders);
}

SeekCurve SeekCurve::through(double one, double mean, double full, std::uint32_t cylinders) {
    if (!(one > 0) || !(mean >= one) || !(full >= mean) || cylinders < 4)
        throw std::invalid_argument(
            "seek times rise from one cylinder over the mean to the stroke");
    const double stroke = cylinders - 1;
    const auto third = static_cast<std::uint32_t>(stroke / 3);
    const auto curve = [&](double b) {
        const double a = one - b;
        const double at_third = a + b * std::sqrt(static_cast<double>(third));
        const double slope = (full - at_third) / (stroke - third);
        return SeekCurve({}, Root{a, b, third}, Line{at_third - slope * third, slope});
    };
    // The steeper the root, the higher the mean: halve the interval.
    double low = 0, high = (full - one) / (std::sqrt(static_cast<double>(third)) - 1);
    for (int i = 0; i < 60; ++i) {
        const double middle = (low + high) / 2;
        (curve(middle).mean_ms(cylinders) < mean ? low : high) = middle;
    }
    return curve(low);
}

std::string SeekCurve::text() const {
    std::string text;
    const auto add = [&](const std::string& piece) { text += (text.empty() ? "" : ", ") + piece; };
    if (!table_.empty())
        add(fmt::format("{} points to d = {}", table_.size(), table_.back().first));
    if (root_)
        add(fmt::format("{:.4g} + {:.4g} * sqrt(d) for d <= {}", root_->a, root_->b, root_->most));
    if (line_) add(fmt::format("{:.4g} + {:.4g} * d", line_->c, line_->e));
    return text;
}

}  // namespace fathom::disk
