// What was measured: latencies with their histograms, figures interval by interval.
#include <memory>
#include <string>
#include <utility>

#include "result/saved_parts.h"

namespace fathom::saved {

namespace {

/// 128 bits in decimal digits: JSON's numbers end at 64.
std::string wide_text(Wide value) {
    std::string digits;
    do {
        digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(value % 10)));
        value /= 10;
    } while (value != 0);
    return digits;
}

Wide read_wide(const std::string& digits) {
    if (digits.empty() || digits.size() > 39 ||
        digits.find_first_not_of("0123456789") != std::string::npos) {
        throw Error("'" + digits.substr(0, 50) + "' is no whole number");
    }
    Wide value = 0;
    for (const char c : digits) value = value * 10 + static_cast<unsigned>(c - '0');
    return value;
}

/// [bucket, count, bucket, count, ...]
Json buckets_json(const std::vector<BucketCount>& buckets) {
    Json array = Json::array();
    for (const BucketCount& one : buckets) {
        array.push_back(one.bucket);
        array.push_back(one.count);
    }
    return array;
}

std::vector<BucketCount> read_buckets(const Json& array) {
    if (array.size() % 2 != 0) throw Error("a histogram has a bucket without a count");
    std::vector<BucketCount> buckets;
    for (std::size_t i = 0; i < array.size(); i += 2) {
        const BucketCount one{array[i].get<std::uint32_t>(), array[i + 1].get<std::uint64_t>()};
        if (one.bucket >= Histogram::bucket_count) throw Error("a histogram has an unknown bucket");
        buckets.push_back(one);
    }
    return buckets;
}

}  // namespace

Json to_json(const Series& series) {
    Json array = Json::array();
    for (const SeriesPoint& point : series.points()) {
        array.push_back({{"ns", point.length.count()},
                         {"ios", point.ios},
                         {"bytes", point.bytes},
                         {"latencies", buckets_json(point.latencies)}});
    }
    return array;
}

void from_json(const Json& array, Series& series) {
    std::vector<SeriesPoint> points;
    for (const Json& object : array) {
        points.push_back(
            {Nanos(object.at("ns").get<std::int64_t>()), object.at("ios").get<std::uint64_t>(),
             object.at("bytes").get<std::uint64_t>(), read_buckets(object.at("latencies"))});
    }
    series = Series(std::move(points));
}

Json to_json(const Latency& latency) {
    const Moments& moments = latency.moments();
    Json object{{"count", moments.count}};
    if (moments.count != 0) {
        object["min"] = moments.min;
        object["max"] = moments.max;
        object["sum"] = moments.sum;
        object["sum_of_squares"] = wide_text(moments.sum_of_squares);
    }
    if (const Histogram* histogram = latency.histogram()) {
        std::vector<BucketCount> buckets;
        for (std::size_t i = 0; i < Histogram::bucket_count; ++i) {
            if (histogram->counts()[i] != 0) {
                buckets.push_back({static_cast<std::uint32_t>(i), histogram->counts()[i]});
            }
        }
        object["buckets"] = buckets_json(buckets);
    }
    return object;
}

void from_json(const Json& object, Latency& latency) {
    Moments moments;
    object.at("count").get_to(moments.count);
    if (moments.count != 0) {
        object.at("min").get_to(moments.min);
        object.at("max").get_to(moments.max);
        object.at("sum").get_to(moments.sum);
        moments.sum_of_squares = read_wide(object.at("sum_of_squares").get<std::string>());
    }
    std::unique_ptr<Histogram> histogram;
    if (object.contains("buckets")) {
        histogram = std::make_unique<Histogram>();
        for (const BucketCount& one : read_buckets(object.at("buckets"))) {
            histogram->add(Histogram::value_of(one.bucket), one.count);
        }
    }
    latency = Latency(moments, std::move(histogram));
}

}  // namespace fathom::saved
