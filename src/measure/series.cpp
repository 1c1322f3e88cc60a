#include "measure/series.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace fathom {

namespace {

/// What `now` has more than `before`.
std::vector<BucketCount> growth(const Histogram& now, const Histogram& before) {
    std::vector<BucketCount> counts;
    for (std::size_t i = 0; i < Histogram::bucket_count; ++i) {
        const std::uint64_t count = now.counts()[i] - before.counts()[i];
        if (count != 0) counts.push_back({static_cast<std::uint32_t>(i), count});
    }
    return counts;
}

std::vector<BucketCount> sum(const std::vector<BucketCount>& a, const std::vector<BucketCount>& b) {
    std::vector<BucketCount> all;
    auto left = a.begin();
    auto right = b.begin();
    while (left != a.end() && right != b.end()) {
        if (left->bucket == right->bucket) {
            all.push_back({left->bucket, left->count + right->count});
            ++left, ++right;
        } else {
            all.push_back(left->bucket < right->bucket ? *left++ : *right++);
        }
    }
    all.insert(all.end(), left, a.end());
    all.insert(all.end(), right, b.end());
    return all;
}

}  // namespace

void add_counts(SeriesPoint& into, const SeriesPoint& other) {
    into.ios += other.ios;
    into.bytes += other.bytes;
    into.latencies = sum(into.latencies, other.latencies);
}

Series& Series::operator=(const Series& other) {
    if (this != &other) *this = Series(other);
    return *this;
}

void Series::end_interval(Nanos length, std::uint64_t total_ios, std::uint64_t total_bytes,
                          const Histogram* latencies) {
    SeriesPoint point{length,
                      total_ios - std::exchange(ios_, total_ios),
                      total_bytes - std::exchange(bytes_, total_bytes),
                      {}};
    if (latencies != nullptr) {
        if (!latencies_) latencies_ = std::make_unique<Histogram>();
        point.latencies = growth(*latencies, *latencies_);
        *latencies_ = *latencies;
    }
    if (in_last_ < per_point_ && in_last_ != 0) {
        points_.back().length += length;
        add_counts(points_.back(), point);
        ++in_last_;
        return;
    }
    if (points_.size() == most_points) join_neighbours();
    points_.push_back(std::move(point));
    in_last_ = 1;
}

void Series::join_neighbours() {
    for (std::size_t i = 0; i + 1 < points_.size(); i += 2) {
        points_[i].length += points_[i + 1].length;
        add_counts(points_[i], points_[i + 1]);
        if (i != 0) points_[i / 2] = std::move(points_[i]);
    }
    points_.resize(points_.size() / 2);
    per_point_ *= 2;
}

void Series::clear() {
    *this = Series();
}

void Series::merge(const Series& other) {
    if (other.points_.size() > points_.size()) points_.resize(other.points_.size());
    for (std::size_t i = 0; i < other.points_.size(); ++i) {
        points_[i].length = std::max(points_[i].length, other.points_[i].length);
        add_counts(points_[i], other.points_[i]);
    }
}

}  // namespace fathom
