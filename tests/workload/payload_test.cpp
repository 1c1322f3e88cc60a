// What writes carry: never the same twice unless asked, never the same as another worker's.
#include "workload/payload.h"

#include <algorithm>
#include <array>
#include <set>
#include <string>
#include <vector>

#include <gtest/gtest.h>

namespace fathom {
namespace {

using Bytes4k = std::vector<std::byte>;

Bytes4k filled(Payload& payload, std::size_t size = 4096) {
    Bytes4k buffer(size);
    payload.fill(buffer);
    return buffer;
}

TEST(Payload, fills_differ_from_call_to_call_and_from_seed_to_seed) {
    Payload a(Payload::Kind::refill, 1), b(Payload::Kind::refill, 2),
        again(Payload::Kind::refill, 1);
    const auto first = filled(a);
    EXPECT_NE(first, filled(a));
    EXPECT_NE(first, filled(b));
    EXPECT_EQ(first, filled(again));
}

TEST(Payload, fills_every_byte_of_any_size) {
    Payload payload(Payload::Kind::refill, 1);
    for (std::size_t size = 0; size < 40; ++size) {
        std::vector<std::byte> buffer(size + 1);
        std::vector<bool> touched(size);
        for (int i = 0; i < 20; ++i) {
            payload.fill({buffer.data(), size});
            for (std::size_t at = 0; at < size; ++at)
                if (buffer[at] != std::byte{0}) touched[at] = true;
        }
        EXPECT_EQ(std::count(touched.begin(), touched.end(), true), static_cast<long>(size));
        EXPECT_EQ(buffer[size], std::byte{0});
    }
}

TEST(Payload, bytes_are_even) {
    Payload payload(Payload::Kind::refill, 1);
    std::array<double, 256> counts{};
    const std::size_t size = 1 << 20;
    for (const std::byte b : filled(payload, size)) ++counts[static_cast<std::size_t>(b)];
    double chi = 0;
    for (const double n : counts) chi += (n - size / 256.0) * (n - size / 256.0) / (size / 256.0);
    EXPECT_LT(chi, 255 + 6 * 22.6);
}

/// Every 512-byte piece of a number of writes with `payload`, from one buffer as a worker does it.
std::set<std::string> pieces(Payload& payload, Bytes4k& buffer, int writes) {
    std::set<std::string> all;
    for (int i = 0; i < writes; ++i) {
        payload.prepare(buffer.data(), 4096, static_cast<std::uint64_t>(i % 4) * 4096);
        for (std::size_t at = 0; at < 4096; at += 512)
            all.emplace(reinterpret_cast<const char*>(buffer.data()) + at, 512);
    }
    return all;
}

TEST(Payload, scramble_and_refill_never_write_a_piece_twice) {
    for (const auto kind : {Payload::Kind::scramble, Payload::Kind::refill}) {
        Payload payload(kind, 1);
        auto buffer = filled(payload);
        EXPECT_EQ(pieces(payload, buffer, 100).size(), 800U);
    }
}

TEST(Payload, keep_leaves_the_buffer_alone) {
    Payload payload(Payload::Kind::keep, 1);
    auto buffer = filled(payload);
    const auto before = buffer;
    payload.prepare(buffer.data(), 4096, 0);
    EXPECT_EQ(buffer, before);
}

TEST(Payload, workers_that_start_from_the_same_bytes_still_write_different_ones) {
    Payload a(Payload::Kind::scramble, 1), b(Payload::Kind::scramble, 2);
    Bytes4k zeros_a(4096), zeros_b(4096);
    const auto of_a = pieces(a, zeros_a, 50);
    const auto of_b = pieces(b, zeros_b, 50);
    std::vector<std::string> both;
    std::set_intersection(of_a.begin(), of_a.end(), of_b.begin(), of_b.end(),
                          std::back_inserter(both));
    EXPECT_TRUE(both.empty());
}

}  // namespace
}  // namespace fathom
