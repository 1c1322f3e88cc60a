// The permutation and the lfsr order: each number once, and for the permutation, that it is as good
// as random. Limits are so wide that a sound generator fails once in a million runs; keys are
// fixed.
#include "workload/permutation.h"

#include <cmath>
#include <functional>
#include <numeric>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include "workload/lfsr.h"

namespace fathom {
namespace {

template <class Order>
std::vector<std::uint64_t> values(Order order, std::uint64_t most = ~std::uint64_t{0}) {
    std::vector<std::uint64_t> all;
    while (order.left() > 0 && all.size() < most) {
        const std::uint64_t value = order.candidate();
        if (value < order.count()) all.push_back(value);
    }
    return all;
}

template <class Order>
bool each_once(std::uint64_t count, std::uint64_t key) {
    const auto all = values(Order(count, key));
    if (all.size() != count) return false;
    std::vector<bool> seen(count);
    for (const std::uint64_t value : all) {
        if (value >= count || seen[value]) return false;
        seen[value] = true;
    }
    return true;
}

template <class Order>
class EachOnce : public ::testing::Test {};
using Orders = ::testing::Types<PermutationOrder, LfsrOrder>;
TYPED_TEST_SUITE(EachOnce, Orders);

TYPED_TEST(EachOnce, for_every_count_to_five_thousand) {
    for (std::uint64_t count = 1; count <= 5000; ++count)
        ASSERT_TRUE(each_once<TypeParam>(count, count * 7)) << count;
}

TYPED_TEST(EachOnce, around_the_powers_of_two) {
    for (unsigned bits = 1; bits <= 20; ++bits)
        for (const int off : {-1, 0, 1}) {
            const std::uint64_t count =
                (std::uint64_t{1} << bits) + static_cast<std::uint64_t>(off);
            ASSERT_TRUE(each_once<TypeParam>(count, bits)) << count;
        }
}

TYPED_TEST(EachOnce, for_counts_and_keys_drawn_at_random) {
    std::uint64_t state = 11;
    for (int i = 0; i < 12; ++i) {
        const std::uint64_t count = 1 + splitmix64(state) % (1U << 22);
        ASSERT_TRUE(each_once<TypeParam>(count, splitmix64(state))) << count;
    }
}

TYPED_TEST(EachOnce, none_for_none) {
    EXPECT_TRUE(values(TypeParam(0, 1)).empty());
}

TYPED_TEST(EachOnce, a_key_selects_the_order) {
    EXPECT_EQ(values(TypeParam(1000, 1)), values(TypeParam(1000, 1)));
    EXPECT_NE(values(TypeParam(1000, 1)), values(TypeParam(1000, 2)));
}

TYPED_TEST(EachOnce, no_value_twice_among_two_to_the_40) {
    const std::uint64_t count = std::uint64_t{1} << 40;
    std::unordered_set<std::uint64_t> seen;
    for (const std::uint64_t value : values(TypeParam(count, 3), 1'000'000)) {
        ASSERT_LT(value, count);
        ASSERT_TRUE(seen.insert(value).second);
    }
}

// --- as good as random ------------------------------------------------------------------------

/// Standard deviations that chi-square lies above its mean.
double excess(const std::vector<std::uint64_t>& counts, double expected, std::uint64_t cells) {
    double chi = 0;
    for (const std::uint64_t n : counts) {
        const double d = static_cast<double>(n) - expected;
        chi += d * d / expected;
    }
    // Cells that cannot be hit contribute `expected` each, and are not counted.
    chi -= expected * static_cast<double>(counts.size() - cells);
    const auto freedom = static_cast<double>(cells - 1);
    return (chi - freedom) / std::sqrt(2 * freedom);
}

TEST(Permutation, first_two_values_are_uniform_over_keys) {
    std::uint64_t state = 1;
    for (const std::uint64_t n : {2U, 3U, 5U, 8U, 13U, 32U, 33U, 100U, 256U, 300U}) {
        constexpr std::uint64_t keys = 100'000;
        std::vector<std::uint64_t> first(n), pairs(n * n);
        for (std::uint64_t i = 0; i < keys; ++i) {
            const auto two = values(PermutationOrder(n, splitmix64(state)), 2);
            ++first[two[0]];
            ++pairs[two[0] * n + two[1]];
        }
        const double each = static_cast<double>(keys) / static_cast<double>(n);
        EXPECT_LT(excess(first, each, n), 6) << n;
        EXPECT_LT(excess(pairs, each / static_cast<double>(n - 1), n * (n - 1)), 6) << n;
    }
}

struct Sample {
    std::uint64_t n;
    std::vector<std::uint64_t> values;
};

std::vector<Sample> samples() {
    std::vector<Sample> all;
    std::uint64_t state = 5;
    for (const std::uint64_t n :
         {std::uint64_t{5000}, std::uint64_t{1} << 14, std::uint64_t{100000},
          std::uint64_t{1} << 18, std::uint64_t{1} << 40})
        for (int i = 0; i < 4; ++i)
            all.push_back({n, values(PermutationOrder(n, splitmix64(state)), 1U << 17)});
    return all;
}

/// Counts what `cell` (below 256) says of values `lag` apart; the excess over a uniform law.
double excess_at(const Sample& s, std::size_t lag,
                 const std::function<std::uint64_t(std::uint64_t, std::uint64_t)>& cell) {
    std::vector<std::uint64_t> counts(256);
    for (std::size_t i = 0; i + lag < s.values.size(); ++i)
        ++counts[cell(s.values[i], s.values[i + lag])];
    return excess(counts, static_cast<double>(s.values.size() - lag) / 256, 256);
}

TEST(Permutation, neighbours_are_independent) {
    for (const Sample& s : samples()) {
        const auto part = [&](std::uint64_t x, std::uint64_t parts) {
            return static_cast<std::uint64_t>(static_cast<Wide>(x) * parts / s.n);
        };
        for (const std::size_t lag : {1U, 2U, 3U, 4U, 8U, 64U, 256U}) {
            EXPECT_LT(
                excess_at(s, lag, [&](auto a, auto b) { return part(a, 16) * 16 + part(b, 16); }),
                7)
                << s.n << " lag " << lag;
            EXPECT_LT(excess_at(s, lag, [&](auto a, auto b) { return a % 16 * 16 + b % 16; }), 7)
                << s.n << " lag " << lag;
            EXPECT_LT(
                excess_at(s, lag, [&](auto a, auto b) { return part((b + s.n - a) % s.n, 256); }),
                7)
                << s.n << " lag " << lag;
        }
    }
}

TEST(Permutation, runs_up_and_down_are_as_long_as_random_ones) {
    // Of N independent values (2 N - 1) / 3 runs are expected, with variance (16 N - 29) / 90
    // (Bradley, Distribution-Free Statistical Tests, 1968).
    for (const Sample& s : samples()) {
        const auto n = static_cast<double>(s.values.size());
        double runs = 1;
        for (std::size_t i = 2; i < s.values.size(); ++i)
            runs += (s.values[i] > s.values[i - 1]) != (s.values[i - 1] > s.values[i - 2]) ? 1 : 0;
        EXPECT_LT(std::abs(runs - (2 * n - 1) / 3), 5.5 * std::sqrt((16 * n - 29) / 90)) << s.n;
    }
}

TEST(Permutation, serial_correlation_is_none) {
    for (const Sample& s : samples()) {
        const double mean = static_cast<double>(s.n - 1) / 2;
        double product = 0, square = 0;
        for (std::size_t i = 1; i < s.values.size(); ++i) {
            const double a = static_cast<double>(s.values[i - 1]) - mean;
            const double b = static_cast<double>(s.values[i]) - mean;
            product += a * b;
            square += a * a;
        }
        EXPECT_LT(std::abs(product / square), 5.5 / std::sqrt(static_cast<double>(s.values.size())))
            << s.n;
    }
}

TEST(Permutation, no_low_bits_are_favoured_at_the_end_of_a_pass) {
    for (const Sample& s : samples()) {
        if (s.values.size() != s.n) continue;  // not a whole pass
        std::vector<std::uint64_t> counts(16);
        const std::size_t last = s.values.size() / 10;
        for (std::size_t i = s.values.size() - last; i < s.values.size(); ++i)
            ++counts[s.values[i] % 16];
        EXPECT_LT(excess(counts, static_cast<double>(last) / 16, 16), 6) << s.n;
    }
}

TEST(Permutation, works_up_to_63_bits) {
    for (const std::uint64_t n : {(std::uint64_t{1} << 62) + 1, std::uint64_t{1} << 63}) {
        std::unordered_set<std::uint64_t> seen;
        for (const std::uint64_t value : values(PermutationOrder(n, 9), 100'000)) {
            ASSERT_LT(value, n);
            ASSERT_TRUE(seen.insert(value).second);
        }
    }
}

// --- the registers ----------------------------------------------------------------------------

/// a * b modulo x^width + the rest of the polynomial, over GF(2).
std::uint64_t multiply(std::uint64_t a, std::uint64_t b, std::uint64_t rest, unsigned width) {
    std::uint64_t product = 0;
    for (; b != 0; b >>= 1) {
        if ((b & 1) != 0) product ^= a;
        const bool carry = (a >> (width - 1) & 1) != 0;
        a = (a << 1) & (~std::uint64_t{0} >> (64 - width));
        if (carry) a ^= rest;
    }
    return product;
}

std::uint64_t power_of_x(std::uint64_t exponent, std::uint64_t rest, unsigned width) {
    std::uint64_t result = 1, base = 2;
    for (; exponent != 0; exponent >>= 1) {
        if ((exponent & 1) != 0) result = multiply(result, base, rest, width);
        base = multiply(base, base, rest, width);
    }
    return result;
}

TEST(Lfsr, polynomials_are_primitive) {
    for (unsigned width = 3; width <= LfsrOrder::max_width; ++width) {
        const std::uint64_t taps = LfsrOrder::taps(width);
        ASSERT_EQ(taps >> (width - 1), 1U) << width;
        const std::uint64_t rest = ((taps << 1) | 1) & (~std::uint64_t{0} >> (64 - width));
        const std::uint64_t order = ~std::uint64_t{0} >> (64 - width);
        EXPECT_EQ(power_of_x(order, rest, width), 1U) << width;
        // x has no smaller order: checked for the prime factors below a million.
        std::uint64_t cofactor = order;
        for (std::uint64_t p = 3; p < 1'000'000 && p <= cofactor; p += 2) {
            if (cofactor % p != 0) continue;
            while (cofactor % p == 0) cofactor /= p;
            if (order / p > 0) {
                EXPECT_NE(power_of_x(order / p, rest, width), 1U) << width << ' ' << p;
            }
        }
    }
}

}  // namespace
}  // namespace fathom
