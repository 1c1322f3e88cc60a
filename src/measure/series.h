// A worker's figures interval by interval, in one direction: what one run's own interval, jitter
// and percentiles over sections are made from. Kept only where a result is saved or compared.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "base/units.h"
#include "measure/histogram.h"

namespace fathom {

struct BucketCount {
    std::uint32_t bucket = 0;  ///< of Histogram
    std::uint64_t count = 0;
    bool operator==(const BucketCount&) const = default;
};

struct SeriesPoint {
    Nanos length{};
    std::uint64_t ios = 0;
    std::uint64_t bytes = 0;
    std::vector<BucketCount> latencies;  ///< by bucket, ascending; empty buckets left out
    bool operator==(const SeriesPoint&) const = default;
};

/// Adds ios, bytes and latencies; the length stays.
void add_counts(SeriesPoint& into, const SeriesPoint& other);

class Series {
  public:
    /// With more points than these, neighbours are joined: memory stays bounded in a run of days.
    static constexpr std::size_t most_points = 3600;

    Series() = default;
    explicit Series(std::vector<SeriesPoint> points) : points_(std::move(points)) {}
    Series(const Series& other) : points_(other.points_) {}
    Series& operator=(const Series& other);
    Series(Series&&) noexcept = default;
    Series& operator=(Series&&) noexcept = default;
    ~Series() = default;

    /// Ends an interval: what has been added to the totals since the last one is its point.
    void end_interval(Nanos length, std::uint64_t total_ios, std::uint64_t total_bytes,
                      const Histogram* latencies);
    void clear();
    /// Adds the points of a worker that ran side by side, first to first.
    void merge(const Series& other);
    [[nodiscard]] const std::vector<SeriesPoint>& points() const { return points_; }
    bool operator==(const Series& other) const { return points_ == other.points_; }

  private:
    void join_neighbours();

    std::vector<SeriesPoint> points_;
    /// Intervals that a point of now stands for; the last point may be short of it.
    std::uint32_t per_point_ = 1;
    std::uint32_t in_last_ = 0;
    // Totals at the end of the last interval.
    std::uint64_t ios_ = 0;
    std::uint64_t bytes_ = 0;
    std::unique_ptr<Histogram> latencies_;
};

}  // namespace fathom
