// The Tausworthe generators step as their papers say, and the wrapper keeps 64 good bits.
#include "workload/taus.h"

#include <array>

#include <gtest/gtest.h>

namespace fathom {
namespace {

/// One component as the definition has it: a register of `k` bits at the top of a word of `bits`,
/// where bit n is the XOR of bits n - k and n - k + q, advanced by `s` bits.
std::uint64_t advance(std::uint64_t word, unsigned bits, unsigned k, unsigned q, unsigned s) {
    const auto bit = [&](std::uint64_t w, unsigned i) { return w >> (bits - 1 - i) & 1; };
    for (unsigned step = 0; step < s; ++step) {
        // The word shows bits n .. n + bits - 1; the next one is b[i] = b[i - k + q] ^ b[i - k].
        const std::uint64_t next = bit(word, bits - k + q) ^ bit(word, bits - k);
        word = (word << 1) | next;
        if (bits < 64) word &= (std::uint64_t{1} << bits) - 1;
    }
    return word;
}

/// A word of a component whose first k bits are `top`, continued by the recurrence.
std::uint64_t start(std::uint64_t top, unsigned bits, unsigned k, unsigned q) {
    return advance(top >> (bits - k), bits, k, q, bits - k);
}

TEST(Taus88, follows_the_recurrences_of_its_paper) {
    struct Component {
        unsigned k, q, s;
    };
    constexpr std::array<Component, 3> parts = {{{31, 13, 12}, {29, 2, 4}, {28, 3, 17}}};
    std::array<std::uint64_t, 3> words{};
    for (std::size_t i = 0; i < 3; ++i)
        words[i] = start(0x9e3779b9ULL + i * 77, 32, parts[i].k, parts[i].q);
    Taus88 taus(static_cast<std::uint32_t>(words[0]), static_cast<std::uint32_t>(words[1]),
                static_cast<std::uint32_t>(words[2]));
    for (int n = 0; n < 1000; ++n) {
        std::uint64_t expected = 0;
        for (std::size_t i = 0; i < 3; ++i) {
            words[i] = advance(words[i], 32, parts[i].k, parts[i].q, parts[i].s);
            expected ^= words[i];
        }
        ASSERT_EQ(taus.next(), expected) << n;
    }
}

TEST(Taus258, follows_the_recurrences_of_its_paper) {
    struct Component {
        unsigned k, q, s;
    };
    constexpr std::array<Component, 5> parts = {
        {{63, 1, 10}, {55, 24, 5}, {52, 3, 29}, {47, 5, 23}, {41, 3, 8}}};
    std::array<std::uint64_t, 5> words{};
    for (std::size_t i = 0; i < 5; ++i)
        words[i] = start(0x9e3779b97f4a7c15ULL + i * 77, 64, parts[i].k, parts[i].q);
    Taus258 taus(words[0], words[1], words[2], words[3], words[4]);
    for (int n = 0; n < 1000; ++n) {
        std::uint64_t expected = 0;
        for (std::size_t i = 0; i < 5; ++i) {
            words[i] = advance(words[i], 64, parts[i].k, parts[i].q, parts[i].s);
            expected ^= words[i];
        }
        ASSERT_EQ(taus.next(), expected) << n;
    }
}

TEST(Generator, draws_below_a_bound_evenly) {
    for (const auto kind : {RandomGenerator::tausworthe, RandomGenerator::tausworthe64}) {
        Generator generator(kind, 7);
        std::array<int, 10> counts{};
        for (int i = 0; i < 100'000; ++i) ++counts[generator.below(10)];
        for (const int n : counts) EXPECT_NEAR(n, 10'000, 500);
        int hits = 0;
        for (int i = 0; i < 100'000; ++i) hits += generator.chance(30) ? 1 : 0;
        EXPECT_NEAR(hits, 30'000, 800);
        EXPECT_EQ(generator.below(0), 0U);
    }
}

TEST(Generator, kinds_and_seeds_differ) {
    Generator a(RandomGenerator::tausworthe, 1), b(RandomGenerator::tausworthe64, 1),
        c(RandomGenerator::tausworthe, 2);
    const auto first = a.next();
    EXPECT_NE(first, b.next());
    EXPECT_NE(first, c.next());
}

}  // namespace
}  // namespace fathom
